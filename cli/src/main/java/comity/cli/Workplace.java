package comity.cli;

import comity.files.Home;
import comity.project.Directives;
import comity.project.Overview;
import comity.project.Project;
import comity.project.Projects;
import comity.project.RoleFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/** The project that a command is about, and what is kept of projects in the home. */
record Workplace(Home home, Projects projects, Project project) {

  /** What came of looking for it. */
  sealed interface Finding {
    record Found(Workplace workplace) implements Finding {}

    /** There is none; the outcome says so. */
    record Missing(Outcome outcome) implements Finding {}
  }

  /** {@code --project-root}, or the nearest folder upwards from the working one. */
  static Finding find(Context context) {
    Path folder = context.surroundings().folder();
    String given = context.globals().projectRoot();
    Path from = given == null ? folder : folder.resolve(given);
    if (given != null && !Files.isDirectory(from)) {
      return new Finding.Missing(
          Outcome.Failure.of(
              ExitCode.NOT_FOUND, "", from + " is no folder", "name one with --project-root"));
    }
    Optional<Path> root = Project.rootAround(from);
    if (root.isEmpty()) {
      return new Finding.Missing(
          Outcome.Failure.of(
              ExitCode.NOT_FOUND,
              "",
              "there is no project: neither "
                  + from
                  + " nor a folder above it has .muse or memory in it",
              "go into a project, name one with --project-root, or begin one: mkdir .muse"));
    }
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          new Finding.Missing(Outcome.Failure.of(ExitCode.REFUSED, "", reason, ""));
      case Home.Opening.Opened(Home home) -> {
        Projects projects = new Projects(home);
        yield new Finding.Found(new Workplace(home, projects, projects.at(root.get())));
      }
    };
  }

  Directives directives() {
    return new Directives(home, projects);
  }

  RoleFiles roles() {
    return new RoleFiles(project);
  }

  /** These projects' roles at a glance. */
  List<Overview.View> overview(List<Project> shown) {
    return new Overview(InstantSource.system()).of(shown, projects.around(project));
  }

  static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneId.systemDefault());
  }

  /** Why there is no such role here. */
  Outcome noRole(String role, List<String> others) {
    return Outcome.Failure.of(
        ExitCode.NOT_FOUND,
        "",
        project.name() + " has no role " + role,
        others.isEmpty()
            ? "a role is a file: " + project.roles().resolve(role + ".md")
            : "it has " + String.join(", ", others));
  }

  /** Why a role's file is not taken. */
  static Outcome notTaken(RoleFiles.Refused refused) {
    return Outcome.Failure.of(
        ExitCode.REFUSED, "", "the role " + refused.name() + " is not taken", refused.why());
  }

  /** A file below the project's root as from there, else whole. */
  String shown(Path file) {
    return file.startsWith(project.root())
        ? project.root().relativize(file).toString()
        : file.toString();
  }
}
