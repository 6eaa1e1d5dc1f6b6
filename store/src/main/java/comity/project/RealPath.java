package comity.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a path leads: every link followed, also where the file is not there yet. Two readings are
 * told apart, because programs differ: the kernel follows {@code link/..} through the link, many
 * programs take both away before they ask the kernel.
 */
public final class RealPath {
  /** As many links as Linux follows. */
  private static final int MAX_LINKS = 40;

  /** Linux takes no longer path; what is longer need not be taken apart. */
  private static final int MAX_LENGTH = 4096;

  /** What came of following a path. */
  sealed interface Following {
    /**
     * All places that may be meant, at least one; absolute, without links, dots and double dots.
     */
    record Found(Set<Path> places) implements Following {
      public Found {
        places = Set.copyOf(places);
      }
    }

    /** It leads nowhere that can be told; {@code why} begins with a verb. */
    record Unknown(String why) implements Following {}
  }

  private RealPath() {}

  /** Follows what was written, where the working folder is {@code folder}. */
  static Following of(Path folder, String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return new Following.Unknown(text.isEmpty() ? "is empty" : "is too long");
    }
    Path path;
    try {
      path = folder.toAbsolutePath().resolve(text);
    } catch (InvalidPathException impossible) {
      return new Following.Unknown("is none on this system");
    }
    Set<Path> places = new LinkedHashSet<>();
    for (Path reading : List.of(path, path.normalize())) {
      Optional<Path> place = follow(reading);
      if (place.isEmpty()) {
        return new Following.Unknown("leads through links that can't be followed");
      }
      places.add(place.get());
    }
    return new Following.Found(places);
  }

  /** Where the kernel gets; empty where it does not, or where each process gets elsewhere. */
  public static Optional<Path> follow(Path path) {
    Path at = path.getRoot();
    if (at == null) {
      return Optional.empty();
    }
    Deque<String> left = new ArrayDeque<>();
    path.forEach(name -> left.addLast(name.toString()));
    int links = 0;
    while (!left.isEmpty()) {
      String name = left.removeFirst();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        Path parent = at.getParent();
        at = parent == null ? at : parent;
        continue;
      }
      Path next = at.resolve(name);
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      Optional<Path> target = target(next);
      if (++links > MAX_LINKS || target.isEmpty()) {
        return Optional.empty();
      }
      Path root = target.get().getRoot();
      at = root == null ? at : root;
      List<String> names = names(target.get());
      names.reversed().forEach(left::addFirst);
    }
    return Optional.of(at);
  }

  private static Optional<Path> target(Path link) {
    if (link.startsWith("/proc") && link.getNameCount() > 2) {
      // What /proc shows below a process is that process's own: ours is not the one that asks.
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readSymbolicLink(link));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** The names of a path, from its root. */
  static List<String> names(Path path) {
    List<String> names = new ArrayList<>();
    path.forEach(name -> names.add(name.toString()));
    return names;
  }
}
