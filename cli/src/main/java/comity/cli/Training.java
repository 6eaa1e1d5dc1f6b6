package comity.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs the commands once, while the JVM records what they load; the launcher starts it after a
 * build. What fails here is only slower later.
 */
final class Training {
  private static final List<String> LINES =
      List.of(
          "--version",
          "--help",
          "sevre",
          "completion bash --json",
          "completion --wrong",
          "send echo hello --wait 10",
          "send echo hello --json",
          "status",
          "doctor",
          "agent list",
          "agent card echo",
          "agent add upper -- tr a-z A-Z",
          "peer add agent://example.org/* http://127.0.0.1:1",
          "peer list --json",
          "peer resolve agent://example.org/qa",
          "key add example --from agent://example.org/*",
          "key list",
          "key revoke example",
          "conversation list",
          "outbox list",
          "trace list",
          "audit --json",
          "hook guard --role build");

  private Training() {}

  /** Takes nothing; a hub runs for the home, or else those that ask it fail. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      Main.answer((entry.words() + " --help").split(" ", -1), out, out);
    }
    for (String line : LINES) {
      Main.answer(line.split(" ", -1), out, out);
    }
  }
}
