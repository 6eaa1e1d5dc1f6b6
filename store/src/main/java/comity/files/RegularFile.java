package comity.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that somebody may have put something else in the place of: a pipe never ends. */
public final class RegularFile {
  private RegularFile() {}

  /**
   * The first bytes of a file; none where there is no file.
   *
   * @param most how many
   * @throws FileException where it is something else, or can't be read
   */
  public static byte[] read(Path file, int most) {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new FileException("Reading", file, "is no regular file", "Move it away", null);
      }
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
