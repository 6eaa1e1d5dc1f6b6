package comity.cli;

import comity.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The project that a command line is about: {@code --project-root}, or the one around it. */
final class ProjectRoot {
  private ProjectRoot() {}

  /** Its folder, all links followed; empty where there is none. */
  static Optional<Path> of(Context context) throws IOException {
    String given = context.globals().projectRoot();
    if (given == null) {
      return Project.rootAround(context.surroundings().folder());
    }
    Path folder = context.surroundings().folder().resolve(given);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    // A client may be set up before the first role is written.
    Path real = folder.toRealPath();
    return Optional.of(Project.rootAround(real).orElse(real));
  }

  /** What a command comes to that needs one. */
  static Outcome missing(Context context, String undone) {
    String given = context.globals().projectRoot();
    return given == null
        ? Outcome.Failure.of(
            ExitCode.NOT_FOUND,
            undone,
            "there is no project here: no folder upwards has .muse/ or memory/",
            "name one with --project-root")
        : Outcome.Failure.of(ExitCode.NOT_FOUND, undone, given + " is no folder", "");
  }
}
