package comity.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * Files that somebody may have put something else in the place of: whoever opens a pipe waits until
 * another opens it too, which nobody may ever do, and one that is open may never end.
 */
public final class RegularFile {
  /** What is wrong with anything else. */
  static final String NONE = "is no regular file";

  private RegularFile() {}

  /**
   * To be asked before a file is opened by its name.
   *
   * @throws FileSystemException where it is something else; a file that is not there is none
   */
  public static void check(Path file) throws IOException {
    if (!Files.isRegularFile(file) && Files.exists(file)) {
      throw new FileSystemException(file.toString(), null, NONE);
    }
  }

  /**
   * Opens a file to be read from its beginning.
   *
   * @throws NoSuchFileException where it is not there
   * @throws FileSystemException where it is something else
   */
  public static InputStream open(Path file) throws IOException {
    check(file);
    return Files.newInputStream(file);
  }

  /** As {@link #open(Path)}, in the way that the options say; they may make it. */
  public static FileChannel open(
      Path file, Set<? extends OpenOption> how, FileAttribute<?>... attributes) throws IOException {
    check(file);
    return FileChannel.open(file, how, attributes);
  }

  /** All bytes of a file; as {@link #open(Path)}. */
  public static byte[] bytes(Path file) throws IOException {
    check(file);
    return Files.readAllBytes(file);
  }

  /**
   * The first bytes of a file; none where there is no file.
   *
   * @param most how many
   * @throws FileException where it is something else, or can't be read
   */
  public static byte[] read(Path file, int most) {
    try (InputStream in = open(file)) {
      return in.readNBytes(most);
    } catch (NoSuchFileException _) {
      return new byte[0];
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }
}
