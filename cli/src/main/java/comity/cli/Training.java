package comity.cli;

import comity.files.Home;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
          "run --detach --name t -- printf \\033[1mhello\\033[0m\\n",
          "session wait t --until exited --timeout 10",
          "session list",
          "session list --json",
          "session show t",
          "session logs t",
          "session screen t",
          "session restore",
          "session stop t",
          "session check-command claude",
          "token add example --project-root .",
          "token list",
          "token revoke example");

  /** On a project of its own, whose folder comes last. */
  private static final List<String> ON_ROLES =
      List.of(
          "project add",
          "directive send --role strategy --to BUILD --title Go --body now",
          "status",
          "status --json",
          "directive pickup --role build",
          "directive list --role build",
          "directive done S001 --role build",
          "role set build --priority go --counts",
          "role task build --add more",
          "role show build --json",
          "role may --role build write .muse/qa.md",
          "resume build",
          "bye --role build --summary done",
          "check",
          "audit");

  /** On the same project, whose room is mapped. */
  private static final List<String> ON_MEMORY =
      List.of(
          "memory init --room room",
          "memory append --room room --kind decision first",
          "memory append --main --kind note first",
          "memory flush --main",
          "memory load --room room --lexical --message who",
          "memory load --room room --json --message decision",
          "memory load --main --message decision",
          "memory search first --room room",
          "memory search first",
          "memory explain");

  private static final List<String> ROLES = List.of("strategy", "build");

  private static final String ROLE =
      """
      <!-- L0: v1.0.0 | P0=work | QA PASS -->
      # Role

      ## TODO

      - [ ] one
      """;

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
          {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"muse_get_status",\
          "arguments":{}}}\
          """,
          """
          {"jsonrpc":"2.0","id":3,"method":"server/discover","params":{"_meta":{\
          "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
          "io.modelcontextprotocol/clientCapabilities":{}}}}\
          """);

  private Training() {}

  /**
   * Takes nothing; a hub and a host of sessions run for the home, or else those that ask it fail.
   */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      Main.answer((entry.words() + " --help").split(" ", -1), out, out);
    }
    for (String line : LINES) {
      Main.answer(line.split(" ", -1), out, out);
    }
    try {
      onRoles(project(), out);
    } catch (IOException failed) {
      out.println(failed);
    }
  }

  private static void onRoles(Path project, PrintStream out) {
    for (String line : ON_ROLES) {
      answer(line, project, out);
    }
    for (String line : ON_MEMORY) {
      answer(line, project, out);
    }
    String lines = String.join("\n", MESSAGES) + "\n";
    System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    answer("mcp", project, out);
  }

  private static void answer(String line, Path project, PrintStream out) {
    String whole = line + " --project-root " + project;
    Main.answer(whole.split(" ", -1), out, out);
  }

  private static Path project() throws IOException {
    String home = System.getenv(Home.VARIABLE);
    Path project = Path.of(home == null ? "." : home).resolve("project");
    Path roles = Files.createDirectories(project.resolve(".muse"));
    for (String role : ROLES) {
      Files.writeString(roles.resolve(role + ".md"), ROLE);
    }
    Path memory = Files.createDirectories(project.resolve("memory"));
    Files.writeString(memory.resolve("group_names.json"), "{\"room\": \"ops\"}");
    return project;
  }
}
