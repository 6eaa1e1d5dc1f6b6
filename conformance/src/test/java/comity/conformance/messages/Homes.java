package comity.conformance.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes homes and the programs of their agents. */
public final class Homes {
  private Homes() {}

  /** A home with this {@code config.toml}. */
  static Path make(Path home, String configuration) throws IOException {
    Files.createDirectory(
        home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    configure(home, configuration);
    return home;
  }

  /** Replaces {@code config.toml} at once, as an editor does. */
  static void configure(Path home, String configuration) throws IOException {
    Path next = Files.writeString(home.resolve("config.toml.next"), configuration);
    Files.move(next, home.resolve("config.toml"), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  /** A shell script that can be run. */
  public static Path script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }
}
