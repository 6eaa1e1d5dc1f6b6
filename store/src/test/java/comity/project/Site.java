package comity.project;

import comity.files.Home;
import comity.roles.Actor;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;

/** A project on disk, with a home beside it, for tests. */
record Site(Path folder, Home home, Project project) {
  static final LocalDate TODAY = LocalDate.of(2026, 11, 29);

  /** The text of the file of the role that a test must not see. */
  static final String SECRET = "the plan of qa";

  static Site make(Path folder) throws IOException {
    Path real = folder.toRealPath();
    Home home =
        switch (new Home(real.resolve("home")).open()) {
          case Home.Opening.Opened(Home opened) -> opened;
          case Home.Opening.Refused(String why) -> throw new IOException(why);
        };
    Site site = new Site(real, home, new Project("muse", real.resolve("muse")));
    site.file("muse/.muse/build.md", "<!-- L0: v1.0.0 | ship | ok -->\n");
    site.file("muse/.muse/qa.md", SECRET);
    site.file(
        "muse/.muse/designer.md",
        "# Designer\n\n## Boundaries\n\n| here | elsewhere |\n| --- | --- |\n| sources | qa |\n");
    site.file("muse/.muse/paths.md", "MUSE_ROOT: /nowhere\n");
    site.file("muse/memory/2026-11-29.md", "today\n");
    site.file("muse/memory/2026-11-28.md", "yesterday\n");
    site.file("muse/memory/groups/acme/people.md", SECRET);
    site.file("muse/memory/main/index.md", SECRET);
    site.file("muse/MEMORY.md", SECRET);
    site.file("muse/MEMORIES.md", "learned\n");
    site.file("muse/CLAUDE.md", "rules\n");
    site.file("muse/USER.md", "likes\n");
    site.file("muse/src/Main.java", "class Main {}\n");
    site.file("other/.muse/qa.md", SECRET);
    site.file("other/src/Other.java", SECRET);
    return site;
  }

  Path root() {
    return project.root();
  }

  Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    return Files.writeString(file, text);
  }

  Path link(String name, String to) throws IOException {
    Path link = folder.resolve(name);
    Files.createDirectories(link.resolveSibling("."));
    return Files.createSymbolicLink(link, Path.of(to));
  }

  Audit audit() {
    return new Audit(home, InstantSource.system());
  }

  Guard guard(String role) {
    Optional<String> acting = role.isEmpty() ? Optional.empty() : Optional.of(role);
    Actor actor = new Actor("ada", acting, Optional.empty(), Actor.Door.CLI);
    return new Guard(project, actor, audit(), () -> TODAY, Optional::empty);
  }

  /** {@code yes RULE} or {@code no RULE}. */
  String verdict(String role, Access access, String path) {
    return text(guard(role).check(access, root(), path));
  }

  static String text(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(String rule) -> "yes " + rule;
      case Verdict.Refused refused -> "no " + refused.rule();
    };
  }
}
