package comity.cli;

import comity.files.FileException;
import comity.files.Home;
import comity.project.Audit;
import comity.project.Guard;
import comity.project.Project;
import comity.project.Projects;
import comity.roles.Actor;
import comity.roles.Isolation;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Who runs this command, in which project, and what the rules of roles say to it.
 *
 * @param home opened
 */
record Acting(Home home, Project project, Actor actor) {

  /** What came of asking. */
  sealed interface Finding {
    /** It is known. */
    record Found(Acting acting) implements Finding {}

    /** The command can't go on. */
    record Missing(Outcome.Failure failure) implements Finding {}
  }

  /** Who runs a command, which came in at this door, and where. */
  static Finding of(Context context, Actor.Door door) {
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String why) -> {
        return missing(ExitCode.REFUSED, why, "");
      }
    }
    return switch (actor(context, door)) {
      case Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused verdict) -> {
        audit(home).refused(asked, "--role", verdict);
        yield new Finding.Missing(notAllowed(verdict));
      }
      case Actor.Finding.Found(Actor actor) -> {
        Optional<Path> root = root(context);
        yield root.isEmpty()
            ? missing(
                ExitCode.NOT_FOUND,
                "there is no project here",
                "go to a folder with .muse or memory in or above it, or give --project-root")
            : new Finding.Found(new Acting(home, new Projects(home).at(root.get()), actor));
      }
    };
  }

  /** Who runs this command. */
  static Actor.Finding actor(Context context, Actor.Door door) {
    return Actor.of(
        System.getProperty("user.name", "unknown"),
        Optional.ofNullable(context.globals().role()),
        context.surroundings().environment(),
        door);
  }

  private static Optional<Path> root(Context context) {
    String given = context.globals().projectRoot();
    Path folder = context.surroundings().folder();
    return Project.rootAround(given == null ? folder : folder.resolve(given));
  }

  private static Finding missing(ExitCode code, String why, String todo) {
    return new Finding.Missing(Outcome.Failure.of(code, "", why, todo));
  }

  /** What a refusal comes to on the command line. */
  static Outcome.Failure notAllowed(Isolation.Verdict.Refused verdict) {
    return new Outcome.Failure(
        ExitCode.NOT_ALLOWED, "", verdict.reason(), verdict.instead(), verdict.toJson());
  }

  static Audit audit(Home home) {
    return new Audit(home, InstantSource.system());
  }

  /**
   * The guard of this actor.
   *
   * @throws FileException where the disk fails, when it is asked
   */
  Guard guard() {
    return new Guard(project, actor, audit(home), () -> LocalDate.now(ZoneId.systemDefault()));
  }
}
