package comity.conformance.messages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of this machine, as {@code /proc} shows them. */
final class Processes {
  private Processes() {}

  /** Living processes whose environment mentions the path: the hub gives it to all it runs. */
  static List<String> thatMention(Path path) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .filter(process -> text(process.resolve("environ")).contains(path.toString()))
          .map(process -> process.getFileName() + " " + text(process.resolve("cmdline")))
          .toList();
    }
  }

  /** Empty where it has just ended, or is a zombie, which has none. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }
}
