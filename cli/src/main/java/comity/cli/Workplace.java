package comity.cli;

import comity.files.Home;
import comity.project.Audit;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Overview;
import comity.project.Project;
import comity.project.Projects;
import comity.project.RoleFiles;
import comity.project.Served;
import comity.roles.Actor;
import comity.roles.Isolation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The project that a command is about, and who gave it.
 *
 * @param home opened
 */
record Workplace(Home home, Projects projects, Project project, Actor actor) {

  /** What came of looking for it. */
  sealed interface Finding {
    record Found(Workplace workplace) implements Finding {}

    /** The command can't go on; the outcome says why. */
    record Missing(Outcome.Failure outcome) implements Finding {}
  }

  /** {@code --project-root}, or the nearest folder upwards from the working one. */
  static Finding find(Context context) {
    return find(context, Actor.Door.CLI);
  }

  /** As {@link #find(Context)}, for who comes in at this door. */
  static Finding find(Context context, Actor.Door door) {
    Path folder = context.surroundings().folder();
    String given = context.globals().projectRoot();
    Path from = given == null ? folder : folder.resolve(given);
    if (given != null && !Files.isDirectory(from)) {
      return missing(ExitCode.NOT_FOUND, from + " is no folder", "name one with --project-root");
    }
    Optional<Path> root = Project.rootAround(from);
    if (root.isEmpty()) {
      return missing(
          ExitCode.NOT_FOUND,
          "there is no project: neither "
              + from
              + " nor a folder above it has .muse or memory in it",
          "go into a project, name one with --project-root, or begin one: mkdir .muse");
    }
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) -> missing(ExitCode.REFUSED, reason, "");
      case Home.Opening.Opened(Home home) -> as(context, home, root.get(), door);
    };
  }

  private static Finding as(Context context, Home home, Path root, Actor.Door door) {
    return switch (actor(context, door)) {
      case Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused verdict) -> {
        audit(home).refused(asked, "--role", verdict);
        yield new Finding.Missing(notAllowed(verdict));
      }
      case Actor.Finding.Found(Actor actor) -> {
        Projects projects = new Projects(home);
        yield new Finding.Found(new Workplace(home, projects, projects.at(root), actor));
      }
    };
  }

  private static Finding missing(ExitCode code, String why, String todo) {
    return new Finding.Missing(Outcome.Failure.of(code, "", why, todo));
  }

  /** Who gives this command. */
  static Actor.Finding actor(Context context, Actor.Door door) {
    return Actor.of(
        System.getProperty("user.name", "unknown"),
        Optional.ofNullable(context.globals().role()),
        context.surroundings().environment(),
        door);
  }

  /**
   * Why a command that is its owner's, and about no project, may not be given, where it may not.
   */
  static Optional<Outcome> ownerOnly(Context context, String command) {
    Actor.Finding finding = actor(context, Actor.Door.CLI);
    if (finding instanceof Actor.Finding.Found(Actor actor) && actor.role().isEmpty()) {
      return Optional.empty();
    }
    Isolation.Verdict.Refused verdict =
        new Isolation.Verdict.Refused(
            "owner-only", command + " is its owner's command", "Ask the owner to run it");
    Actor actor =
        switch (finding) {
          case Actor.Finding.Found(Actor found) -> found;
          case Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused _) -> asked;
        };
    if (context.home().open() instanceof Home.Opening.Opened(Home home)) {
      audit(home).refused(actor, command, verdict);
    }
    return Optional.of(notAllowed(verdict));
  }

  static Audit audit(Home home) {
    return new Audit(home, InstantSource.system());
  }

  /** What a refusal comes to on the command line. */
  static Outcome.Failure notAllowed(Isolation.Verdict.Refused verdict) {
    return new Outcome.Failure(
        ExitCode.NOT_ALLOWED, "", verdict.reason(), verdict.instead(), verdict.toJson());
  }

  /** What was served, or why not. */
  static <T> Outcome outcome(Served<T> served, String undone, Function<T, Outcome> done) {
    return switch (served) {
      case Served.Done<T>(T value) -> done.apply(value);
      case Served.NotAllowed<T>(Isolation.Verdict.Refused verdict) -> notAllowed(verdict);
      case Served.Undone<T>(Directives.Reason reason, String why, String todo) ->
          Outcome.Failure.of(code(reason), undone, why, todo);
    };
  }

  private static ExitCode code(Directives.Reason reason) {
    return switch (reason) {
      case INVALID -> ExitCode.USAGE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case CONFLICT -> ExitCode.REFUSED;
    };
  }

  /** All that may be done here by who gave the command. */
  Desk desk() {
    return new Desk(home, project, actor, InstantSource.system(), ZoneId.systemDefault());
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
