package comity.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder where everything is kept: {@code config.toml}, {@code hub.db}, {@code journal/},
 * {@code sessions/}, {@code audit.jsonl}, {@code log/} and {@code run/}. It is its owner's alone:
 * 0700, and what is made in it 0700 and 0600.
 *
 * @param root absolute; need not exist before {@link #open}
 */
public record Home(Path root) {
  /** The variable that names it; read by whoever starts the program. */
  public static final String VARIABLE = "COMITY_HOME";

  /** Where it is when nothing names it, below the user's own home. */
  public static final String STANDARD = ".comity";

  /** What came of opening a home. */
  public sealed interface Opening {
    /** It is there, with its folders, and it is ours. */
    record Opened(Home home) implements Opening {}

    /** It must not be used; {@code reason} says why and what to do. */
    record Refused(String reason) implements Opening {}
  }

  public Home {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * Where the home is.
   *
   * @param option of the command line; goes first
   * @param variable the value of {@link #VARIABLE}; an empty one counts as absent
   */
  public static Home locate(Optional<String> option, Optional<String> variable, Path userHome) {
    return option
        .or(() -> variable)
        .filter(text -> !text.isEmpty())
        .map(text -> new Home(Path.of(text)))
        .orElseGet(() -> new Home(userHome.resolve(STANDARD)));
  }

  public Path config() {
    return root.resolve("config.toml");
  }

  public Path database() {
    return root.resolve("hub.db");
  }

  public Path journal() {
    return root.resolve("journal");
  }

  public Path log() {
    return root.resolve("log");
  }

  public Path run() {
    return root.resolve("run");
  }

  public Path sessions() {
    return root.resolve("sessions");
  }

  /** What is kept of memory sessions; a folder memory would make the home a project. */
  public Path memory() {
    return root.resolve("recall");
  }

  /** The indexes of searches, which can be made anew. */
  public Path search() {
    return root.resolve("search");
  }

  public Path audit() {
    return root.resolve("audit.jsonl");
  }

  /**
   * Makes what is missing and refuses what others could have put there.
   *
   * @throws FileException where the machine fails
   */
  public Opening open() {
    try {
      if (root.getParent() == null) {
        return new Opening.Refused(root + " cannot be a home: name a folder of its own");
      }
      if (!Files.exists(root)) {
        makeRoot();
      }
      if (!Files.isDirectory(root)) {
        return new Opening.Refused(root + " is no folder: move it away or name another home");
      }
      Home real = new Home(root.toRealPath());
      Optional<String> refusal = Access.isPosix(real.root) ? real.refusal() : Optional.empty();
      if (refusal.isPresent()) {
        return new Opening.Refused(refusal.get());
      }
      for (Path folder : real.folders()) {
        make(folder);
      }
      return new Opening.Opened(real);
    } catch (IOException e) {
      throw FileException.of("Opening the home", root, e);
    }
  }

  private List<Path> folders() {
    return List.of(journal(), log(), run(), sessions(), memory(), search());
  }

  private void makeRoot() throws IOException {
    Path parent = root.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
      make(root);
    }
  }

  private static void make(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.getParent();
    try {
      Files.createDirectory(
          folder, Access.attributes(parent == null ? folder : parent, Access.FOLDER));
    } catch (FileAlreadyExistsException e) {
      // Another process of ours was quicker; anything but a folder is in the way.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  /** Why this folder must not be used, where it must not; narrows its mode where it may be. */
  private Optional<String> refusal() throws IOException {
    UserPrincipal owner = Files.getOwner(root, LinkOption.NOFOLLOW_LINKS);
    UserPrincipal self = Access.self(root);
    if (!owner.equals(self)) {
      return Optional.of(
          "%s belongs to %s, and this runs as %s: name a home of your own"
              .formatted(root, owner.getName(), self.getName()));
    }
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(root);
    if (Access.isWritableByOthers(mode)) {
      return Optional.of(
          "%s can be written by others (%s), who could have changed it: check it, then chmod 700 it"
              .formatted(root, PosixFilePermissions.toString(mode)));
    }
    if (!mode.equals(Access.FOLDER)) {
      // Narrowing a folder that is something else, such as a whole user's, would break it.
      if (!isOurs()) {
        return Optional.of(
            root + " holds other things: name an empty or new folder, or one that was a home");
      }
      Files.setPosixFilePermissions(root, Access.FOLDER);
    }
    return Optional.empty();
  }

  private boolean isOurs() throws IOException {
    if (Files.exists(config()) || Files.exists(database()) || Files.isDirectory(journal())) {
      return true;
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries.findAny().isEmpty();
    }
  }
}
