package comity.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner may read. */
final class PrivateFiles {
  private PrivateFiles() {}

  /** The attributes to create a file with. */
  static FileAttribute<?>[] attributes(Path file) {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Makes an empty file where there is none; SQLite gives its other files the same mode. */
  static void create(Path file) throws IOException {
    try {
      Files.createFile(file, attributes(file));
    } catch (FileAlreadyExistsException there) {
      // It keeps its mode.
    }
  }
}
