package comity.project;

import comity.roles.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with roles and memory.
 *
 * @param root absolute, all links followed
 */
public record Project(String name, Path root) {
  private static final String GIT_DIR = "gitdir:";

  /** The folder of the role files. */
  public Path roles() {
    return root.resolve(".muse");
  }

  /** Whether the project at a root has memory behind the gate. */
  public static boolean hasMemory(Path root) {
    return Files.exists(root.resolve("memory")) || Files.exists(root.resolve("MEMORY.md"));
  }

  /**
   * Whether the project at a root has what only the gate shows. A folder {@code memory} alone may
   * be anything, such as a part of a program.
   */
  public static boolean hasGatedMemory(Path root) {
    return Stream.of("memory/groups", "memory/main", "memory/group_names.json", "MEMORY.md")
        .anyMatch(each -> !Files.notExists(root.resolve(each)));
  }

  /** Whether it goes by that name; case does not count. */
  public boolean isNamed(String other) {
    return Target.fold(name).equals(Target.fold(other));
  }

  /** The name of a project that was given none: its folder's, as far as a target can hold it. */
  static String nameOf(Path root) {
    String folder = String.valueOf(root.getFileName());
    String name = folder.replaceAll("[^\\p{L}\\p{N}_.-]+", "-").replaceAll("^[.-]+", "");
    return name.isEmpty() ? "project" : name;
  }

  /**
   * The nearest folder from {@code from} upwards that holds {@code .muse} or {@code memory}; in a
   * git worktree that of the main worktree, whose roles and memory all share (ROLE-20).
   */
  public static Optional<Path> rootAround(Path from) {
    try {
      Path real = from.toRealPath();
      Optional<Path> found = upwards(mainWorktree(real).orElse(real));
      return found.isPresent() ? found : upwards(real);
    } catch (IOException notThere) {
      return Optional.empty();
    }
  }

  private static Optional<Path> upwards(Path from) {
    for (Path at = from; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(".muse")) || Files.isDirectory(at.resolve("memory"))) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /**
   * The same place in the main worktree, where {@code from} lies in a linked one. A linked worktree
   * has a file {@code .git} that names its folder below the main one's {@code .git}, and that
   * folder has a file {@code commondir} (gitrepository-layout(5)).
   */
  static Optional<Path> mainWorktree(Path from) {
    for (Path at = from; at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.isDirectory(git)) {
        return Optional.empty();
      }
      if (Files.isRegularFile(git)) {
        Path worktree = at;
        return common(git)
            .filter(folder -> ".git".equals(String.valueOf(folder.getFileName())))
            .map(Path::getParent)
            .map(main -> nearest(main.resolve(worktree.relativize(from)), main));
      }
    }
    return Optional.empty();
  }

  /** The folder may be on this branch alone. */
  private static Path nearest(Path place, Path within) {
    for (Path at = place; at != null && at.startsWith(within); at = at.getParent()) {
      if (Files.isDirectory(at)) {
        return at;
      }
    }
    return within;
  }

  private static Optional<Path> common(Path git) {
    try {
      String text = Files.readString(git).strip();
      if (!text.startsWith(GIT_DIR)) {
        return Optional.empty();
      }
      Path own = git.resolveSibling(text.substring(GIT_DIR.length()).strip()).normalize();
      Path common = own.resolve("commondir");
      return Files.isRegularFile(common)
          ? Optional.of(own.resolve(Files.readString(common).strip()).toRealPath())
          : Optional.empty();
    } catch (IOException notOne) {
      return Optional.empty();
    }
  }
}
