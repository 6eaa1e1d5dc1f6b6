package comity.project;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/**
 * Reads a file at a place that was resolved, without following a link on the way to it: nobody can
 * put another file there between the judgement and the reading.
 *
 * <p>Each folder is opened from the one above it and held open (openat with {@code O_NOFOLLOW}).
 * Where the system has no such call, on Windows, the file is opened by its path and looked at again
 * afterwards.
 */
public final class SteadyRead {
  private SteadyRead() {}

  /**
   * The bytes, at most one more than {@code most}.
   *
   * @param base a folder around it that is the owner's alone to move
   * @param real below it, links followed
   * @throws IOException where it is no regular file, or another than a moment ago
   */
  public static byte[] bytes(Path base, Path real, int most) throws IOException {
    return bytes(base, real, attributes(real), most);
  }

  /**
   * As {@link #bytes(Path, Path, int)}.
   *
   * @param judged the file that is meant, by {@link #attributes} before
   */
  public static byte[] bytes(Path base, Path real, BasicFileAttributes judged, int most)
      throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(base)) {
      if (top instanceof SecureDirectoryStream<Path> folder) {
        return below(folder, base.relativize(real), judged, most);
      }
    }
    try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (!real.equals(RealPath.follow(real).orElse(null))) {
        throw new NotLinkException(real.toString(), null, "a folder became a link meanwhile");
      }
      same(real, judged, attributes(real));
      return bytes;
    }
  }

  private static byte[] below(
      SecureDirectoryStream<Path> folder, Path left, BasicFileAttributes judged, int most)
      throws IOException {
    Path name = left.getName(0);
    if (left.getNameCount() > 1) {
      try (SecureDirectoryStream<Path> next =
          folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        return below(next, left.subpath(1, left.getNameCount()), judged, most);
      }
    }
    BasicFileAttributeView view =
        folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    same(name, judged, view.readAttributes());
    try (InputStream in =
        Channels.newInputStream(
            folder.newByteChannel(
                name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
      same(name, judged, view.readAttributes());
      return in.readNBytes(most + 1);
    }
  }

  /** What tells a file from another that takes its place. */
  public static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static void same(Path file, BasicFileAttributes judged, BasicFileAttributes now)
      throws IOException {
    if (!now.isRegularFile()) {
      throw new IOException(file + " is no regular file");
    }
    if (!Objects.equals(judged.fileKey(), now.fileKey())) {
      throw new IOException(file + " was replaced meanwhile");
    }
  }
}
