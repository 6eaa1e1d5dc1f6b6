package comity.cli;

import comity.files.Home;
import comity.json.JsonObject;
import comity.project.Project;
import comity.project.Projects;
import comity.project.RoleFiles;
import comity.roles.Isolation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a command on roles or memory acts, and as whom.
 *
 * @param role the role that acts; empty for the owner
 */
record Acting(Project project, Optional<RoleFiles.Role> role) {

  /** Whether a command can act. */
  sealed interface Finding {
    record Found(Acting acting) implements Finding {}

    record Missing(Outcome.Failure failure) implements Finding {}
  }

  /** The project of the command line or the working folder, and the role of {@code --role}. */
  static Finding of(Context context, String undone) {
    Path folder = context.surroundings().folder();
    String given = context.globals().projectRoot();
    Path from = given == null ? folder : folder.resolve(given);
    Optional<Path> root = Project.rootAround(from);
    if (root.isEmpty()) {
      return new Finding.Missing(
          Outcome.Failure.of(
              ExitCode.NOT_FOUND,
              undone,
              "there is no project around " + from.normalize(),
              "make a folder .muse in its root, or name the root with --project-root"));
    }
    Project project = new Projects(context.home()).at(root.get());
    String role = context.globals().role();
    if (role == null) {
      return new Finding.Found(new Acting(project, Optional.empty()));
    }
    return switch (new RoleFiles(project).find(role)) {
      case RoleFiles.Finding.Found(RoleFiles.Role found) ->
          new Finding.Found(new Acting(project, Optional.of(found)));
      case RoleFiles.Finding.Missing missing ->
          new Finding.Missing(missing(undone, project, role, missing.others()));
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) ->
          new Finding.Missing(notTaken(undone, refused));
    };
  }

  static Outcome.Failure missing(String undone, Project project, String role, List<String> others) {
    return Outcome.Failure.of(
        ExitCode.NOT_FOUND,
        undone,
        "the project " + project.name() + " has no role " + role,
        others.isEmpty()
            ? "make " + project.roles().resolve(role + ".md")
            : "there are " + String.join(", ", others));
  }

  static Outcome.Failure notTaken(String undone, RoleFiles.Refused refused) {
    return Outcome.Failure.of(
        ExitCode.REFUSED,
        undone,
        "the file of the role " + refused.name() + " is not taken: " + refused.why(),
        "put the file itself into .muse");
  }

  /** The refusal of a rule (ROLE-16). */
  static Outcome.Failure refused(String undone, Isolation.Verdict.Refused refused) {
    Outcome.Failure failure =
        Outcome.Failure.of(
            ExitCode.NOT_ALLOWED,
            undone,
            refused.reason() + " (" + refused.rule() + ")",
            refused.instead());
    return new Outcome.Failure(
        failure.code(),
        failure.what(),
        failure.why(),
        failure.todo(),
        JsonObject.empty().with("rule", refused.rule()).with("instead", refused.instead()));
  }

  /** The home with its folders made, for a command that locks. */
  static Optional<Outcome.Failure> open(Home home, String undone) {
    return switch (home.open()) {
      case Home.Opening.Opened _ -> Optional.empty();
      case Home.Opening.Refused(String reason) ->
          Optional.of(
              Outcome.Failure.of(
                  ExitCode.REFUSED, undone, reason, "or name another home with --home"));
    };
  }
}
