package comity.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A linked worktree of git: a second folder with another branch of the same project.
 *
 * @param top its folder
 * @param main the folder of the main worktree
 */
record Worktree(Path top, Path main) {
  private static final String GIT_DIR = "gitdir:";

  /** A file that names a folder; what is larger was not written by git. */
  private static final int MAX_BYTES = 1 << 14;

  /** The linked worktree that a place lies in, links followed. */
  static Optional<Worktree> around(Path real) {
    for (Path at = real; at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.isDirectory(git)) {
        return Optional.empty();
      }
      if (Files.isRegularFile(git)) {
        return read(at, git);
      }
    }
    return Optional.empty();
  }

  /**
   * Both ends must name each other: anybody can write a file {@code .git}, but what git notes in
   * the main worktree only who may write there.
   */
  private static Optional<Worktree> read(Path top, Path git) {
    try {
      String text = text(git);
      if (!text.startsWith(GIT_DIR)) {
        return Optional.empty();
      }
      Path own = top.resolve(text.substring(GIT_DIR.length()).strip()).toRealPath();
      Path back = own.resolve(text(own.resolve("gitdir"))).normalize();
      Path common = own.resolve(text(own.resolve("commondir"))).toRealPath();
      boolean isOne =
          own.startsWith(common.resolve("worktrees"))
              && Files.exists(back)
              && Files.isSameFile(back, git);
      Path main = common.getParent();
      return isOne && common.endsWith(".git") && main != null
          ? Optional.of(new Worktree(top, main))
          : Optional.empty();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is none of git's");
    }
    return Files.readString(file).strip();
  }

  /** The place in this worktree of a folder of the main one; empty where it lies elsewhere. */
  Optional<Path> placeOf(Path folder) {
    return folder.startsWith(main)
        ? Optional.of(top.resolve(main.relativize(folder)))
        : Optional.empty();
  }
}
