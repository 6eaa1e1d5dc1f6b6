package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.sessions.CommandForm;
import comity.sessions.Hook;
import comity.sessions.HookCommand;
import comity.sessions.HookDuty;
import comity.sessions.Launch;
import comity.sessions.LaunchHooks;
import comity.sessions.Launching;
import comity.sessions.Provider;
import comity.sessions.Providers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hooks that a start brings with it (SES-26). */
@Timeout(60)
final class LaunchHooksTest {
  private static final Providers PROVIDERS = ProviderFiles.shipped();

  private static final String ID = "0b8f6f3e-2c1d-4b6a-9a51-5f0f6f4f9c11";

  @TempDir private Path folder;

  private static Launch.Run begin(String line, Optional<String> template, String launcher) {
    CommandForm command = new CommandForm.Line(line);
    Launching launching =
        new Launching(
            PROVIDERS.infer(command),
            command,
            template,
            new Launching.Place(launcher, "/bin/sh", "/run/session", HookDuty.of(false, false)));
    return (Launch.Run) launching.begin(ID);
  }

  /** Runs a command as an agent's program would, and gives what its child got. */
  private String hooked(String command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    builder.environment().remove("MUSTER_AGENT_SESSION_ID");
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @ParameterizedTest
  @ValueSource(strings = {"comity", "co mity", "it's", "a\"b$c`d", "ünï"})
  @Tag("SES-2")
  @Tag("SES-26")
  void theCommandNamesTheAgentAndStartsNothingOutsideOfASession(String name)
      throws IOException, InterruptedException {
    Path launcher = folder.resolve(name);
    Files.writeString(launcher, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    String command = HookCommand.of(launcher.toString(), "claude", Optional.empty());
    assertThat(hooked(command, Map.of())).isEmpty();
    assertThat(hooked(command, Map.of("MUSTER_AGENT_SESSION_ID", "s1")).lines())
        .containsExactly(
            "hook",
            "capture",
            "--provider",
            "claude",
            "--process-id",
            String.valueOf(ProcessHandle.current().pid()));
    assertThat(HookCommand.isOurs(command)).isTrue();
    assertThat(HookCommand.isOurs(command + " --more")).isFalse();
  }

  @Test
  @Tag("SES-26")
  void nobodyElsesCommandIsTakenForComitys() {
    assertThat(
            HookCommand.isOurs(HookCommand.of("/old/place/it's", "copilot", Optional.of("Stop"))))
        .isTrue();
    for (String other :
        List.of(
            "",
            "comity hook guard --provider claude",
            "comity hook capture --provider claude --process-id \"$PPID\"",
            "[ -z \"$MUSTER_AGENT_SESSION_ID\" ] || /x hook capture --provider claude"
                + " --process-id \"$PPID\"; rm -rf x",
            "[ -z \"$MUSTER_AGENT_SESSION_ID\" ] || a b hook capture --provider claude"
                + " --process-id \"$PPID\"",
            "[ -z \"$MUSTER_AGENT_SESSION_ID\" ] || $(x) hook capture --provider claude"
                + " --process-id \"$PPID\"")) {
      assertThat(HookCommand.isOurs(other)).as(other).isFalse();
    }
  }

  @Test
  @Tag("SES-26")
  void claudeGetsSettings() {
    Launch.Run run = begin("claude", Optional.empty(), "/opt/comity");
    String line = run.argv().get(2);
    assertThat(line).startsWith("claude --session-id " + ID + " --settings '{\"hooks\":");
    String json = line.substring(line.indexOf('\'') + 1, line.length() - 1);
    assertThat(Json.read(json)).isInstanceOf(JsonReading.Read.class);
    JsonObject hooks = (JsonObject) ((JsonReading.Read) Json.read(json)).value();
    JsonObject events = hooks.object("hooks").orElseThrow();
    assertThat(events.members().sequencedKeySet())
        .containsExactly(
            "SessionStart",
            "UserPromptSubmit",
            "PreToolUse",
            "PermissionRequest",
            "Notification",
            "PreCompact",
            "Stop",
            "SessionEnd");
    for (JsonValue groups : events.members().values()) {
      JsonObject group = (JsonObject) ((JsonArray) groups).elements().getFirst();
      JsonArray inner = (JsonArray) Objects.requireNonNull(group.get("hooks"));
      JsonObject hook = (JsonObject) inner.elements().getFirst();
      assertThat(hook.get("command"))
          .isEqualTo(new JsonString(HookCommand.of("/opt/comity", "claude", Optional.empty())));
    }
  }

  @Test
  @Tag("SES-25")
  @Tag("SES-26")
  void codexGetsAnOverrideThatIsTrusted() {
    String line = begin("codex", Optional.empty(), "/opt/comity").argv().get(2);
    assertThat(line).startsWith("codex --no-daemon -c 'hooks={SessionStart=[{hooks=[{type=");
    String command = HookCommand.of("/opt/comity", "codex", Optional.empty());
    assertThat(line)
        .contains(
            "\"/<session-flags>/config.toml:session_start:0:0\"={trusted_hash=\""
                + LaunchHooks.trustHash(new Hook("SessionStart", command, HookDuty.CAPTURE))
                + "\"}");
    // From another program that computes SHA-256 of the JSON with sorted keys.
    assertThat(LaunchHooks.trustHash(new Hook("SessionStart", "true", HookDuty.CAPTURE)))
        .isEqualTo("sha256:edffedc1093fd0f2494bf54a767de01445ade4b5411eee0867184ff7aa065d48");
  }

  @Test
  @Tag("SES-26")
  void piGetsAModule() {
    Launch.Run run = begin("pi", Optional.empty(), "/opt/co\"mity");
    assertThat(run.argv().get(2)).endsWith(" -e /run/session/comity-hooks.js");
    assertThat(run.files()).hasSize(1);
    assertThat(run.files().getFirst().path()).isEqualTo("/run/session/comity-hooks.js");
    assertThat(run.files().getFirst().content())
        .startsWith("// Made by comity hooks setup")
        .contains("const launcher = \"/opt/co\\\"mity\";");
  }

  @Test
  @Tag("SES-26")
  void theirOwnSettingsStay() {
    Launch.Run run = begin("claude --settings mine.json", Optional.empty(), "/opt/comity");
    assertThat(run.argv().get(2)).isEqualTo("claude --settings mine.json --session-id " + ID);
    assertThat(run.notes()).singleElement().asString().contains("comity hooks setup claude");
  }

  @Test
  @Tag("SES-19")
  void aResumeCommandOfTheirOwnCountsAndIsCheckedFirst() {
    CommandForm line = new CommandForm.Line("claude | tee log");
    Provider claude = PROVIDERS.infer(line);
    assertThat(claude.name()).isEqualTo("claude");
    Launching.Place place =
        new Launching.Place("/opt/comity", "/bin/sh", "/run/s", HookDuty.of(false, false));
    Launching good =
        new Launching(
            claude, line, Optional.of("claude --resume {session_id} | tee -a log"), place);
    assertThat(((Launch.Run) good.begin(ID)).argv()).containsExactly("/bin/sh", "-c", line.line());
    assertThat(((Launch.Run) good.resume("x y")).argv())
        .containsExactly("/bin/sh", "-c", "claude --resume 'x y' | tee -a log");
    Launching bad = new Launching(claude, line, Optional.of("claude \"{session_id}\""), place);
    assertThat(bad.begin(ID)).isInstanceOf(Launch.Refused.class);
    assertThat(((Launch.Refused) bad.begin(ID)).column()).isEqualTo(9);
    Launching plain = new Launching(claude, line, Optional.of("claude --verbose --resume"), place);
    assertThat(((Launch.Run) plain.resume(ID)).argv().get(2))
        .startsWith("claude --verbose --resume " + ID + " --settings ");
  }

  @Test
  @Tag("SES-19")
  void anIdThatWouldBeAnOptionIsNone() {
    CommandForm line = new CommandForm.Line("claude");
    Launching launching =
        new Launching(
            PROVIDERS.infer(line),
            line,
            Optional.empty(),
            new Launching.Place("/opt/comity", "/bin/sh", "/run/s", Set.of()));
    assertThat(launching.resume("--dangerously-skip-permissions"))
        .isInstanceOf(Launch.Refused.class);
    assertThat(launching.resume(" ")).isInstanceOf(Launch.Refused.class);
  }

  @Test
  @Tag("SES-20")
  void linesAreRunByAShellThatReadsQuotesAsPosixDoes() {
    assertThat(Launching.shell(Optional.of("/usr/bin/zsh"))).isEqualTo("/usr/bin/zsh");
    assertThat(Launching.shell(Optional.of("/usr/bin/fish"))).isEqualTo("/bin/sh");
    assertThat(Launching.shell(Optional.of("bash"))).isEqualTo("/bin/sh");
    assertThat(Launching.shell(Optional.empty())).isEqualTo("/bin/sh");
  }
}
