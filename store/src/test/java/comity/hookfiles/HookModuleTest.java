package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessionfiles.ProviderFiles;
import comity.sessions.HookModule;
import comity.sessions.Provider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a module of a file does before a tool, and for memory. Where there is a Node. */
@EnabledIf("comity.hookfiles.HookFilesTest#hasNode")
@Tag("SES-9")
@Timeout(60)
final class HookModuleTest {
  /** Says what came of the use of a tool, as OpenCode takes it. */
  private static final String OPENCODE =
      """
      const { Comity } = await import("./module.mjs");
      const hooks = await Comity({ directory: "/w" });
      const said = { parts: [{ type: "text", text: "/remem" }, { type: "file" }] };
      await hooks["chat.message"]({ sessionID: "S" }, said);
      try {
        await hooks["tool.execute.before"]({ tool: "read", sessionID: "S" }, { args: { a: 1 } });
        console.log("used");
      } catch (error) {
        console.log(error.message);
      }
      await hooks["experimental.session.compacting"]({ sessionID: "S" });
      """;

  /** As Pi takes it. */
  private static final String PI =
      """
      const { default: start } = await import("./module.mjs");
      const handlers = {};
      start({ on: (name, handler) => (handlers[name] = handler) });
      const context = { cwd: "/w", sessionManager: { getSessionId: () => "S" } };
      await handlers.before_agent_start({ prompt: "/remem" }, context);
      const answer = await handlers.tool_call({ toolName: "read", input: { a: 1 } }, context);
      console.log(answer === undefined ? "used" : answer.block === true ? answer.reason : "?");
      await handlers.session_before_compact({}, context);
      """;

  @TempDir private Path folder;

  private static Provider provider(String name) {
    return ProviderFiles.shipped().named(name).orElseThrow();
  }

  /** Runs the module in a session; gives what it printed. */
  private String run(String name, String launcher, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path script = folder.resolve("launcher");
    Files.writeString(
        script,
        "#!/bin/sh\n[ \"$2\" = capture ] && exit 0\n{ echo \"$*\"; cat; echo; } >>'"
            + folder.resolve("log")
            + "'\n"
            + launcher
            + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(
        folder.resolve("module.mjs"),
        HookModule.text(
            provider(name).hooks().file().orElseThrow().kind(), name, script.toString()));
    Path run = Files.writeString(folder.resolve("run.mjs"), name.equals("pi") ? PI : OPENCODE);
    ProcessBuilder builder = new ProcessBuilder("node", run.toString());
    builder.environment().keySet().removeIf(each -> each.startsWith("COMITY_"));
    builder.environment().put("MUSTER_AGENT_SESSION_ID", "s1");
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said.strip();
  }

  private String log() throws IOException {
    Path log = folder.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencode", "pi"})
  void nothingIsAskedWhereThereIsNothingToDo(String name) throws Exception {
    assertThat(run(name, "exit 1", Map.of())).isEqualTo("used");
    assertThat(log()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencode", "pi"})
  @Tag("ROLE-17")
  void theGuardIsAskedAndItsAnswerCounts(String name) throws Exception {
    Map<String, String> guarded = Map.of("COMITY_GUARD", "1");
    assertThat(run(name, "", guarded)).isEqualTo("used");
    String asked =
        name.equals("pi")
            ? "{\"toolName\":\"read\",\"input\":{\"a\":1},\"cwd\":\"/w\",\"sessionId\":\"S\"}"
            : "{\"tool\":\"read\",\"sessionID\":\"S\",\"args\":{\"a\":1},\"cwd\":\"/w\"}";
    assertThat(log()).isEqualTo("hook guard --provider " + name + "\n" + asked + "\n");
    assertThat(run(name, "echo '{\"block\":true,\"reason\":\"[other-role-file] no\"}'", guarded))
        .isEqualTo("[other-role-file] no");
  }

  @ParameterizedTest
  @CsvSource({
    "opencode, exit 1",
    "opencode, kill -9 $$",
    "opencode, echo {}",
    "opencode, echo yes",
    "pi, exit 1",
    "pi, kill -9 $$",
    "pi, echo {}",
    "pi, echo yes"
  })
  @Tag("ROLE-17")
  void aGuardThatFailsBlocks(String name, String launcher) throws Exception {
    assertThat(run(name, launcher, Map.of("COMITY_GUARD", "1"))).startsWith("[guard-failed]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencode", "pi"})
  @Tag("MEM-16")
  void memoryIsToldWhatHappens(String name) throws Exception {
    String event = "hook event\n{\"hook_event_name\":\"%s\",\"session_id\":\"S\"%s}\n";
    assertThat(run(name, "exit 1", Map.of("COMITY_MEMORY", name))).isEqualTo("used");
    assertThat(log())
        .isEqualTo(
            event.formatted("UserPromptSubmit", ",\"prompt\":\"/remem\"")
                + event.formatted("PreCompact", ""));
    Files.delete(folder.resolve("log"));
    assertThat(run(name, "", Map.of("COMITY_MEMORY", "claude"))).isEqualTo("used");
    assertThat(log()).isEmpty();
  }
}
