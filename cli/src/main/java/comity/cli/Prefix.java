package comity.cli;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The folder under which {@code install} puts things: given, or the user's own. */
sealed interface Prefix {
  record Usable(Path root) implements Prefix {}

  /** It can't be one. */
  record Wrong(String why, String todo) implements Prefix {}

  /** What {@code --prefix} means; {@code uninstall} must find it again from any folder. */
  static Prefix of(@Nullable Path given, Context context) {
    if (given == null) {
      return new Usable(context.surroundings().userHome().resolve(".local"));
    }
    if (given.toString().isEmpty()) {
      return new Wrong("--prefix is empty", "give a folder, or leave it out for ~/.local");
    }
    if (!given.isAbsolute()) {
      Path whole =
          given.startsWith("~")
              ? context.surroundings().userHome().resolve(Path.of("~").relativize(given))
              : context.surroundings().folder().resolve(given);
      return new Wrong(
          "--prefix " + given + " is no whole path", "did you mean " + whole.normalize() + "?");
    }
    Path root = given.normalize();
    return Files.exists(root, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(root)
        ? new Wrong(root + " is no folder", "give a folder, or leave --prefix out for ~/.local")
        : new Usable(root);
  }

  /** What is in the way of putting these files: a file where a folder must be, or no right. */
  static Optional<Path> closed(Path root, List<Path> files) {
    return files.stream()
        .map(file -> nearest(root.resolve(file)))
        .filter(folder -> !Files.isDirectory(folder) || !Files.isWritable(folder))
        .findFirst();
  }

  /** The nearest above that is there. */
  private static Path nearest(Path file) {
    Path at = file.getParent();
    while (at != null && at.getParent() != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      at = at.getParent();
    }
    return at == null ? file : at;
  }
}
