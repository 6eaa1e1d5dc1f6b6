package comity.search;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/** The files below a folder, which says what was read of it. */
final class Notes implements Texts {
  private final Path root;
  private final List<String> read = new ArrayList<>();
  private final Set<String> denied = new ConcurrentSkipListSet<>();

  Notes(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  void write(String name, String text) throws IOException {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(String name, byte[] bytes) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Path beside = file.resolveSibling("." + file.getFileName());
    Files.write(beside, bytes);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }

  void deny(String name) {
    denied.add(name);
  }

  /** What was read since this was asked the last time. */
  synchronized List<String> read() {
    List<String> names = List.copyOf(read);
    read.clear();
    return names;
  }

  /** What another process is writing lies beside, under a name with a dot. */
  private static boolean isNote(Path file) {
    return Files.isRegularFile(file) && !String.valueOf(file.getFileName()).startsWith(".");
  }

  @Override
  public List<Listed> list() throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    List<Listed> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(Notes::isNote)::iterator) {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        all.add(
            new Listed(
                root.relativize(file).toString(),
                is.size() + " " + is.lastModifiedTime().toInstant() + " " + is.fileKey()));
      }
    }
    return all;
  }

  @Override
  public byte[] read(String name) throws IOException {
    synchronized (this) {
      read.add(name);
    }
    if (denied.contains(name)) {
      throw new IOException("not allowed");
    }
    return Files.readAllBytes(root.resolve(name));
  }
}
