package comity.recall;

import comity.files.Home;
import comity.memory.Entry;
import comity.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A project on disk, with a home beside it, for tests. */
record Ground(Home home, Project project) {
  static final OffsetDateTime NOON = OffsetDateTime.parse("2026-11-30T12:05:00+08:00");

  static Ground make(Path folder) throws IOException {
    Path real = Files.createDirectories(folder).toRealPath();
    Path root = Files.createDirectories(real.resolve("project"));
    return switch (new Home(real.resolve("home")).open()) {
      case Home.Opening.Opened(Home home) -> new Ground(home, new Project("p", root));
      case Home.Opening.Refused(String why) -> throw new IOException(why);
    };
  }

  static Entry entry(Entry.Kind kind, String text, String message) {
    LocalDateTime at = NOON.toLocalDateTime();
    return new Entry(
        kind,
        text,
        at,
        message.isEmpty() ? Optional.empty() : Optional.of(new Entry.Source("s1", message)));
  }

  MemoryWrites writes() {
    return new MemoryWrites(home, project, _ -> {});
  }

  Flush flush(Consumer<Path> writing) {
    return new Flush(home, project, () -> NOON, writing);
  }

  Path file(String name, String text) throws IOException {
    Path file = project.root().resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    return Files.writeString(file, text);
  }

  String text(String name) throws IOException {
    return Files.readString(project.root().resolve(name));
  }

  /** All files of the project with what is in them. */
  Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(project.root())) {
      for (Path path : walk.filter(Files::isRegularFile).toList()) {
        texts.put(project.root().relativize(path).toString(), Files.readString(path));
      }
    }
    return texts;
  }

  /** The names of the files in the home that wait to be written. */
  List<String> waiting() throws IOException {
    try (Stream<Path> files = Files.list(home.memory())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
