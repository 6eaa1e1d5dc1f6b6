package comity.recall;

import comity.files.FileException;
import comity.memory.MemoryFile;
import comity.memory.Scope;
import comity.project.RealPath;
import comity.project.SteadyRead;
import comity.roles.Isolation;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of memory by their name from the project's root. What is read is the file at that
 * very place: a link on the way, or a file that another scope has too, is refused, so that nothing
 * of one group comes out of another's (MEM-2, MEM-4).
 */
final class ScopeFiles {
  /**
   * A file of memory is for reading: one that is larger has some 500,000 tokens, of which a session
   * is given a hundredth. All that is done with one holds it in memory several times over.
   */
  public static final int MAX_BYTES = 2 << 20;

  /** As often a file is read anew because it was replaced meanwhile. */
  private static final int MAX_TRIES = 20;

  private static final String MEMORY = "memory";

  private final Path root;

  /** As last looked at; a file is judged anew where it changed since. */
  private volatile @Nullable Owners owners;

  /** What came of reading. */
  public sealed interface Reading {
    /** That is in it. */
    record Read(String text) implements Reading {}

    /** There is none. */
    record Missing() implements Reading {}

    /** It is not the file that its name says. */
    record Refused(Verdict.Refused verdict) implements Reading {}
  }

  /** The files below a project's root. */
  public ScopeFiles(Path root) {
    this.root = RealPath.follow(root.toAbsolutePath()).orElse(root.toAbsolutePath());
  }

  /**
   * Reads a file.
   *
   * @param name from the project's root, without dots and double dots
   * @throws FileException where it can't be read, or is larger than {@link #MAX_BYTES}
   */
  public Reading read(String name) {
    Path file = root.resolve(name);
    IOException last = new IOException("it changes again and again");
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      try {
        Optional<Verdict.Refused> refused = refused(name);
        if (refused.isPresent()) {
          return new Reading.Refused(refused.get());
        }
        // What is read is the very file that was judged, whatever takes its place meanwhile.
        BasicFileAttributes judged = SteadyRead.attributes(file);
        if (isShared(name, file, judged.fileKey())) {
          return new Reading.Refused(shared(name));
        }
        byte[] bytes = SteadyRead.bytes(root, file, judged, MAX_BYTES);
        if (bytes.length > MAX_BYTES) {
          throw tooLarge("Reading", file);
        }
        return new Reading.Read(text(bytes));
      } catch (NoSuchFileException gone) {
        return new Reading.Missing();
      } catch (IOException changed) {
        last = changed;
      }
    }
    throw FileException.of("Reading", file, last);
  }

  /** That a file is no file of memory, and what to do about it. */
  static FileException tooLarge(String operation, Path file) {
    return FileException.of(
        operation,
        file,
        new IOException(
            "it is larger than "
                + (MAX_BYTES >> 20)
                + " MiB, the most of a file of memory; move a part of it into another file"));
  }

  /** The text of a file; bytes that are no UTF-8 show as U+FFFD, a byte order mark does not. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** The text of a file that is only looked at; empty where it can't be read. */
  Optional<String> peek(String name) {
    try {
      return read(name) instanceof Reading.Read(String text) ? Optional.of(text) : Optional.empty();
    } catch (FileException unreadable) {
      return Optional.empty();
    }
  }

  /** What was known of files with several names counts no longer. */
  void lookAnew() {
    owners = null;
  }

  /** Whether anything is there of that name, whatever it is. */
  boolean isThere(String name) {
    return Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Is another whenever the content of the file is; empty where it may not be read. */
  Optional<String> stamp(String name) {
    Path file = root.resolve(name);
    try {
      if (refused(name).isPresent() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      BasicFileAttributes now =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return Optional.of(
          now.size() + "/" + now.lastModifiedTime() + "/" + changed(file) + "/" + now.fileKey());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** When the system last changed anything of it, which nobody sets back. */
  private static String changed(Path file) throws IOException {
    try {
      return String.valueOf(Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS));
    } catch (UnsupportedOperationException | IllegalArgumentException notHere) {
      return "";
    }
  }

  /** Why a file must not be taken for what its name says; empty where it may. */
  Optional<Verdict.Refused> refused(String name) throws IOException {
    Path file = root.resolve(name);
    if (!file.normalize().equals(file) || !file.startsWith(root)) {
      return Optional.of(Isolation.memoryLink(name, "leads elsewhere"));
    }
    if (!file.equals(RealPath.follow(file).orElse(root))) {
      return Optional.of(Isolation.memoryLink(name, "leads through a symbolic link"));
    }
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isShared(name, file, key(file))) {
      return Optional.of(shared(name));
    }
    return Optional.empty();
  }

  private static Verdict.Refused shared(String name) {
    return Isolation.memoryLink(name, "is a file that another memory has too (a hard link)");
  }

  /**
   * Whether a file with several names has one of them in another scope, or as main's notes.
   *
   * @param key which file is meant
   * @throws IOException where another file has taken its place
   */
  private boolean isShared(String name, Path file, @Nullable Object key) throws IOException {
    Optional<Owners.Linked> linked = key == null ? Optional.empty() : Owners.linked(file, key);
    if (linked.isEmpty()) {
      return false;
    }
    Owners known = owners;
    if (known == null || !known.knows(linked.get())) {
      // All are looked at for all the files that follow: a backup may have linked each of them.
      known = Owners.of(root);
      owners = known;
    }
    return known.isShared(linked.get(), name);
  }

  private static Object key(Path file) throws IOException {
    Object key =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return key == null ? file : key;
  }

  /**
   * The Markdown files of a scope that may be read, from the project's root, sorted; its index not.
   *
   * @throws FileException where the folder can't be listed
   */
  public List<String> list(Scope scope) {
    Path folder = root.resolve(scope.folder());
    List<String> names = new ArrayList<>();
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !folder.equals(RealPath.follow(folder).orElse(root))) {
        return List.of();
      }
      try (Stream<Path> walk = Files.walk(folder, 2)) {
        walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
            .map(path -> folder.relativize(path).toString().replace('\\', '/'))
            .filter(name -> MemoryFile.problem(scope, name).isEmpty())
            .map(name -> scope.folder() + name)
            .filter(name -> !name.equals(scope.index()))
            .sorted()
            .forEach(names::add);
      }
      return names;
    } catch (UncheckedIOException failed) {
      throw FileException.of("Listing", folder, new IOException(failed));
    } catch (IOException failed) {
      throw FileException.of("Listing", folder, failed);
    }
  }

  /** The notes that are there, old ones too, and the two files of what is kept for long. */
  List<String> notes() {
    List<String> names = new ArrayList<>();
    for (String folder : List.of(MEMORY, MEMORY + "/archive")) {
      Path path = root.resolve(folder);
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      try (Stream<Path> list = Files.list(path)) {
        list.map(file -> folder + "/" + file.getFileName())
            .filter(Indexes::isNote)
            .sorted()
            .forEach(names::add);
      } catch (UncheckedIOException | IOException failed) {
        throw FileException.of("Listing", path, new IOException(failed));
      }
    }
    names.addAll(List.of("MEMORIES.md", "MEMORY.md"));
    return names;
  }
}
