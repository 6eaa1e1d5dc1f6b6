package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.sessions.CommandForm;
import comity.sessions.Provider;
import comity.sessions.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of providers, and what a person says of them. */
final class ProviderFilesTest {
  @TempDir private Path home;

  private ProviderFiles.Read read(String text) throws IOException {
    Files.writeString(home.resolve(ProviderFiles.NAME), text);
    return ProviderFiles.read(new Home(home));
  }

  @Test
  @Tag("SES-21")
  void allAreThere() {
    Providers shipped = ProviderFiles.read(new Home(home)).providers();
    assertThat(shipped.all().stream().map(Provider::name))
        .containsExactlyInAnyOrder(
            "claude",
            "codex",
            "gemini",
            "qwen",
            "copilot",
            "cursor",
            "opencode",
            "pi",
            "amp",
            "kimi",
            "custom");
    for (comity.guard.Provider each : comity.guard.Provider.values()) {
      assertThat(shipped.named(each.word())).isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "claude, claude",
    "/usr/local/bin/claude --model x, claude",
    "FOO=1 claude, claude",
    "claude.exe, claude",
    "claude | tee log, claude",
    "cursor-agent, cursor",
    "kimi, kimi",
    "claude-code, custom",
    "bash, custom",
    "$AGENT, custom",
    "'', custom"
  })
  @Tag("SES-10")
  void aProviderIsInferredFromItsProgram(String line, String provider) {
    assertThat(ProviderFiles.shipped().infer(new CommandForm.Line(line)).name())
        .isEqualTo(provider);
  }

  @Test
  @Tag("SES-21")
  void aPersonSaysMoreKeyByKey() throws IOException {
    ProviderFiles.Read read =
        read(
            """
            [claude]
            programs = ["claude", "my-claude"]
            environment = { A = "b" }

            [aider]
            title = "Aider"
            programs = ["aider"]
            resume = ["--restore", "{session_id}"]
            values = ["--model"]
            titles = { "> " = "waiting" }
            """);
    assertThat(read.faults()).isEmpty();
    Provider claude = read.providers().infer(CommandForm.of(List.of("my-claude", "x")));
    assertThat(claude.title()).isEqualTo("Claude Code");
    assertThat(claude.start().environment()).containsEntry("A", "b");
    assertThat(claude.start().assign()).containsExactly("--session-id", "{session_id}");
    assertThat(read.providers().infer(new CommandForm.Line("aider")).resume().words())
        .containsExactly("--restore", "{session_id}");
  }

  @Test
  @Tag("SES-21")
  void theirOwnCountsBeforeThoseThatComeWithComity() throws IOException {
    ProviderFiles.Read read = read("[mine]\nprograms = [\"claude\"]\n");
    assertThat(read.providers().infer(new CommandForm.Line("claude")).name()).isEqualTo("mine");
  }

  @Test
  @Tag("SES-21")
  void whatIsWrongIsToldAndTheRestCounts() throws IOException {
    ProviderFiles.Read read =
        read(
            """
            top = 1
            [Bad_Name]
            title = "x"
            [claude]
            title = 5
            resume = ["--resume"]
            reusme = ["x"]
            programs = ["claude", 7]
            always = ["--mine"]
            unused_id = "maybe"
            titles = { "x" = "asleep", "y" = "idle" }
            [claude.hooks]
            launch = "magic"
            file = { kind = "claude" }
            [gemini]
            hooks = 3
            output = "yes"
            """);
    String file = home.resolve(ProviderFiles.NAME).toString();
    assertThat(read.faults()).allMatch(line -> line.startsWith(file + ":"));
    assertThat(read.faults().stream().map(line -> line.substring(file.length())))
        .contains(
            ":1:1: top must be a table: [top]",
            ":5:1: claude.title must be a string of one line, not empty",
            ":6:1: claude.resume must have {session_id} in one of its words",
            ":7:1: claude.reusme is not known here; did you mean `resume`?",
            ":17:1: gemini.output must be true or false")
        .hasSize(12);
    Provider claude = read.providers().named("claude").orElseThrow();
    assertThat(claude.title()).isEqualTo("Claude Code");
    assertThat(claude.start().always()).containsExactly("--mine");
    assertThat(claude.resume().words()).containsExactly("--resume", "{session_id}");
    assertThat(claude.fallback().titles()).containsOnlyKeys("y");
    assertThat(claude.hooks().file()).isPresent();
  }

  @Test
  @Tag("SES-21")
  void aFileThatIsNoTomlLeavesThoseThatComeWithComity() throws IOException {
    ProviderFiles.Read read = read("[claude\n");
    assertThat(read.faults()).singleElement().asString().contains(":1:");
    assertThat(read.providers().all()).hasSize(11);
  }
}
