package comity.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Replaces a file as a whole: a reader sees the old content or the new, never a part, and after
 * return the new survives a power cut.
 *
 * <p>The content goes to a file beside it, which is flushed, given the old file's mode, owner and
 * group, and moved over it; then the folder is flushed, since the move lives there. A new file is
 * 0600. A symbolic link is kept and what it leads to is replaced. Hard links and extended
 * attributes are not kept.
 */
public final class AtomicFile {
  /** As many links as Linux follows. */
  private static final int MAX_LINKS = 40;

  private AtomicFile() {}

  /**
   * Writes {@code content} to {@code file}.
   *
   * @param within what is written must be in this folder once all links are followed
   * @throws FileException where it cannot be; the old file is then as it was
   */
  public static void write(Path within, Path file, byte[] content) {
    try {
      replace(checked(within, file), content, _ -> true);
    } catch (IOException e) {
      throw FileException.of("Writing", file, e);
    }
  }

  /**
   * Writes {@code content} to {@code file}, if it still holds {@code expected} in the moment before
   * it is replaced: others change files without a lock.
   *
   * @param expected empty where the file must not be there yet
   * @return false where it holds something else; it is then as it was
   */
  public static boolean write(Path within, Path file, Optional<byte[]> expected, byte[] content) {
    try {
      return replace(checked(within, file), content, target -> holds(target, expected));
    } catch (IOException e) {
      throw FileException.of("Writing", file, e);
    }
  }

  /**
   * As {@link #write(Path, Path, Optional, byte[])}, to the file at that very place: none of its
   * folders is a link, nor is it one itself, also not in the moment before it is replaced.
   *
   * @param file absolute, all links followed
   */
  public static boolean writeHere(Path file, Optional<byte[]> expected, byte[] content) {
    try {
      isHere(file);
      return replace(
          file,
          content,
          target -> {
            isHere(file);
            return holds(target, expected);
          });
    } catch (IOException e) {
      throw FileException.of("Writing", file, e);
    }
  }

  private static void isHere(Path file) throws IOException {
    if (!target(file).equals(file) || Files.isSymbolicLink(file)) {
      throw new IOException("it leads elsewhere");
    }
  }

  /**
   * Makes the folders that are missing down to one; after return they survive a power cut.
   *
   * @param within above which none is made
   * @throws FileException where something else than a folder is in the way, such as a link
   */
  public static void makeFolders(Path within, Path folder) {
    try {
      Path at = within;
      for (Path name : within.relativize(folder)) {
        Path above = at;
        at = at.resolve(name);
        if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(at);
          flush(above);
        }
        if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(at + " is no folder");
        }
      }
    } catch (IOException e) {
      throw FileException.of("Making the folder", folder, e);
    }
  }

  /**
   * Removes what a killed process left beside a file that it wanted to write. The caller holds a
   * lock, so that nobody is writing the file now.
   */
  public static void sweep(Path file) {
    try {
      Path target = target(file);
      Path folder = target.getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        return;
      }
      String left = Pattern.quote("." + target.getFileName() + ".") + "[0-9]+\\.tmp";
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, ".*.tmp")) {
        for (Path entry : entries) {
          if (String.valueOf(entry.getFileName()).matches(left)) {
            Files.deleteIfExists(entry);
          }
        }
      }
    } catch (IOException e) {
      throw FileException.of("Tidying up beside", file, e);
    } catch (DirectoryIteratorException e) {
      throw FileException.of("Tidying up beside", file, new IOException(e));
    }
  }

  /**
   * Moves a file to a name in the same file system that is free, or that of a file that says the
   * same; after return the move survives a power cut. Where it ended in between, the file has both
   * names, and moving it again ends that.
   *
   * @param within both names must be in this folder once all links are followed
   * @throws FileException where it can't be, or the name is taken; the file is then where it was
   */
  public static void move(Path within, Path from, Path to) {
    try {
      Path source = checked(within, from);
      Path target = checked(within, to);
      // A second name for the file, then one less: nothing is replaced, and no moment has neither.
      if (!Files.exists(target) || Files.mismatch(source, target) >= 0) {
        Files.createLink(target, source);
      }
      Path folder = target.getParent();
      if (folder != null) {
        flush(folder);
      }
      Files.delete(source);
      Path old = source.getParent();
      if (old != null) {
        flush(old);
      }
    } catch (IOException e) {
      throw FileException.of("Moving", from, e);
    }
  }

  private static boolean holds(Path target, Optional<byte[]> expected) throws IOException {
    return Files.exists(target)
        ? expected.isPresent() && Arrays.equals(expected.get(), Files.readAllBytes(target))
        : expected.isEmpty();
  }

  private static Path checked(Path within, Path file) throws IOException {
    Path target = target(file);
    if (!target.startsWith(within.toRealPath())) {
      throw new FileException(
          "Writing",
          file,
          "it leads to " + target + ", out of " + within,
          "Put the file itself there",
          null);
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new FileException("Writing", target, RegularFile.NONE, "Move it away", null);
    }
    return target;
  }

  /** What is asked at the last moment. */
  private interface Question {
    boolean ask(Path target) throws IOException;
  }

  /** Where the file really is: all links followed, also those to a file that is not there yet. */
  private static Path target(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int links = 0; links < MAX_LINKS; links++) {
      Path folder = at.getParent();
      Path name = at.getFileName();
      if (folder == null || name == null) {
        throw new IOException("is no file");
      }
      at = folder.toRealPath().resolve(name);
      if (!Files.isSymbolicLink(at)) {
        return at;
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    throw new IOException("too many symbolic links");
  }

  private static boolean replace(Path target, byte[] content, Question mayReplace)
      throws IOException {
    Path folder = target.getParent();
    Path name = target.getFileName();
    if (folder == null || name == null) {
      throw new IOException("is no file");
    }
    Path beside =
        Files.createTempFile(
            folder, "." + name + ".", ".tmp", Access.attributes(folder, Access.FILE));
    try {
      try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (Files.exists(target) && Access.isPosix(folder)) {
          takeOver(target, beside);
        }
        channel.force(true);
      }
      if (!mayReplace.ask(target)) {
        return false;
      }
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
    flush(folder);
    return true;
  }

  private static void takeOver(Path old, Path fresh) throws IOException {
    PosixFileAttributes was =
        Files.readAttributes(old, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    PosixFileAttributeView view =
        Files.getFileAttributeView(fresh, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    PosixFileAttributes is = view.readAttributes();
    // Owner and group before the mode: changing them takes mode bits away.
    if (!is.owner().equals(was.owner())) {
      view.setOwner(was.owner());
    }
    if (!is.group().equals(was.group())) {
      view.setGroup(was.group());
    }
    view.setPermissions(was.permissions());
  }

  /** Makes names in a folder durable; on Windows the move itself is. */
  static void flush(Path folder) throws IOException {
    if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows")) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
