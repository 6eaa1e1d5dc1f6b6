package comity.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Command lines that run in this process: a process for each of hundreds would take minutes. */
public final class InProcess {
  private InProcess() {}

  /** How one ended. */
  public record Ran(int code, String out, String err) {}

  /** Runs one in a folder, with this on standard input. */
  public static Ran run(
      Path folder, Map<String, String> environment, String input, List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            folder.resolveSibling("user"),
            folder,
            "comity",
            null,
            0);
    int code = new Program(surroundings).run(arguments);
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
