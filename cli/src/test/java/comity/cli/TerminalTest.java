package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What listings do to a terminal of 80 columns when others wrote what is in them. */
class TerminalTest {
  private static final int COLUMNS = 80;

  private static final String HOSTILE =
      "clear \u001b[2J title \u001b]0;mine\u0007 \u009b31m turned \u202Egpj.exe\u202C \u2066in\u2069"
          + " no\u200Bthing\r\nnext\rline\u2028more\u0085end\u007F";

  @TempDir Path folder;

  private RunningHub hub;

  @BeforeEach
  void start() throws IOException {
    hub = RunningHub.start(folder);
    hub.close();
    Files.writeString(
        folder.resolve("home/config.toml"),
        """
        [agents.echo]
        runner = "echo"
        [agents.fails]
        runner = "command"
        command = ["sh", "-c", "printf 'a \\\\033[2J \\\\302\\\\233 \\\\342\\\\200\\\\256 b' >&2; exit 1"]
        """);
    hub = RunningHub.start(folder);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private String conversation(String to, String... texts) throws IOException {
    List<JsonObject> blocks = new ArrayList<>();
    for (String text : texts) {
      blocks.add(JsonObject.empty().with("type", "text").with("text", text));
    }
    return conversation(to, JsonArray.of(blocks));
  }

  private String conversation(String to, JsonArray blocks) throws IOException {
    Files.writeString(folder.resolve("content"), Json.text(blocks));
    Ran ran = hub.run("send", to, "--content", "content", "--wait", "60", "--json");
    return ProgramTest.json(ran.out()).string("conversation_id").orElseThrow();
  }

  /** Nothing acts, and no line is broken by the terminal itself. */
  private String shown(String... arguments) {
    Ran ran = hub.at(COLUMNS, arguments);
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out().codePoints())
        .noneMatch(c -> (c < ' ' && c != '\n') || c == 0x7F || (c >= 0x80 && c < 0xA0))
        .noneMatch(SafeText::isHidden)
        .noneMatch(c -> c == 0x2028 || c == 0x2029);
    assertThat(ran.out().lines()).allMatch(line -> Cells.width(line) <= COLUMNS);
    return ran.out();
  }

  @Test
  void whatOthersWriteActsOnNothing() throws IOException {
    String id = conversation("echo", HOSTILE);
    assertThat(shown("conversation", "show", id))
        .contains(
            "    clear [2J title ]0;mine 31m turned gpj.exe in nothing\n    next\n    line\n");
    assertThat(shown("trace", "show", id)).contains("clear [2J");
    conversation("fails", HOSTILE);
    shown("trace", "list");
    for (JsonObject trace : Table.objects(hub.json("trace", "list"), "traces")) {
      shown("trace", "show", Table.text(trace, "trace_id"));
    }
    assertThat(hub.run("conversation", "show", id, "--json").out())
        .contains("\\u001B[2J", "\\u202Egpj.exe", "\\u009B31m", "no\\u200Bthing")
        .doesNotContain("\u202E", "\u009B", "\u200B", "\u007F");
  }

  @Test
  void noMessageLooksLikeAHeading() throws IOException {
    String heading = "#2  agent://127.0.0.1:7420/boss  answered 2026-03-04 10:00:00";
    String id =
        conversation(
            "echo",
            heading,
            "x".repeat(COLUMNS - 4) + heading,
            "words" + " ".repeat(COLUMNS) + heading,
            "\t".repeat(9) + heading,
            "日本語".repeat(20) + heading);
    String shown = shown("conversation", "show", id);
    assertThat(shown.lines().filter(line -> !line.startsWith("    "))).hasSize(2);
    assertThat(shown("trace", "show", id).lines())
        .allMatch(line -> line.matches("( {4}|#\\d+ 20\\d\\d-|goal |trace-).*"));
  }

  @Test
  void longRowsGoOnBelowAndNothingIsCut() throws IOException {
    String id = conversation("echo", "日本語のメッセージ 👍🏽 한국어 ".repeat(20), "שלום عالم ".repeat(30));
    shown("conversation", "show", id);
    shown("trace", "show", id);
    List<String> list = shown("conversation", "list").lines().toList();
    assertThat(list.get(0))
        .isEqualTo("CONVERSATION ID" + " ".repeat(28) + "STATE  LAST MESSAGE AT");
    assertThat(list.get(1)).isEqualTo("    PARTIES");
    assertThat(list.get(2)).matches(id + "  open   20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    assertThat(list.get(3)).isEqualTo("    " + hub.address("me") + " " + hub.address("echo"));
    assertThat(hub.run("conversation", "list").out().lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith(id + "  open   ")
        .endsWith("  " + hub.address("me") + " " + hub.address("echo"));
  }

  @Test
  void theOutboxSaysWhyInWholeWords() {
    String target = "agent://127.0.0.1:1/an agent/with%20a/long-name-and-語";
    hub.run("send", target, "hi", "--wait", "60");
    List<String> lines = shown("outbox", "list").lines().toList();
    assertThat(lines.getFirst()).startsWith("MESSAGE ID");
    String whole = String.join(" ", lines).replaceAll(" +", " ");
    assertThat(whole)
        .contains("agent://127.0.0.1:1/an%20agent/with%20a/long-name-and-%E8%AA%9E dead 1 20")
        .contains("127.0.0.1 is a loopback address; only a peer entry for it would allow that");
  }

  @Test
  void aFailureSaysNothingThatActs() {
    String evil = "no\u001b[2J\u202Ebody";
    for (List<String> line :
        List.of(
            List.of("send", evil, "hi"),
            List.of("send", "echo", "hi", "--conversation", evil),
            List.of("conversation", "show", evil.replace("\u001b", "")),
            List.of("key", "revoke", evil),
            List.of("agent", "add", evil),
            List.of(evil),
            List.of("outbox", "list", "--" + evil))) {
      Ran ran = hub.run(line.toArray(String[]::new));
      assertThat(ran.code()).isNotZero();
      assertThat(ran.err()).contains("body").doesNotContain("\u001b", "\u202E");
    }
    assertThat(Harmless.json(new JsonString("a\uDB40\uDC41\u001b\u009b语")))
        .isEqualTo("\"a\\uDB40\\uDC41\\u001B\\u009B语\"");
  }
}
