package comity.cli;

import comity.files.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What {@code comity doctor} looks at on the machine. */
final class MachineCheck {
  /** A day of busy agents. */
  private static final long LITTLE_DISK = 1L << 30;

  /** The store must be able to finish what it accepted. */
  private static final long NO_DISK = 64L << 20;

  /** Network file systems and coarse clocks differ by seconds. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  /** Before this program was written. */
  private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

  private final Home home;

  MachineCheck(Home home) {
    this.home = home;
  }

  Doctor.Finding java() {
    Runtime.Version version = Runtime.version();
    String text = "version " + version + " in " + System.getProperty("java.home");
    Path jar = Path.of(System.getProperty("java.class.path").split(":", 2)[0]);
    Path folder = jar.toAbsolutePath().getParent();
    try (Stream<Path> files =
        folder == null || !Files.isDirectory(folder) ? Stream.empty() : Files.list(folder)) {
      boolean trained =
          files.anyMatch(file ->
              file.toString().endsWith("-" + version + ".aot") || file.toString().endsWith(".aot"));
      return trained
          ? Doctor.Finding.ok("java", text + ", with the start-up cache")
          : Doctor.Finding.warning(
              "java", text + ", without a start-up cache", "starts are slower; delete build/");
    } catch (IOException unreadable) {
      return Doctor.Finding.warning("java", text + "; " + folder + " can't be read", "");
    }
  }

  /** The home: whose it is, and who may open what is in it. */
  List<Doctor.Finding> folder() throws IOException {
    Path root = home.root();
    if (!Files.exists(root)) {
      Path above = existing(root);
      return List.of(
          Files.isWritable(above)
              ? Doctor.Finding.ok("home", root + " is not there yet; the first start makes it")
              : Doctor.Finding.error(
                  "home", root + " can't be made in " + above, "name another with --home"));
    }
    if (!Files.isDirectory(root)) {
      return List.of(Doctor.Finding.error("home", root + " is no folder", "move it away"));
    }
    List<Doctor.Finding> findings = new ArrayList<>();
    findings.add(
        Files.isWritable(root)
            ? Doctor.Finding.ok("home", root.toString())
            : Doctor.Finding.error("home", root + " can't be written to", "chown or chmod it"));
    for (Path each : open()) {
      findings.add(
          Doctor.Finding.error(
              "permissions",
              each
                  + " can be opened by others ("
                  + PosixFilePermissions.toString(Files.getPosixFilePermissions(each))
                  + ")",
              "chmod go= " + each));
    }
    if (findings.size() == 1) {
      findings.add(Doctor.Finding.ok("permissions", "what is in it is its owner's alone"));
    }
    return findings;
  }

  /** What in the home others may open; folders that are closed protect what is in them. */
  private List<Path> open() throws IOException {
    if (!Files.getFileStore(home.root()).supportsFileAttributeView("posix")) {
      return List.of();
    }
    List<Path> open = new ArrayList<>();
    for (Path each :
        List.of(
            home.root(), home.run(), home.run().resolve("token"), home.config(), home.database())) {
      if (Files.exists(each)
          && Files.getPosixFilePermissions(each).stream().anyMatch(OTHERS::contains)) {
        open.add(each);
      }
    }
    return open;
  }

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  Doctor.Finding disk() throws IOException {
    Path on = existing(home.root());
    long free = Files.getFileStore(on).getUsableSpace();
    String text = (free >> 20) + " MiB are free for " + home.root();
    if (free < NO_DISK) {
      return Doctor.Finding.error("disk", text, "make room; messages are refused without it");
    }
    return free < LITTLE_DISK
        ? Doctor.Finding.warning("disk", text, "that is little")
        : Doctor.Finding.ok("disk", text);
  }

  /** A clock that went back shows in files that are newer than now. */
  Doctor.Finding clock() throws IOException {
    Instant now = Instant.now();
    if (now.isBefore(EARLIEST)) {
      return Doctor.Finding.error("clock", "it says " + now, "set it; keys and retries go by it");
    }
    if (Files.isDirectory(home.journal())) {
      try (Stream<Path> files = Files.list(home.journal())) {
        for (Path file : files.toList()) {
          Instant written = Files.getLastModifiedTime(file).toInstant();
          if (written.isAfter(now.plus(SLACK))) {
            return Doctor.Finding.warning(
                "clock",
                "it says " + now + ", but " + file + " is of " + written,
                "did it go back?");
          }
        }
      }
    }
    return Doctor.Finding.ok("clock", now.toString());
  }

  /** The folder itself, or the nearest above it that is there. */
  private static Path existing(Path folder) {
    Path at = folder;
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }
}
