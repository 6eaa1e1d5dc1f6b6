package comity.conformance.roles;

import comity.files.Home;
import comity.project.Projects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A project on disk with all that leads into it and out of it, another project, a linked worktree
 * and a home.
 *
 * @param base all links followed
 */
record Place(Path base) {
  /** What stands in each file that a role must not see. */
  static final String SECRET = "a secret of another role";

  Path root() {
    return base.resolve("muse");
  }

  Path alias() {
    return base.resolve("alias");
  }

  Path other() {
    return base.resolve("other");
  }

  Path tree() {
    return base.resolve("feature");
  }

  /** A folder that says that it is a worktree of the project, and is none. */
  Path pretend() {
    return base.resolve("pretend");
  }

  Path home() {
    return base.resolve("home");
  }

  static Place make(Path folder) throws IOException {
    Place place = new Place(folder.toRealPath());
    place.files();
    place.links();
    place.worktree();
    if (!(new Home(place.home()).open() instanceof Home.Opening.Opened(Home home))
        || !(new Projects(home).add(place.root().resolve("nested"), Optional.empty())
            instanceof Projects.Adding.Added)) {
      throw new IOException("there is no home");
    }
    return place;
  }

  private void files() throws IOException {
    file("muse/.muse/build.md", "<!-- L0: v1.0.0 | ship | ok -->\n");
    file("muse/.muse/qa.md", SECRET);
    file("muse/.muse/strategy.md", SECRET);
    file(
        "muse/.muse/designer.md",
        "# Designer\n\n## Boundaries\n\n| here | elsewhere |\n| --- | --- |\n| sources | qa |\n");
    file("muse/.muse/paths.md", "OTHER_ROOT: /nowhere\n");
    file("muse/.muse/archive/old.md", SECRET);
    file("muse/memory/2026-01-01.md", "then\n");
    file("muse/memory/groups/acme/people.md", SECRET);
    file("muse/memory/main/index.md", SECRET);
    file("muse/MEMORY.md", SECRET);
    file("muse/MEMORIES.md", "learned\n");
    file("muse/CLAUDE.md", "rules\n");
    file("muse/USER.md", "likes\n");
    file("muse/.claude/settings.json", "{}\n");
    file("muse/src/Main.java", "class Main {}\n");
    file("muse/src/deep/er/x.java", "");
    file("muse/docs/linked-qa2.md", SECRET);
    file("muse/nested/.muse/build.md", SECRET);
    file("muse/nested/src/x.java", SECRET);
    file("other/.muse/build.md", SECRET);
    file("other/MEMORY.md", SECRET);
    file("other/src/Other.java", SECRET);
  }

  private void links() throws IOException {
    link("alias", "muse");
    link("muse/src/in.md", "../.muse/qa.md");
    link("muse/src/abs.md", root().resolve(".muse/qa.md").toString());
    link("muse/src/chain1", "chain2");
    link("muse/src/chain2", "../.muse/qa.md");
    link("muse/src/roles", "../.muse");
    link("muse/src/gate", "../memory/groups");
    link("muse/src/dangling.md", "../.muse/fresh.md");
    link("muse/src/out", "../../other");
    link("muse/src/etc", "/etc");
    link("muse/src/loop", "loop");
    link("muse/src/up", "..");
    link("muse/src/c", "deep/er");
    link("muse/src/house", "../../home");
    link("muse/b", ".muse/archive");
    link("muse/.muse/qa2.md", "../docs/linked-qa2.md");
    link("muse/.muse/away.md", "../../other/.muse/build.md");
    same("muse/src/hard.md", "muse/.muse/qa.md");
    same("muse/src/hardmem.md", "muse/MEMORY.md");
    same("muse/src/hardnote.md", "muse/memory/2026-01-01.md");
    same("muse/src/hardrules.md", "muse/CLAUDE.md");
    same("muse/src/hardguard.json", "muse/.claude/settings.json");
    same("muse/src/hardown.md", "muse/.muse/build.md");
  }

  private void worktree() throws IOException {
    file("muse/.git/HEAD", "ref: refs/heads/main\n");
    file("muse/.git/worktrees/feature/commondir", "../..\n");
    file("muse/.git/worktrees/feature/gitdir", tree().resolve(".git") + "\n");
    String named = "gitdir: " + root().resolve(".git/worktrees/feature") + "\n";
    file("feature/.git", named);
    file("feature/.muse/build.md", SECRET);
    file("feature/.muse/qa.md", SECRET);
    file("feature/src/Main.java", "");
    file("pretend/.git", named);
    file("pretend/src/Other.java", SECRET);
  }

  private void file(String name, String text) throws IOException {
    Path file = base.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private void link(String name, String to) throws IOException {
    Files.createSymbolicLink(base.resolve(name), Path.of(to));
  }

  private void same(String name, String as) throws IOException {
    Files.createLink(base.resolve(name), base.resolve(as));
  }
}
