package comity.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs the commands once, while the JVM records what they load; the launcher starts it after a
 * build. What fails here is only slower later.
 */
final class Training {
  private Training() {}

  /** Takes the hub's URL, or an empty string where none runs. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      Main.answer((entry.words() + " --help").split(" "), out, out);
    }
    for (List<String> line : lines()) {
      Main.answer(line.toArray(String[]::new), out, out);
    }
  }

  private static List<List<String>> lines() {
    return List.of(
        List.of("--version"),
        List.of("--help"),
        List.of("srve"),
        List.of("completion", "bash", "--json"),
        List.of("completion", "--wrong"));
  }
}
