package comity.conformance.memory;

import comity.conformance.memory.Marks.Owner;
import comity.files.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A project whose memories are full of marks: two groups with a room each, one that no room is
 * mapped to, main, and the notes. All of them speak of the same things, so that a search or a route
 * that went too far would find the others'.
 */
final class LeakGround {
  /** The rooms as they are mapped at first. */
  static final String OPS = "!ops:example.org";

  static final String ACME = "!acme:example.org";

  private static final List<String> TOPICS =
      List.of("deploying the release", "migrating the database", "whom to call at night");

  private final Path base;
  private final Path root;
  private final Marks marks;
  private final Map<String, Owner> rooms = new LinkedHashMap<>();

  private LeakGround(Path base, Marks marks) {
    this.base = base;
    this.root = base.resolve("project");
    this.marks = marks;
  }

  static LeakGround make(Path folder, Marks marks) throws IOException {
    LeakGround ground = new LeakGround(Files.createDirectories(folder).toRealPath(), marks);
    for (Owner owner : List.of(Owner.OPS, Owner.ACME, Owner.VOID)) {
      ground.group(owner);
    }
    ground.main();
    ground.map(OPS, Owner.OPS, ACME, Owner.ACME);
    if (!(new Home(ground.home()).open() instanceof Home.Opening.Opened)) {
      throw new IOException("there is no home");
    }
    return ground;
  }

  Path root() {
    return root;
  }

  Path home() {
    return base.resolve("home");
  }

  Path base() {
    return base;
  }

  /** A sentence with a new mark. */
  String sentence(Owner owner, Random random) {
    return "Of "
        + TOPICS.get(random.nextInt(TOPICS.size()))
        + " the team keeps "
        + marks.next(owner)
        + ".";
  }

  /** What is searched for: no mark, and found in every memory. */
  static String question(Random random) {
    return TOPICS.get(random.nextInt(TOPICS.size()));
  }

  private String text(Owner owner, String heading, String end) {
    StringBuilder text = new StringBuilder("# " + heading + "\n\n");
    for (String topic : TOPICS) {
      text.append("## Of ").append(topic).append(' ').append(marks.next(owner)).append("\n\n");
      text.append("- 2026-11-20 When ").append(topic).append(" we keep ");
      text.append(marks.next(owner)).append(" in mind.\n\n");
    }
    return text + end;
  }

  private void group(Owner owner) throws IOException {
    String name = owner.word();
    String folder = "memory/groups/" + name + "/";
    String other = owner == Owner.ACME ? "ops" : "acme";
    write(
        "memory/groups/" + name + ".md",
        "---\ngroup_name: "
            + name
            + "\nmemory_budget: 20000\n---\n\n## Hard Rules\n\n- never without "
            + marks.next(owner)
            + "\n\n## Routing\n\n| Trigger Scenario | Load File | Priority |\n| --- | --- | --- |\n"
            + row("current work " + marks.next(owner), "attention.md", "P0")
            + row("deploying the release, " + marks.next(owner), "project.md", "P1")
            + row("migrating the database, " + marks.next(owner), "experience.md", "P2")
            + row("whom to call at night, " + marks.next(owner), "people.md", "P3")
            + row("what others do", "../" + other + "/attention.md", "P1")
            + row("what others know", "memory/groups/" + other + "/project.md", "P1")
            + row("what others said", "conventions/../../" + other + "/people.md", "P0"));
    String poison = "See conventions/api.md and conventions/../../" + other + "/people.md\n";
    for (String file : List.of("attention", "project", "experience", "people", "more")) {
      write(folder + file + ".md", text(owner, file, poison));
    }
    write(folder + "conventions/api.md", text(owner, "API", ""));
    write(folder + "conventions/style.md", text(owner, "Style", ""));
    // What an agent's note might be called where someone wants to be clever.
    write(folder + "MEMORY.md", text(owner, "Memory", ""));
  }

  private static String row(String phrases, String file, String priority) {
    return "| " + phrases + " | " + file + " | " + priority + " |\n";
  }

  private void main() throws IOException {
    write(
        "memory/main/index.md",
        "---\nmemory_budget: 20000\n---\n\n## Hard Rules\n\n- never without "
            + marks.next(Owner.MAIN)
            + "\n\n## Routing\n\n| Trigger Scenario | Load File | Priority |\n| --- | --- | --- |\n"
            + row("current work " + marks.next(Owner.MAIN), "attention.md", "P0")
            + row("deploying the release", "longterm.md", "P1")
            + row("migrating the database", "daily-synced.md", "P2")
            + row("whom to call at night", "projects/site.md", "P3")
            + row("what a group knows", "../groups/ops/project.md", "P1"));
    for (String file : List.of("attention", "longterm", "daily-synced", "projects/site")) {
      write("memory/main/" + file + ".md", text(Owner.MAIN, file, ""));
    }
    write("SOUL.md", text(Owner.MAIN, "Soul", ""));
    write("USER.md", text(Owner.MAIN, "User", ""));
    write("MEMORY.md", text(Owner.NOTE, "Memory", ""));
    write("MEMORIES.md", text(Owner.NOTE, "Memories", ""));
    write("memory/archive/2026-01-02.md", text(Owner.NOTE, "Then", ""));
    write("memory/" + LocalDate.now(ZoneId.systemDefault()) + ".md", text(Owner.NOTE, "Today", ""));
    write(".muse/build.md", "<!-- L0: v1.0.0 | ship | ok -->\n");
  }

  Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    return Files.writeString(file, text);
  }

  /** Maps rooms to groups anew: an id and its group in turn. */
  void map(String one, Owner first, String two, Owner second) {
    rooms.clear();
    rooms.put(one, first);
    rooms.put(two, second);
    try {
      write(
          "memory/group_names.json",
          rooms.entrySet().stream()
              .map(entry -> "\"" + entry.getKey() + "\": \"" + entry.getValue().word() + "\"")
              .collect(Collectors.joining(", ", "{", "}")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** No room is mapped any more. */
  void unmap() throws IOException {
    rooms.clear();
    write("memory/group_names.json", "{}");
  }

  /** The group that a room is now; empty where it is none's. */
  Optional<Owner> group(String room) {
    return Optional.ofNullable(rooms.get(room));
  }

  /** Whose marks may stand in a file of the project. */
  static Set<Owner> mayHold(String name) {
    for (Owner owner : List.of(Owner.OPS, Owner.ACME, Owner.VOID)) {
      String own = "memory/groups/" + owner.word();
      if (name.equals(own + ".md") || name.startsWith(own + "/")) {
        return EnumSet.of(owner);
      }
    }
    if (name.startsWith("memory/main/")
        || List.of("SOUL.md", "USER.md", "memory/flush-state.json").contains(name)) {
      return EnumSet.of(Owner.MAIN, Owner.NOTE);
    }
    boolean note =
        List.of("MEMORY.md", "MEMORIES.md").contains(name)
            || name.matches("memory/(archive/)?[0-9-]{10}\\.md");
    return note ? EnumSet.of(Owner.NOTE) : EnumSet.noneOf(Owner.class);
  }
}
