package comity.search;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Puts aside, under another name, what stands where an index has a file or a folder: to open a pipe
 * would wait for ever, and all of an index can be made anew.
 */
final class Aside {
  private static final System.Logger LOG = System.getLogger(Aside.class.getName());

  private Aside() {}

  /** Afterwards there is a file, or nothing. */
  static void unlessFile(Path file) throws IOException {
    if (there(file).filter(is -> !is.isRegularFile()).isPresent()) {
      put(file);
    }
  }

  /** Afterwards there is a folder, or nothing; nor is there anything in it but files. */
  static void unlessFolderOfFiles(Path folder) throws IOException {
    Optional<BasicFileAttributes> there = there(folder);
    if (there.isEmpty()) {
      return;
    }
    if (!there.get().isDirectory()) {
      put(folder);
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (there(entry).filter(is -> !is.isRegularFile()).isPresent()) {
          // Beside the folder, in which all is a file of the index.
          put(entry, folder.resolveSibling(String.valueOf(entry.getFileName())));
        }
      }
    }
  }

  /** Afterwards there is a folder, or nothing. */
  static void unlessFolder(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(folder)) {
      put(folder);
    }
  }

  /** What is there; empty where nothing is, or another process has just taken it away. */
  private static Optional<BasicFileAttributes> there(Path path) throws IOException {
    try {
      return Optional.of(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException nothing) {
      return Optional.empty();
    }
  }

  private static void put(Path what) throws IOException {
    put(what, what);
  }

  private static void put(Path what, Path as) throws IOException {
    Path aside = as.resolveSibling(as.getFileName() + ".aside");
    for (int more = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); more++) {
      aside = as.resolveSibling(as.getFileName() + ".aside-" + more);
    }
    try {
      Files.move(what, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException another) {
      // Another process has put it aside.
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        what + " is nothing that a search keeps there; it was put aside as " + aside);
  }
}
