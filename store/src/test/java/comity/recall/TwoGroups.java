package comity.recall;

import comity.memory.Rooms;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Project;
import comity.roles.Actor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A project with two groups, the rooms {@code a} and {@code o}, and main, and sessions in it. */
record TwoGroups(Ground ground, Finders finders) implements AutoCloseable {
  static TwoGroups make(Path folder) throws IOException {
    Ground ground = Ground.make(folder);
    ground.file("memory/group_names.json", "{\"a\": \"acme\", \"o\": \"ops\"}");
    ground.file("memory/groups/acme.md", "# acme\n");
    ground.file("memory/groups/ops.md", "# ops\n");
    ground.file("memory/groups/acme/project.md", "of acme\n");
    ground.file("memory/groups/ops/project.md", "of ops\n");
    ground.file("memory/main/index.md", "# main\n");
    return new TwoGroups(ground, new Finders(ground.home(), folder.resolve("none"), false));
  }

  /** What a Comity session may do with memory. */
  MemoryDesk session(String id, Project project) {
    Actor actor = new Actor("me", Optional.empty(), Optional.of(id), Actor.Door.MCP);
    Visitor visitor =
        new Visitor(
            actor, new Rooms.Only(Set.of("a", "o", "main")), Optional.of(Visitor.ofSession(id)));
    Desk desk =
        new Desk(ground.home(), project, actor, InstantSource.system(), ZoneId.systemDefault());
    return new MemoryDesk(desk, visitor, finders.of(project), Tokenizer.DEFAULT, new Random());
  }

  @Override
  public void close() {
    finders.close();
  }
}
