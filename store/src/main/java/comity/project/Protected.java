package comity.project;

import comity.files.FileException;
import comity.roles.Place;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a project that have a rule of their own, as they are on disk now: to know them by
 * another name, a hard link's or that of what they lead to.
 */
final class Protected {
  /** More would take longer to look through than an agent's tool may wait. */
  private static final int MAX_ENTRIES = 50_000;

  private static final int DEPTH = 12;

  private static final List<String> FOLDERS =
      List.of(
          ".muse",
          "memory",
          ".claude",
          ".codex",
          ".gemini",
          ".qwen",
          ".opencode",
          ".pi",
          ".cursor",
          ".github/hooks");

  /**
   * One of them.
   *
   * @param names from the project's root
   * @param at where it is, links followed but for its own
   * @param key of device and inode; absent where the system has none
   * @param leadsTo where it is a symbolic link
   */
  record Entry(List<String> names, Path at, @Nullable Object key, Optional<Path> leadsTo) {
    public Entry {
      names = List.copyOf(names);
    }

    Place place() {
      return Place.of(names);
    }

    /** Whether it is such a folder as a whole, which is a link. */
    boolean isFolder() {
      return FOLDERS.contains(String.join("/", names));
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  private Protected() {}

  /**
   * Looks through the folders that have them.
   *
   * @throws FileException where there are too many to look through, or they can't be read
   */
  static Protected of(Path root) {
    Protected found = new Protected();
    try {
      for (String folder : FOLDERS) {
        found.walk(root, root.resolve(folder));
      }
      try (Stream<Path> top = Files.list(root)) {
        for (Path file : (Iterable<Path>) top::iterator) {
          List<String> names = List.of(String.valueOf(file.getFileName()));
          if (!(Place.of(names) instanceof Place.Sources) && !Files.isDirectory(file)) {
            found.add(
                names,
                file,
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
          }
        }
      }
    } catch (IOException e) {
      throw FileException.of("Looking through", root, e);
    }
    return found;
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  private void walk(Path root, Path folder) throws IOException {
    Optional<Path> real = RealPath.follow(folder);
    if (real.isEmpty() || !Files.isDirectory(real.get())) {
      return;
    }
    List<String> names = RealPath.names(root.relativize(folder));
    Path base = real.get();
    if (!base.equals(folder)) {
      entries.add(new Entry(names, folder, null, real));
    }
    Files.walkFileTree(
        base,
        EnumSet.noneOf(FileVisitOption.class),
        DEPTH,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            List<String> all = new ArrayList<>(names);
            all.addAll(RealPath.names(base.relativize(file)));
            add(all, file, attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void add(List<String> names, Path at, BasicFileAttributes attributes) throws IOException {
    if (entries.size() >= MAX_ENTRIES) {
      throw new IOException("there are more than " + MAX_ENTRIES + " files in .muse and memory");
    }
    Optional<Path> leadsTo = attributes.isSymbolicLink() ? RealPath.follow(at) : Optional.empty();
    entries.add(new Entry(names, at, attributes.fileKey(), leadsTo));
  }

  /** What a place is because a protected name leads to it or to a folder around it. */
  List<Place> ledTo(Path real) {
    List<Place> places = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.leadsTo().isPresent() && real.startsWith(entry.leadsTo().get())) {
        List<String> names = new ArrayList<>(entry.names());
        names.addAll(RealPath.names(entry.leadsTo().get().relativize(real)));
        names.removeIf(String::isEmpty);
        Place place = Place.of(names);
        if (entry.isFolder() || isOfOneFile(place)) {
          places.add(place);
        }
      }
    }
    return places;
  }

  /** A link in {@code .muse} to the docs does not make the docs a part of {@code .muse}. */
  private static boolean isOfOneFile(Place place) {
    return switch (place) {
      case Place.RoleFileOf _,
          Place.DailyNotes _,
          Place.GatedMemory _,
          Place.LongTermMemory _,
          Place.Rules _,
          Place.Preferences _,
          Place.GuardSettings _ ->
          true;
      case Place.RoleFolder _,
          Place.Notes _,
          Place.LookAlike _,
          Place.WorktreeCopy _,
          Place.Kept _,
          Place.KeptMemory _,
          Place.GitFiles _,
          Place.Sources _,
          Place.Outside _ ->
          false;
    };
  }

  /** What a file is by its other names. */
  List<Place> linkedTo(Path real) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile() || attributes.fileKey() == null || !hasMoreNames(real)) {
        return List.of();
      }
      return entries.stream()
          .filter(entry -> attributes.fileKey().equals(entry.key()))
          .map(Entry::place)
          .toList();
    } catch (IOException notThere) {
      return List.of();
    }
  }

  /** Whether a file is one of the memory behind the gate, by its own name or by another. */
  static boolean isGated(Path root, Path real) throws IOException {
    return Place.of(RealPath.names(root.relativize(real))) instanceof Place.GatedMemory
        || (hasMoreNames(real)
            && of(root).linkedTo(real).stream().anyMatch(Place.GatedMemory.class::isInstance));
  }

  private static boolean hasMoreNames(Path file) throws IOException {
    return !file.getFileSystem().supportedFileAttributeViews().contains("unix")
        || !Integer.valueOf(1)
            .equals(Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS));
  }
}
