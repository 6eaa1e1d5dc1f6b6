package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("SES-5")
class AncestryTest {
  private static final Set<String> PROGRAMS =
      Set.of(
          "claude",
          "codex",
          "gemini",
          "qwen",
          "copilot",
          "cursor-agent",
          "opencode",
          "pi",
          "amp",
          "kimi");

  private static final String BOOT = "b";

  /**
   * From the process that reports upwards to the session's root, the last but init; each is its
   * kernel's name, then {@code =}, then its command line.
   */
  private static final String CHAINS =
      """
      claude | own    | claude=claude --settings {}
      claude | own    | claude=claude < bash=-bash
      claude | own    | claude=/home/u/.local/share/claude/versions/2.1.332 < zsh=/usr/bin/zsh -i
      claude | own    | 2.1.332=/home/u/.local/share/claude/versions/2.1.332 --resume x < bash=bash
      claude | own    | sh=sh /home/u/.claude/hook.sh < claude=claude
      claude | own    | sh=/bin/sh -c hook.sh < claude=claude < bash=bash
      claude | own    | claude=claude < bash=bash ./start.sh < bash=bash
      claude | own    | claude.exe=/opt/node_modules/.bin/claude -p hi < npm exec claude=npm exec claude < bash=bash
      codex  | own    | codex=/n/@openai/codex-linux-x64/vendor/x/codex/codex resume 1 < node=node /n/.bin/codex resume 1
      codex  | own    | codex=/n/vendor/codex -c a=b < MainThread=node /n/node_modules/@openai/codex/bin/codex.js -c a=b < bash=bash
      gemini | own    | node=/usr/bin/node --max-old-space-size=4096 /usr/bin/gemini --resume u < node=node /usr/bin/gemini --resume u
      gemini | own    | node=node /n/node_modules/@google/gemini-cli/dist/index.js < node=node /usr/local/bin/gemini
      qwen   | own    | node=node --max-old-space-size=8192 /n/node_modules/@qwen-code/qwen-code/cli.js -r 1 < node=node /n/node_modules/@qwen-code/qwen-code/cli.js -r 1 < node=node /usr/bin/qwen -r 1
      opencode | own  | opencode=/n/node_modules/opencode-linux-x64/bin/opencode -s ses_1 < node=node /n/.bin/opencode -s ses_1 < fish=fish
      copilot | own   | copilot=copilot < node=node /n/node_modules/@github/copilot/npm-loader.js
      pi     | own    | node=node /n/.bin/pi --session-id u < bash=bash
      pi     | own    | MainThread=pi < bash=bash
      gemini | own    | node=gemini < node=node /usr/bin/gemini --yolo
      claude | own    | claude=claude a < bash=bash /home/u/.asdf/shims/claude a < bash=bash
      custom | own    | node=node /srv/my-agent.js
      custom | own    | my-agent=/srv/my-agent < bash=bash
      custom | own    | sh=sh hook.sh < python3=python3 agent.py < bash=bash
      claude | nested | claude=claude -p hi < bash=/bin/bash -c source x && claude -p hi < claude=claude
      claude | nested | claude=claude < zsh=zsh -c claude < claude=claude < bash=bash
      claude | nested | claude=claude -p hi < claude=claude
      claude | nested | claude=claude < tmux: server=tmux new -d < claude=claude
      claude | nested | claude=claude < make=make test < bash=bash -c make < claude=claude < bash=bash
      claude | nested | sh=sh hook.sh < claude=claude -p a < bash=bash -c x < claude=claude
      claude | nested | sh=sh -c x < claude=claude -p a < node=node run.js < claude=claude
      codex  | nested | codex=codex exec < bash=bash -lc codex exec < codex=/v/codex < node=node /n/.bin/codex
      codex  | nested | codex=codex mcp-server < node=node /n/.bin/codex mcp-server < codex=/v/codex < node=node /n/.bin/codex
      codex  | nested | codex=codex exec hi < node=node /n/.bin/codex
      gemini | nested | node=node /usr/bin/gemini -p a < node=node /usr/bin/gemini -p b
      gemini | nested | node=node /usr/bin/gemini < sh=sh -c gemini < node=node /usr/bin/gemini
      gemini | nested | node=node /usr/bin/gemini -p q < node=node /usr/bin/gemini -p q < bash=bash -c gemini -p q < node=node /usr/bin/gemini < node=node /usr/bin/gemini
      qwen   | nested | node=node /usr/bin/qwen < node=node /usr/bin/gemini
      codex  | nested | codex=codex < bash=bash -c codex < claude=claude
      claude | nested | claude=claude < bash=bash -c claude < codex=/v/codex < bash=bash
      claude | nested | claude=claude < sh=sh < 2.1.332=/home/u/.local/share/claude/versions/2.1.332
      custom | nested | node=node /srv/my-agent.js < sh=sh -c x < node=node /srv/my-agent.js
      custom | nested | my-agent=my-agent --child < my-agent=/srv/my-agent
      custom | nested | claude=claude < sh=sh < claude=claude < my-agent=my-agent
      """;

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = CHAINS)
  void whoSpeaksForASession(String provider, String verdict, String chain) {
    List<CapturedProcess> processes = processes(chain);
    CapturedProcess root = processes.get(processes.size() - 2);
    Ancestry judged =
        Ancestry.of(
            report(processes),
            new Ancestry.Root(root.pid(), root.start(), BOOT),
            provider,
            PROGRAMS);
    switch (judged) {
      case Ancestry.Proven() -> assertThat(verdict).isEqualTo("own");
      case Ancestry.Nested(CapturedProcess below) -> {
        assertThat(verdict).isEqualTo("nested");
        assertThat(processes.subList(1, processes.size() - 1)).contains(below);
      }
      case Ancestry.Foreign(String why) -> assertThat(verdict).as(why).isEqualTo("foreign");
    }
  }

  @Test
  @Tag("SES-25")
  void aServerThatSessionsShareSpeaksForNone() {
    List<CapturedProcess> daemon = processes("codex=codex app-server");
    Ancestry judged =
        Ancestry.of(report(daemon), new Ancestry.Root(4711, 1, BOOT), "codex", PROGRAMS);
    assertThat(judged)
        .isEqualTo(new Ancestry.Foreign("its process is not below that of the session"));
  }

  @Test
  @Tag("SES-25")
  void aPidThatIsUsedAgainIsNoMatch() {
    List<CapturedProcess> processes = processes("claude=claude < bash=bash");
    CapturedProcess root = processes.get(1);
    for (long start : List.of(root.start() - 1, root.start() + 1)) {
      assertThat(
              Ancestry.of(
                  report(processes),
                  new Ancestry.Root(root.pid(), start, BOOT),
                  "claude",
                  PROGRAMS))
          .isInstanceOf(Ancestry.Foreign.class);
    }
    assertThat(
            Ancestry.of(
                report(processes),
                new Ancestry.Root(root.pid(), root.start(), "another"),
                "claude",
                PROGRAMS))
        .isInstanceOf(Ancestry.Foreign.class);
  }

  /** A parent ended while it was read, and its pid went to a younger process. */
  @Test
  void aParentThatIsYoungerThanItsChildIsNone() {
    CapturedProcess agent = new CapturedProcess(30, 500, "claude", List.of("claude"));
    CapturedProcess younger = new CapturedProcess(20, 501, "bash", List.of("bash"));
    assertThat(
            Ancestry.of(
                report(List.of(agent, younger)),
                new Ancestry.Root(20, 501, BOOT),
                "claude",
                PROGRAMS))
        .isInstanceOf(Ancestry.Foreign.class);
  }

  /** The end of a long path is its name. */
  @Test
  void programsOfLongPaths() {
    String path = "/very/deep".repeat(40) + "/claude";
    List<CapturedProcess> processes =
        List.of(
            new CapturedProcess(30, 500, "x", List.of(path, "-p", "a")),
            new CapturedProcess(20, 400, "bash", List.of("bash", "-c", "claude")),
            new CapturedProcess(10, 300, "y", List.of(path)));
    assertThat(Ancestry.of(report(processes), new Ancestry.Root(10, 300, BOOT), "claude", PROGRAMS))
        .isEqualTo(new Ancestry.Nested(processes.getLast()));
  }

  @Test
  void nothingIsProvenByNoProcess() {
    assertThat(Ancestry.of(report(List.of()), new Ancestry.Root(1, 0, BOOT), "claude", PROGRAMS))
        .isInstanceOf(Ancestry.Foreign.class);
  }

  private static HookReport report(List<CapturedProcess> processes) {
    return new HookReport(
        "s", "claude", HookEvent.STARTED, "id", Optional.empty(), Instant.EPOCH, BOOT, processes);
  }

  /** As the table has them, and init above. */
  static List<CapturedProcess> processes(String chain) {
    List<CapturedProcess> processes = new ArrayList<>();
    List<String> each = Stream.of(chain.split(" < ", -1)).toList();
    for (int at = 0; at < each.size(); at++) {
      String[] parts = each.get(at).split("=", 2);
      processes.add(
          new CapturedProcess(
              9000L - at, 700L - at, parts[0].strip(), List.of(parts[1].strip().split(" ", -1))));
    }
    processes.add(new CapturedProcess(1, 3, "systemd", List.of("/sbin/init")));
    return processes;
  }
}
