package comity.cli;

import java.io.ByteArrayInputStream;
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
          "hook guard --role build",
          "token add example --project-root .",
          "token list",
          "token revoke example");

  /** What an MCP client begins with, in both kinds of revision. */
  private static final List<String> MESSAGES =
      List.of(
          """
          {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
          "capabilities":{},"clientInfo":{"name":"training","version":"1"}}}\
          """,
          """
          {"jsonrpc":"2.0","method":"notifications/initialized"}\
          """,
          """
          {"jsonrpc":"2.0","id":"1","method":"tools/list"}\
          """,
          """
          {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none","arguments":{}}}\
          """,
          """
          {"jsonrpc":"2.0","id":3,"method":"server/discover","params":{"_meta":{\
          "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
          "io.modelcontextprotocol/clientCapabilities":{}}}}\
          """);

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
    String lines = String.join("\n", MESSAGES) + "\n";
    System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    Main.answer(new String[] {"mcp", "--project-root", "."}, out, out);
  }
}
