package comity.project;

import comity.files.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * Replaces a file as a whole at a place that was resolved, without following a link on the way to
 * it, as {@link SteadyRead} reads. Where the system has no such calls it is {@link AtomicFile}'s
 * work.
 */
final class SteadyWrite {
  private SteadyWrite() {}

  /**
   * Writes it; its folder must be there. The mode of a file that is there is kept, a new one is
   * 0600.
   *
   * @param base a folder around it that is the owner's alone to move
   * @param real below it, links followed
   */
  static void replace(Path base, Path real, byte[] content) throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(base)) {
      if (top instanceof SecureDirectoryStream<Path> folder) {
        below(folder, base.relativize(real), content);
        return;
      }
    }
    AtomicFile.write(base, real, content);
  }

  private static void below(SecureDirectoryStream<Path> folder, Path left, byte[] content)
      throws IOException {
    Path name = left.getName(0);
    if (left.getNameCount() > 1) {
      try (SecureDirectoryStream<Path> next =
          folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        below(next, left.subpath(1, left.getNameCount()), content);
      }
      return;
    }
    Path beside = name.resolveSibling("." + name + "." + UUID.randomUUID() + ".tmp");
    try {
      write(folder, beside, content);
      takeOver(folder, name, beside);
      folder.move(beside, folder, name);
    } catch (IOException failed) {
      delete(folder, beside);
      throw failed;
    }
  }

  private static void write(SecureDirectoryStream<Path> folder, Path file, byte[] content)
      throws IOException {
    try (SeekableByteChannel channel =
        folder.newByteChannel(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (channel instanceof FileChannel disk) {
        disk.force(true);
      }
    }
  }

  private static void takeOver(SecureDirectoryStream<Path> folder, Path old, Path fresh)
      throws IOException {
    PosixFileAttributes was;
    try {
      was = view(folder, old).readAttributes();
    } catch (NoSuchFileException isNew) {
      return;
    }
    if (!was.isRegularFile()) {
      throw new IOException(old + " is no regular file");
    }
    view(folder, fresh).setPermissions(was.permissions());
  }

  private static PosixFileAttributeView view(SecureDirectoryStream<Path> folder, Path file) {
    return folder.getFileAttributeView(
        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void delete(SecureDirectoryStream<Path> folder, Path file) throws IOException {
    try {
      folder.deleteFile(file);
    } catch (NoSuchFileException notMade) {
      // It failed before there was one.
    }
  }
}
