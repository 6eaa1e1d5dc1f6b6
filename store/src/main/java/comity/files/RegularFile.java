package comity.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

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
   * The first bytes of a file; none where there is no file.
   *
   * @param most how many
   * @throws FileException where it is something else, or can't be read
   */
  public static byte[] read(Path file, int most) {
    try {
      check(file);
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(most);
      }
    } catch (NoSuchFileException _) {
      return new byte[0];
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }
}
