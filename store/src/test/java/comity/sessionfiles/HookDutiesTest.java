package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
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
import comity.sessions.ProviderHooks;
import comity.sessions.Providers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard and the flush of memory come by hooks, where there is something for them to do. */
@Tag("SES-9")
@Timeout(60)
final class HookDutiesTest {
  private static final Providers PROVIDERS = ProviderFiles.shipped();

  private static final String ID = "0b8f6f3e-2c1d-4b6a-9a51-5f0f6f4f9c11";

  private static final String LAUNCHER = "/opt/comity";

  private static final String NOT_RUN = "[guard-failed]";

  @TempDir private Path folder;

  private static Launch.Run begin(String line, boolean role, boolean memory) {
    CommandForm command = new CommandForm.Line(line);
    Launching launching =
        new Launching(
            PROVIDERS.infer(command),
            command,
            Optional.empty(),
            new Launching.Place(LAUNCHER, "/bin/sh", "/run/session", HookDuty.of(role, memory)));
    return (Launch.Run) launching.begin(ID);
  }

  private static Provider provider(String name) {
    return PROVIDERS.named(name).orElseThrow();
  }

  private static JsonObject json(String text) {
    assertThat(Json.read(text)).as(text).isInstanceOf(JsonReading.Read.class);
    return (JsonObject) ((JsonReading.Read) Json.read(text)).value();
  }

  /** The hooks of an event in what Claude Code gets. */
  private static List<JsonObject> claude(Launch.Run run, String event) {
    String line = run.argv().get(2);
    String json = line.substring(line.indexOf('\'') + 1, line.length() - 1).replace("'\\''", "'");
    List<JsonObject> hooks = new ArrayList<>();
    JsonArray groups =
        (JsonArray) json(json).object("hooks").orElseThrow().members().getOrDefault(event, none());
    for (JsonValue group : groups.elements()) {
      JsonArray inner = (JsonArray) ((JsonObject) group).members().getOrDefault("hooks", none());
      inner.elements().forEach(hook -> hooks.add((JsonObject) hook));
    }
    return hooks;
  }

  private static JsonArray none() {
    return JsonArray.of(List.of());
  }

  private static List<String> commands(List<JsonObject> hooks) {
    return hooks.stream().map(each -> each.string("command").orElseThrow()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex", "gemini", "pi"})
  void withoutRoleAndMemoryNothingIsAsked(String program) {
    Launch.Run run = begin(program, false, false);
    assertThat(run.argv().getLast()).doesNotContain("hook guard", "hook event");
    assertThat(run.environment()).doesNotContainKeys("COMITY_GUARD", "COMITY_MEMORY");
    run.files()
        .forEach(file ->
            assertThat(file.content())
                .contains("const guarded = false;\nconst remembered = false;\n"));
  }

  @Test
  @Tag("ROLE-17")
  void claudeOfARoleIsGuardedBeforeEachTool() {
    Launch.Run run = begin("claude", true, false);
    List<JsonObject> hooks = claude(run, "PreToolUse");
    assertThat(hooks).hasSize(2);
    assertThat(commands(hooks).getFirst()).contains("hook capture");
    assertThat(commands(hooks).getLast())
        .startsWith("/opt/comity hook guard --provider claude || { ");
    assertThat(hooks.getLast().get("onFailure")).isEqualTo(new JsonString("block"));
    assertThat(hooks.getLast().get("timeout")).isEqualTo(JsonNumber.of(20));
    assertThat(hooks.getFirst().get("onFailure")).isNull();
    assertThat(run.argv().getLast()).doesNotContain("hook event");
    assertThat(run.environment()).containsEntry("COMITY_GUARD", "1");
    assertThat(run.environment()).doesNotContainKey("COMITY_MEMORY");
  }

  @Test
  @Tag("MEM-16")
  void claudeWhereThereIsMemoryTellsItWhatHappens() {
    Launch.Run run = begin("claude", false, true);
    for (String event : List.of("UserPromptSubmit", "PreCompact", "Stop", "SessionEnd")) {
      List<JsonObject> hooks = claude(run, event);
      assertThat(commands(hooks)).as(event).hasSize(2);
      assertThat(commands(hooks).getLast()).isEqualTo("/opt/comity hook event");
      assertThat(hooks.getLast().get("timeout")).isEqualTo(JsonNumber.of(60));
    }
    for (String event : List.of("SessionStart", "Notification", "PermissionRequest")) {
      assertThat(claude(run, event)).as(event).hasSize(1);
    }
    assertThat(commands(claude(run, "PreToolUse")).getLast()).contains("hook guard");
  }

  @Test
  @Tag("ROLE-17")
  @Tag("MEM-16")
  void codexTrustsEachOfThem() {
    String line = begin("codex", true, true).argv().get(2);
    String guard =
        "/opt/comity hook guard --provider codex || { [ $? = 2 ] || echo \"[guard-failed] The guard"
            + " of Comity could not be run, so nothing may be done.\" >&2; exit 2; }";
    assertThat(line)
        .contains(
            "\"/<session-flags>/config.toml:pre_tool_use:1:0\"={trusted_hash=\""
                + LaunchHooks.trustHash(new Hook("PreToolUse", guard, HookDuty.GUARD))
                + "\"}",
            "\"/<session-flags>/config.toml:stop:1:0\"={trusted_hash=\""
                + LaunchHooks.trustHash(new Hook("Stop", "/opt/comity hook event", HookDuty.MEMORY))
                + "\"}",
            "command=\"/opt/comity hook event\",timeout=60}",
            ",timeout=20}")
        .doesNotContain("SessionEnd");
  }

  @Test
  @Tag("ROLE-17")
  @Tag("MEM-16")
  void piGetsAModuleThatAsks() {
    assertThat(begin("pi", true, false).files().getFirst().content())
        .contains("const guarded = true;\nconst remembered = false;\n");
    assertThat(begin("pi", false, true).files().getFirst().content())
        .contains("const guarded = true;\nconst remembered = true;\n");
  }

  /** Hooks in a file know by the environment what there is to do; those of the start know it. */
  @ParameterizedTest
  @CsvSource({
    "gemini, gemini",
    "claude --settings mine.json, claude",
    "claude mcp list, claude",
    "vim, custom",
    "claude,",
    "codex,",
    "pi,"
  })
  void theEnvironmentTellsHooksInFilesWhatThereIsToDo(String line, @Nullable String memory) {
    assertThat(begin(line, false, true).environment()).containsEntry("COMITY_GUARD", "1");
    assertThat(Optional.ofNullable(begin(line, false, true).environment().get("COMITY_MEMORY")))
        .isEqualTo(Optional.ofNullable(memory));
    assertThat(begin(line, true, false).environment())
        .containsEntry("COMITY_GUARD", "1")
        .doesNotContainKey("COMITY_MEMORY");
    assertThat(begin(line, false, false).environment())
        .doesNotContainKeys("COMITY_GUARD", "COMITY_MEMORY");
  }

  /** How a command ended. */
  private record Ran(int code, String out, String err) {}

  private Ran run(String command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    builder.environment().keySet().removeIf(name -> name.startsWith("COMITY_"));
    builder.environment().remove("MUSTER_AGENT_SESSION_ID");
    builder.environment().putAll(environment);
    Path err = folder.resolve("err");
    Process process = builder.redirectError(err.toFile()).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), out, Files.readString(err));
  }

  private Path launcher(String name, String text) throws IOException {
    Path launcher = folder.resolve(name);
    Files.writeString(launcher, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    return launcher;
  }

  private static List<Hook> inFile(String provider, Path launcher, HookDuty duty) {
    return ProviderHooks.inFile(provider(provider), launcher.toString()).stream()
        .filter(hook -> hook.duty() == duty)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex", "gemini", "qwen", "copilot", "cursor"})
  @Tag("ROLE-17")
  void theGuardInAFileRunsOnlyWhereThereIsSomethingToGuard(String name) throws Exception {
    Path launcher = launcher("it's co mity", "echo \"$*\"");
    List<Hook> guards = inFile(name, launcher, HookDuty.GUARD);
    assertThat(guards).isNotEmpty();
    for (Hook guard : guards) {
      assertThat(run(guard.command(), Map.of())).isEqualTo(new Ran(0, "", ""));
      assertThat(run(guard.command(), Map.of("MUSTER_AGENT_SESSION_ID", "s")))
          .isEqualTo(new Ran(0, "", ""));
      assertThat(run(guard.command(), Map.of("COMITY_GUARD", "1")))
          .isEqualTo(new Ran(0, "hook guard --provider " + name + "\n", ""));
    }
  }

  @ParameterizedTest
  @CsvSource({"claude, 2", "codex, 2", "gemini, 2", "qwen, 2", "cursor, 2", "copilot, 0"})
  @Tag("ROLE-17")
  void aGuardThatCanNotRunBlocks(String name, int code) throws Exception {
    Map<String, String> guarded = Map.of("COMITY_GUARD", "1");
    for (Path launcher :
        List.of(
            folder.resolve("gone"),
            launcher("broken", "exit 1"),
            launcher("killed", "kill -9 $$"))) {
      for (Hook guard : inFile(name, launcher, HookDuty.GUARD)) {
        Ran ran = run(guard.command(), guarded);
        assertThat(ran.code()).isEqualTo(code);
        if (name.equals("copilot")) {
          assertThat(json(ran.out()).string("permissionDecision")).contains("deny");
          assertThat(ran.out()).contains(NOT_RUN);
        } else {
          assertThat(name.equals("gemini") ? ran.err() : ran.out()).doesNotContain(NOT_RUN);
          assertThat(name.equals("gemini") ? ran.out() : ran.err()).contains(NOT_RUN);
        }
      }
    }
  }

  /** It says itself why it can't judge, and that alone. */
  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex", "gemini", "qwen", "cursor"})
  @Tag("ROLE-17")
  void whatTheGuardSaysIsSaidAlone(String name) throws Exception {
    Path launcher = launcher("judge", "echo why >&2; exit 2");
    for (Hook guard : inFile(name, launcher, HookDuty.GUARD)) {
      assertThat(run(guard.command(), Map.of("COMITY_GUARD", "1")))
          .isEqualTo(new Ran(2, "", "why\n"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex", "gemini", "qwen", "copilot", "cursor", "kimi"})
  @Tag("MEM-16")
  void theFlushInAFileRunsOnlyInSessionsOfItsProviderWithMemory(String name) throws Exception {
    Path launcher = launcher("comity", "echo \"$*\"");
    List<Hook> events = inFile(name, launcher, HookDuty.MEMORY);
    assertThat(events).isNotEmpty();
    for (Hook event : events) {
      for (Map<String, String> environment :
          List.of(
              Map.<String, String>of(),
              Map.of("COMITY_GUARD", "1", "MUSTER_AGENT_SESSION_ID", "s"),
              Map.of("COMITY_MEMORY", "custom"))) {
        assertThat(run(event.command(), environment)).isEqualTo(new Ran(0, "", ""));
      }
      Ran ran = run(event.command(), Map.of("COMITY_MEMORY", name));
      String told = provider(name).hooks().events().get(event.event());
      boolean names = provider(name).hooks().namesEvent();
      assertThat(ran.out()).isEqualTo("hook event" + (names ? " --event " + told : "") + "\n");
    }
  }

  @Test
  @Tag("ROLE-17")
  void whoseToolsTheGuardDoesNotKnowHaveNone() {
    for (String name : List.of("kimi", "amp")) {
      assertThat(inFile(name, Path.of(LAUNCHER), HookDuty.GUARD)).isEmpty();
    }
  }

  @Test
  void eachIsKnownForWhatItIs() {
    for (Provider provider : PROVIDERS.all()) {
      for (String launcher : List.of(LAUNCHER, "/it's here/comity", "/ü/co mity")) {
        for (Hook hook : ProviderHooks.inFile(provider, launcher)) {
          assertThat(HookCommand.duty(hook.command())).contains(hook.duty());
          Stream.of(" ", "; true", " #")
              .forEach(more -> assertThat(HookCommand.isOurs(hook.command() + more)).isFalse());
        }
      }
    }
    assertThat(HookCommand.duty("/opt/comity hook event")).isEmpty();
    assertThat(HookCommand.duty("/opt/comity hook guard --provider claude")).isEmpty();
  }

  @Test
  void dutiesFollowFromRoleAndMemory() {
    assertThat(HookDuty.of(false, false)).isEqualTo(Set.of(HookDuty.CAPTURE));
    assertThat(HookDuty.of(true, false)).isEqualTo(Set.of(HookDuty.CAPTURE, HookDuty.GUARD));
    assertThat(HookDuty.of(false, true)).isEqualTo(Set.of(HookDuty.values()));
  }
}
