package comity.project;

import comity.guard.Wildcard;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a pattern of a shell stands for on this disk. */
final class Expansion {
  /** A shell gives a program no more words either, about. */
  private static final int MOST = 5_000;

  private Expansion() {}

  /**
   * The paths that it stands for, from the folder where it is used; those that it can be completed
   * to only are not among them. Empty where they are too many.
   */
  static Optional<List<Path>> of(Path folder, String pattern) {
    List<Path> found = List.of(pattern.startsWith("/") ? folder.getRoot() : folder);
    for (String name : pattern.split("/", -1)) {
      List<Path> next = new ArrayList<>();
      for (Path at : found) {
        if (name.isEmpty()) {
          next.add(at);
        } else if (Wildcard.has(name)) {
          next.addAll(within(at, name));
        } else {
          next.add(plain(at, name));
        }
        if (next.size() > MOST) {
          return Optional.empty();
        }
      }
      found = next;
    }
    return Optional.of(found);
  }

  private static Path plain(Path at, String name) {
    try {
      return at.resolve(name);
    } catch (InvalidPathException none) {
      return at;
    }
  }

  private static List<Path> within(Path folder, String pattern) {
    List<Path> found = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return found;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        boolean hidden = name.startsWith(".") && !pattern.startsWith(".");
        if (!hidden && Wildcard.matches(pattern, name) && found.size() <= MOST) {
          found.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException gone) {
      return found;
    }
    return found;
  }
}
