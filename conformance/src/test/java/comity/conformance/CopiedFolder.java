package comity.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** A copy of a folder, as a person makes it with {@code cp -a}, without the sockets in it. */
public final class CopiedFolder {
  private CopiedFolder() {}

  /** Copies all files and folders to a new folder, which is returned. */
  public static Path of(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        if (Files.isDirectory(each) || Files.isRegularFile(each)) {
          Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    return to;
  }
}
