package comity.panes;

import comity.files.FileException;
import comity.files.Home;
import comity.pty.Door;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Where the host of a home is found: {@code run/host.sock}; where that is longer than a socket's
 * path may be, a socket in a folder of the owner's own below {@code /tmp}.
 */
final class HostPlace {
  // Of a file's mode, from inode(7).
  private static final int FORMAT = 0170000;
  private static final int SOCKET = 0140000;

  private HostPlace() {}

  /** The socket's path; its folder is there, and the owner's alone. */
  static Path socket(Home home) {
    Path socket = home.run().resolve("host.sock");
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= Door.MAX_PATH) {
      return socket;
    }
    CRC32C hash = new CRC32C();
    hash.update(socket.toString().getBytes(StandardCharsets.UTF_8));
    try {
      Object user = Files.getAttribute(home.run(), "unix:uid");
      Path folder = Path.of("/tmp", "comity-" + user);
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException there) {
        // Whose it is, is looked at below.
      }
      PosixFileAttributes found =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isDirectory()
          || !found.owner().equals(Files.getOwner(home.run()))
          || !PosixFilePermissions.toString(found.permissions()).equals("rwx------")) {
        throw new IOException("it is no folder that only its owner enters; move it away");
      }
      return folder.resolve(HexFormat.of().toHexDigits((int) hash.getValue()) + ".sock");
    } catch (IOException e) {
      throw FileException.of("Finding a place for the socket of", home.root(), e);
    }
  }

  /**
   * Makes room for a socket, where one is left.
   *
   * @throws FileException where something else is in its place
   */
  static void clear(Path socket) throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int mode = (int) Files.getAttribute(socket, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & FORMAT) != SOCKET) {
      throw FileException.of(
          "Listening at", socket, new IOException("it is no socket; move it away"));
    }
    Files.deleteIfExists(socket);
  }

  /** Locked by the one host of a home for as long as it runs. */
  static Path lock(Home home) {
    return home.run().resolve("host.lock");
  }
}
