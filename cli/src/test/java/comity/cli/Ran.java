package comity.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A command line that ran inside the test. */
record Ran(int code, String out, String err) {

  /** Runs it in {@code folder}, which is the user's home too and holds the launcher. */
  static Ran in(Path folder, Map<String, String> environment, String... arguments) {
    return in(folder, environment, "", arguments);
  }

  /** As {@link #in(Path, Map, String...)}, with this on standard input. */
  static Ran in(Path folder, Map<String, String> environment, String input, String[] arguments) {
    return in(folder, environment, input, 0, arguments);
  }

  /** On a terminal of so many columns. */
  static Ran at(int columns, Path folder, String... arguments) {
    return in(folder, Map.of(), "", columns, arguments);
  }

  private static Ran in(
      Path folder, Map<String, String> environment, String input, int columns, String[] arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            folder,
            folder,
            "comity",
            folder.resolve("comity"),
            columns);
    int code = new Program(surroundings).run(List.of(arguments));
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  static Ran in(Path folder, String... arguments) {
    return in(folder, Map.of(), arguments);
  }
}
