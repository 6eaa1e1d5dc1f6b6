package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Scope;
import comity.roles.Actor;
import comity.roles.Isolation.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory behind its gate is closed to any agent, whatever its role, and open to the owner. */
final class GuardMemoryTest {
  private static final Optional<Scope> NONE = Optional.empty();
  private static final Optional<Scope> GROUP = Optional.of(new Scope.Group("acme"));
  private static final Optional<Scope> MAIN = Optional.of(new Scope.Main());

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void make() throws IOException {
    site = Site.make(folder);
  }

  private static Actor actor(String role, String session, Actor.Door door) {
    return new Actor(
        "ada",
        Optional.of(role).filter(name -> !name.isEmpty()),
        Optional.of(session).filter(id -> !id.isEmpty()),
        door);
  }

  /** Who is no owner at the command line. */
  private static List<Actor> agents() {
    return List.of(
        actor("", "s1", Actor.Door.CLI),
        actor("", "", Actor.Door.GUARD),
        actor("", "", Actor.Door.MCP),
        actor("", "", Actor.Door.HTTP),
        actor("build", "", Actor.Door.CLI));
  }

  private String verdict(Actor actor, Optional<Scope> open, Access access, String path) {
    Guard guard = new Guard(site.project(), actor, site.audit(), () -> Site.TODAY, () -> open);
    return Site.text(guard.check(access, site.root(), path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory/groups/acme.md",
        "memory/groups/acme/people.md",
        "memory/groups/new/attention.md",
        "memory/./groups//acme/people.md",
        "src/../memory/groups/acme/people.md",
        "memory/main/index.md",
        "memory/group_names.json",
        "MEMORY.md",
        "memory/GROUPS/acme/people.md",
        "memory/ｇroups/acme/people.md",
        "link/acme/people.md",
        "src/hard.md"
      })
  @Tag("MEM-4")
  void noAgentReadsOrWritesItDirectly(String path) throws IOException {
    site.link("muse/link", "memory/groups");
    Files.createLink(
        site.root().resolve("src/hard.md"), site.root().resolve("memory/groups/acme/people.md"));
    for (Actor agent : agents()) {
      for (Access access : Access.values()) {
        assertThat(verdict(agent, NONE, access, path))
            .as(agent.toString())
            .isEqualTo("no memory-gate");
        assertThat(verdict(agent, GROUP, access, path)).isEqualTo("no memory-gate");
        String whole = site.root().resolve(path).toString();
        assertThat(verdict(agent, MAIN, access, whole)).isEqualTo("no memory-gate");
      }
    }
  }

  @Test
  @Tag("MEM-4")
  void theCopyInAWorktreeIsNobodys() throws IOException {
    Path tree = folder.toRealPath().resolve("feature");
    Files.createDirectories(site.root().resolve(".git/worktrees/feature"));
    site.file("muse/.git/worktrees/feature/commondir", "../..\n");
    site.file("muse/.git/worktrees/feature/gitdir", tree.resolve(".git") + "\n");
    site.file("feature/.git", "gitdir: " + site.root().resolve(".git/worktrees/feature") + "\n");
    for (Actor agent : agents()) {
      String copy = tree.resolve("memory/groups/acme/people.md").toString();
      assertThat(verdict(agent, NONE, Access.READ, copy)).isEqualTo("no worktree-copy");
    }
    String role = tree.resolve(".muse/qa.md").toString();
    assertThat(verdict(agents().getFirst(), NONE, Access.READ, role)).isEqualTo("yes owner");
  }

  @Test
  @Tag("MEM-4")
  void theOwnerMay() {
    Actor owner = actor("", "", Actor.Door.CLI);
    assertThat(verdict(owner, NONE, Access.WRITE, "memory/groups/acme/people.md"))
        .isEqualTo("yes owner");
  }

  @Test
  @Tag("MEM-2")
  void mainsNotesAreClosedWhileAGroupIsOpen() {
    for (Actor agent : agents()) {
      for (String notes : List.of("memory/2026-11-29.md", "MEMORIES.md", "memory/other.md")) {
        assertThat(verdict(agent, GROUP, Access.READ, notes)).isEqualTo("no group-session");
        assertThat(verdict(agent, GROUP, Access.WRITE, notes)).isEqualTo("no group-session");
        assertThat(verdict(agent, MAIN, Access.READ, notes)).startsWith("yes");
        assertThat(verdict(agent, NONE, Access.READ, notes)).startsWith("yes");
      }
    }
  }

  @Test
  @Tag("MEM-4")
  void withoutARoleNothingElseIsClosed() {
    for (Actor agent : agents().subList(0, 4)) {
      for (String path : List.of("src/Main.java", ".muse/qa.md", "/etc/hosts", "CLAUDE.md")) {
        assertThat(verdict(agent, GROUP, Access.WRITE, path)).isEqualTo("yes owner");
      }
    }
  }

  @Test
  @Tag("MEM-4")
  void whatTheHomeKeepsOfMemoryIsClosed() {
    for (Actor agent : agents()) {
      for (Path kept : List.of(site.home().memory(), site.home().search())) {
        assertThat(verdict(agent, NONE, Access.READ, kept.resolve("x").toString()))
            .isEqualTo("no comity-home");
      }
    }
    Actor plain = actor("", "", Actor.Door.GUARD);
    assertThat(verdict(plain, NONE, Access.READ, site.home().config().toString()))
        .isEqualTo("yes owner");
  }

  @Test
  @Tag("MEM-4")
  void aFolderThatOnlyLooksLikeMemoryIsNoneWhereThereIsNone() throws IOException {
    Files.createDirectories(folder.resolve("bare/Memory/groups"));
    Project project = new Project("bare", folder.toRealPath().resolve("bare"));
    Guard guard =
        new Guard(
            project, actor("", "", Actor.Door.GUARD), site.audit(), () -> Site.TODAY, () -> NONE);
    assertThat(Site.text(guard.check(Access.READ, project.root(), "Memory/groups/a.md")))
        .isEqualTo("yes owner");
  }
}
