package comity.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/** Who may open what: folders 0700, files 0600, where the system knows such modes. */
final class Access {
  static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
  static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private static final Set<PosixFilePermission> WRITE_BY_OTHERS =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private Access() {}

  /** Whether files at {@code existing} have modes and owners. */
  static boolean isPosix(Path existing) {
    return existing.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** The attributes to create a file or folder below {@code existing} with. */
  static FileAttribute<?>[] attributes(Path existing, Set<PosixFilePermission> mode)
      throws IOException {
    return isPosix(existing)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
        : new FileAttribute<?>[0];
  }

  static boolean isWritableByOthers(Set<PosixFilePermission> mode) {
    return mode.stream().anyMatch(WRITE_BY_OTHERS::contains);
  }

  /** Who this process acts as: the owner of a file that it makes in {@code folder}. */
  static UserPrincipal self(Path folder) throws IOException {
    Path process = Path.of("/proc/self");
    if (Files.exists(process)) {
      return Files.getOwner(process);
    }
    Path probe = Files.createTempFile(folder, ".owner", ".tmp");
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }
}
