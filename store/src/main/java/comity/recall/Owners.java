package comity.recall;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whose each file of memory was when all were looked at: of a file with several names, whose each
 * name is. A new name changes the time at which the file itself last changed, so what is known of a
 * file is worth nothing once that is another.
 */
final class Owners {
  private static final String MEMORY = "memory";
  private static final String GROUPS = "memory/groups";
  private static final List<String> BESIDE =
      List.of("MEMORY.md", "MEMORIES.md", "SOUL.md", "USER.md");

  /** Where a name is moved without a trace, it counts after that. */
  private static final long LASTS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<Object, Seen> seen = new HashMap<>();
  private final long since = System.nanoTime();

  /**
   * A file that has several names.
   *
   * @param key which file it is
   * @param changed when anything of it last changed
   */
  record Linked(Object key, String changed) {}

  private record Seen(String changed, Set<String> owners) {}

  private Owners() {}

  /** Looks at all files of a project's memory. */
  static Owners of(Path root) throws IOException {
    Owners owners = new Owners();
    for (Path file : all(root)) {
      try {
        Map<String, Object> now =
            Files.readAttributes(file, "unix:fileKey,ctime", LinkOption.NOFOLLOW_LINKS);
        String changed = String.valueOf(now.get("ctime"));
        String owner = owner(root.relativize(file).toString().replace('\\', '/'));
        owners
            .seen
            .computeIfAbsent(now.get("fileKey"), _ -> new Seen(changed, new TreeSet<>()))
            .owners()
            .add(owner);
      } catch (NoSuchFileException gone) {
        // It is nobody's any more.
      }
    }
    return owners;
  }

  private static List<Path> all(Path root) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(root.resolve(MEMORY))) {
      walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).forEach(files::add);
    } catch (UncheckedIOException gone) {
      throw new IOException(gone);
    }
    for (String name : BESIDE) {
      Path file = root.resolve(name);
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        files.add(file);
      }
    }
    return files;
  }

  /** Whose a file is by its name: a group's, or main's. */
  static String owner(String name) {
    if (!name.startsWith(GROUPS + "/")) {
      return "";
    }
    String own = name.substring(GROUPS.length() + 1);
    int slash = own.indexOf('/');
    return slash >= 0
        ? own.substring(0, slash)
        : own.endsWith(".md") ? own.substring(0, own.length() - 3) : own;
  }

  /**
   * A file by its key, if it has several names.
   *
   * @throws IOException where another has taken its place
   */
  static Optional<Linked> linked(Path file, Object key) throws IOException {
    try {
      Map<String, Object> now =
          Files.readAttributes(file, "unix:nlink,fileKey,ctime", LinkOption.NOFOLLOW_LINKS);
      if (!key.equals(now.get("fileKey"))) {
        throw new IOException(file + " was replaced meanwhile");
      }
      return now.get("nlink") instanceof Integer links && links > 1
          ? Optional.of(new Linked(key, String.valueOf(now.get("ctime"))))
          : Optional.empty();
    } catch (UnsupportedOperationException | IllegalArgumentException notHere) {
      return Optional.empty();
    }
  }

  /** Whether it may still be asked about a file. */
  boolean knows(Linked file) {
    Seen known = seen.get(file.key());
    return known != null
        && known.changed().equals(file.changed())
        && System.nanoTime() - since < LASTS_NANOS;
  }

  /** Whether a file has a name of somebody else than its owner by this one. */
  boolean isShared(Linked file, String name) {
    Seen known = seen.get(file.key());
    return known != null && known.owners().stream().anyMatch(each -> !each.equals(owner(name)));
  }
}
