package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hooks} and the checks of {@code session} on the command line. */
final class HooksTest {
  private static final String SETTINGS = "{\n  // mine\n  \"model\": \"opus\"\n}\n";

  @TempDir private Path folder;

  private Path settings() throws IOException {
    Files.createDirectories(folder.resolve(".claude"));
    return Files.writeString(folder.resolve(".claude/settings.json"), SETTINGS);
  }

  @Test
  @Tag("SES-8")
  void hooksAreShownSetUpAndRemoved() throws IOException {
    Path file = settings();
    Ran dry = Ran.in(folder, "hooks", "setup", "--dry-run");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(dry.out())
        .startsWith("--- " + file + "\n+++ " + file + "\n@@ -1,4 +1,")
        .contains(
            "\n   // mine\n-  \"model\": \"opus\"\n+  \"model\": \"opus\",\n+  \"hooks\": {\n")
        .contains(" hook capture --provider claude --process-id");
    assertThat(Files.readString(file)).isEqualTo(SETTINGS);

    Ran set = Ran.in(folder, "hooks", "setup");
    assertThat(set.code()).as(set.err()).isZero();
    assertThat(set.out()).startsWith("claude: hooks are in " + file + "\n  what it had before: ");
    assertThat(Files.readString(file)).contains("[ -z \\\"$MUSTER_AGENT_SESSION_ID\\\" ] ||");
    assertThat(Ran.in(folder, "hooks", "setup").out()).isEqualTo("claude: nothing to change\n");
    assertThat(Ran.in(folder, "hooks", "status", "claude", "--json").out())
        .contains("\"state\":\"ready\"")
        .contains("\"installed\":false,\"folder\":true,\"file\"");

    Ran removed = Ran.in(folder, "hooks", "remove", "--json");
    assertThat(removed.code()).isZero();
    assertThat(removed.out()).contains("\"changed\":[\"" + file + "\"]");
    assertThat(Files.readString(file)).isEqualTo(SETTINGS);
    assertThat(Ran.in(folder, "hooks", "status").out())
        .startsWith("PROVIDER  AGENT               HOOKS   FILE\n")
        .containsPattern("claude +folder, no program +absent +\\S+settings.json")
        .containsPattern("kimi +not found +absent ");
  }

  @Test
  @Tag("SES-8")
  void whatIsHereOfAnAgentIsTold() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path gemini = Files.createFile(bin.resolve("gemini"));
    Path codex = Files.createFile(bin.resolve("codex"));
    Files.createDirectory(bin.resolve("kimi"));
    assertThat(codex.toFile().setExecutable(true)).isTrue();
    Files.createDirectories(folder.resolve(".gemini"));
    Map<String, String> environment = Map.of("PATH", "/nowhere:" + bin);
    String before = Ran.in(folder, environment, "hooks", "status").out();
    assertThat(before)
        .containsPattern("gemini +folder, no program +absent")
        .containsPattern("codex +program, no folder +absent")
        .containsPattern("kimi +not found +absent ");
    assertThat(gemini.toFile().setExecutable(true)).isTrue();
    assertThat(Ran.in(folder, environment, "hooks", "status").out())
        .containsPattern("gemini +found +absent");
    assertThat(Ran.in(folder, environment, "hooks", "status", "gemini", "--json").out())
        .contains("\"installed\":true,\"folder\":true,\"program\":\"" + gemini + "\"");
  }

  @Test
  @Tag("SES-8")
  void oneMalformedFileIsToldAndTheOthersAreSetUp() throws IOException {
    Path file = settings();
    Files.writeString(file, "{");
    Files.createDirectories(folder.resolve(".gemini"));
    Ran ran = Ran.in(folder, "hooks", "setup");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("claude: " + file + ": it is no JSON, line 1, column 2");
    assertThat(ran.out()).contains("gemini: hooks are in ");
    assertThat(Files.readString(file)).isEqualTo("{");
    assertThat(folder.resolve(".gemini/settings.json")).exists();
    assertThat(Ran.in(folder, "hooks", "remove", "gemini").code()).isZero();
    assertThat(folder.resolve(".gemini/settings.json")).doesNotExist();
  }

  @Test
  @Tag("SES-8")
  void oneThatCanNotBeWrittenIsToldByNameAndTheOthersAreSetUp() throws IOException {
    Path file = settings();
    Files.delete(file);
    Files.createSymbolicLink(file, file);
    Files.createDirectories(folder.resolve(".gemini"));
    Ran ran = Ran.in(folder, "hooks", "setup", "claude", "gemini");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("claude: ").contains(file.toString());
    assertThat(ran.out()).contains("gemini: hooks are in ");
    assertThat(file).isSymbolicLink();
  }

  @Test
  @Tag("SES-8")
  void whoIsNotKnownOrNotThereIsTold() {
    assertThat(Ran.in(folder, "hooks", "setup", "clod").code()).isEqualTo(3);
    assertThat(Ran.in(folder, "hooks", "setup", "clod").err())
        .contains("there is no provider clod")
        .contains("claude");
    assertThat(Ran.in(folder, "hooks", "setup").code()).isEqualTo(3);
    Ran custom = Ran.in(folder, "hooks", "setup", "custom");
    assertThat(custom.code()).isEqualTo(1);
    assertThat(custom.err()).contains("providers.toml");
  }

  @Test
  @Tag("SES-19")
  @Tag("SES-20")
  void commandsAndTemplatesAreChecked() {
    Ran good = Ran.in(folder, "session", "check-template", "a -r {session_id} | tee x", "--json");
    assertThat(good.code()).isZero();
    assertThat(good.out())
        .isEqualTo(
            "{\"accepted\":true,\"argv\":[\"/bin/sh\",\"-c\",\"a -r '{session_id}' | tee x\"]}\n");
    Ran bad = Ran.in(folder, "session", "check-template", "a '{session_id}'", "--json");
    assertThat(bad.code()).isEqualTo(1);
    assertThat(bad.out()).startsWith("{\"accepted\":false,\"column\":4,\"reason\":");
    Ran words = Ran.in(folder, "session", "check-command", "--json", "--", "claude", "--x", "a b");
    assertThat(words.out())
        .isEqualTo("{\"accepted\":true,\"argv\":[\"claude\",\"--x\",\"a b\"]}\n");
    assertThat(Ran.in(folder, "session", "check-template", "a resume").out())
        .isEqualTo("accepted; it runs: a resume '{session_id}'\n");
    assertThat(Ran.in(folder, "session", "check-command", "claude").out()).isEqualTo("accepted\n");
    assertThat(Ran.in(folder, "session", "check-command", "vim").out())
        .startsWith("accepted\nits program is of no agent that is known: --resume");
    Ran pipe = Ran.in(folder, "session", "check-command", "claude | tee x");
    assertThat(pipe.code()).isEqualTo(1);
    assertThat(pipe.out()).startsWith("refused, column 8: it is a pipe").contains("{session_id}");
    assertThat(Ran.in(folder, "session", "check-command", "bash", "-c", "claude").code())
        .isEqualTo(2);
    assertThat(Ran.in(folder, "session", "check-command", "--", "bash", "-c", "claude").code())
        .isEqualTo(1);
    assertThat(Ran.in(folder, "session", "check-command").code()).isEqualTo(2);
  }
}
