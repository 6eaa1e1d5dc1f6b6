package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Hook;
import comity.sessions.HookCommand;
import comity.sessions.HookDuty;
import comity.sessions.HookModule;
import comity.sessions.LaunchHooks;
import comity.sessions.Provider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is around the text: where files are, links, modes, records, and what else changes them. */
@Timeout(60)
final class HookFilesTest {
  private static final String LAUNCHER = "/opt/comity/comity";

  /** A turn of a session that has one of a sub-agent, as OpenCode tells its plugins. */
  private static final String OPENCODE_TURN =
      """
      const { Comity } = await import("./module.mjs");
      const hooks = await Comity({});
      const event = (type, properties) => hooks.event({ event: { type, properties } });
      await event("session.created", { info: { id: "S" } });
      await event("session.created", { info: { id: "C", parentID: "S" } });
      await event("session.status", { sessionID: "S", status: { type: "busy" } });
      await event("session.status", { sessionID: "S", status: { type: "busy" } });
      await event("session.status", { sessionID: "C", status: { type: "busy" } });
      await hooks["tool.execute.before"]({ sessionID: "S" });
      await event("session.status", { sessionID: "S", status: { type: "idle" } });
      """;

  /** A turn, as Pi and Amp tell theirs. */
  private static final String OTHER_TURN =
      """
      const { default: start } = await import("./module.mjs");
      const handlers = {};
      start({ on: (name, handler) => (handlers[name] = handler) });
      const thread = { thread: { id: "S" }, sessionManager: { getSessionId: () => "S" } };
      const call = (...names) => (handlers[names.find((name) => handlers[name])] ?? (() => {}))({}, thread);
      await call("session_start", "session.start");
      await call("agent_start", "agent.start");
      await call("tool_call");
      await call("agent_end", "agent.end");
      await call("session_shutdown");
      """;

  @TempDir private Path userHome;

  private Home home = new Home(Path.of("/"));

  @BeforeEach
  void open() {
    home = new Home(userHome.resolve(".comity"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
  }

  private static Provider provider(String name) {
    return ProviderFiles.shipped().named(name).orElseThrow();
  }

  private HookFiles hooks(Map<String, String> environment) {
    return new HookFiles(home, userHome, environment, LAUNCHER);
  }

  private Path write(String name, String text) throws IOException {
    Path file = userHome.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.writeString(file, text);
  }

  private static List<HookFiles.Edit> done(HookFiles.Change change) {
    assertThat(change).isInstanceOf(HookFiles.Change.Done.class);
    return ((HookFiles.Change.Done) change).edits();
  }

  private static String refused(HookFiles.Change change) {
    assertThat(change).isInstanceOf(HookFiles.Change.Refused.class);
    return ((HookFiles.Change.Refused) change).why();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude",
        "codex",
        "gemini",
        "qwen",
        "copilot",
        "cursor",
        "kimi",
        "opencode",
        "amp",
        "pi"
      })
  @Tag("SES-8")
  void aFileThatWasNotThereComesAndGoes(String name) throws IOException {
    Provider provider = provider(name);
    HookFiles hooks = hooks(Map.of());
    Path file = hooks.status(provider).file().orElseThrow();
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.ABSENT);
    assertThat(hooks.status(provider).installed()).isFalse();
    assertThat(done(hooks.setUp(provider, false))).isNotEmpty();
    assertThat(file).exists();
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.READY);
    assertThat(hooks.status(provider).installed()).isTrue();
    assertThat(done(hooks.setUp(provider, false))).isEmpty();
    assertThat(done(hooks.remove(provider, false))).isNotEmpty();
    assertThat(file).doesNotExist();
    assertThat(file.resolveSibling("config.toml")).doesNotExist();
    try (Stream<Path> left = Files.list(userHome)) {
      assertThat(left).as("folders that were made for it are gone").containsExactly(home.root());
    }
    assertThat(hooks.status(provider).installed()).isFalse();
    assertThat(done(hooks.remove(provider, false))).isEmpty();
  }

  @Test
  @Tag("SES-8")
  void foldersThatWereThereOrAreUsedStay() throws IOException {
    Path there = Files.createDirectories(userHome.resolve(".config/opencode"));
    HookFiles hooks = hooks(Map.of());
    assertThat(done(hooks.setUp(provider("opencode"), false))).hasSize(1);
    assertThat(there.resolve("plugins")).isDirectory();
    assertThat(done(hooks.setUp(provider("claude"), false))).hasSize(1);
    Path own = Files.writeString(userHome.resolve(".claude/CLAUDE.md"), "mine");
    HookFiles moved = new HookFiles(home, userHome, Map.of(), "/elsewhere/comity");
    assertThat(done(moved.setUp(provider("opencode"), false))).hasSize(1);
    assertThat(done(moved.remove(provider("opencode"), false))).hasSize(1);
    assertThat(done(moved.remove(provider("claude"), false))).hasSize(1);
    assertThat(there).isEmptyDirectory();
    assertThat(own).exists();
    assertThat(own.resolveSibling("settings.json")).doesNotExist();
  }

  @Test
  @Tag("SES-8")
  void whatOthersDidMeanwhileStays() throws IOException {
    Path file = write(".claude/settings.json", "{\n  \"model\": \"opus\"\n}\n");
    Provider claude = provider("claude");
    HookFiles hooks = hooks(Map.of());
    done(hooks.setUp(claude, false));
    String theirs = "{ \"hooks\": [ { \"type\": \"command\", \"command\": \"theirs\" } ] }";
    String changed =
        Files.readString(file)
            .replace("\"opus\"", "\"sonnet\"")
            .replace("\"Stop\": [", "\"Stop\": [\n      " + theirs + ",");
    Files.writeString(file, changed);
    assertThat(hooks.status(claude).state()).isEqualTo(HookFiles.State.READY);
    assertThat(done(hooks.setUp(claude, false))).isEmpty();
    done(hooks.remove(claude, false));
    assertThat(Files.readString(file))
        .isEqualTo(
            "{\n  \"model\": \"sonnet\",\n  \"hooks\": {\n    \"Stop\": [\n      "
                + theirs
                + "\n    ]\n  }\n}\n");
  }

  /** As by a disk that was full, or by a person who tidied up. */
  @Test
  @Tag("SES-8")
  void aBackupThatIsNotWhatWasKeptIsNotGivenBack() throws IOException {
    String mine = "{\n  \"model\": \"opus\"\n}\n";
    Path file = write(".claude/settings.json", mine);
    HookFiles hooks = hooks(Map.of());
    Path backup = done(hooks.setUp(provider("claude"), false)).getFirst().backup().orElseThrow();
    for (String damaged : List.of("", "{ \"model\": \"other\" }")) {
      Files.writeString(backup, damaged);
      done(hooks.remove(provider("claude"), false));
      assertThat(Files.readString(file)).isEqualTo(mine);
      done(hooks.setUp(provider("claude"), false));
    }
  }

  @Test
  @Tag("SES-8")
  void ourHookInAGroupOfTheirsGoesAlone() throws IOException {
    Provider claude = provider("claude");
    String ours =
        HookCommand.of("/elsewhere/comity", "claude", Optional.empty()).replace("\"", "\\\"");
    String theirs = "{\"type\": \"command\", \"command\": \"theirs\"}";
    Path file =
        write(
            ".claude/settings.json",
            "{\"hooks\": {\"Stop\": [{\"hooks\": ["
                + theirs
                + ", {\"type\": \"command\", \"command\": \""
                + ours
                + "\"}]}]}}");
    HookFiles hooks = hooks(Map.of());
    assertThat(hooks.status(claude).state()).isEqualTo(HookFiles.State.OUTDATED);
    done(hooks.remove(claude, false));
    assertThat(Files.readString(file))
        .isEqualTo("{\"hooks\": {\"Stop\": [{\"hooks\": [" + theirs + "]}]}}");
  }

  @Test
  @Tag("SES-8")
  void linksAndModesStay() throws IOException {
    Path real = write("dotfiles/claude.json", "{}\n");
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-rw-r--"));
    Path folder = Files.createDirectories(userHome.resolve("dotfiles/dot-claude"));
    Files.createSymbolicLink(userHome.resolve(".claude"), folder);
    Path link = Files.createSymbolicLink(folder.resolve("settings.json"), real);
    HookFiles hooks = hooks(Map.of());
    done(hooks.setUp(provider("claude"), false));
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).contains("hook capture");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-rw-r--");
    done(hooks.remove(provider("claude"), false));
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).isEqualTo("{}\n");
  }

  @Test
  @Tag("SES-8")
  void aLinkToNothingGetsItsFileAndLosesItAgain() throws IOException {
    Path folder = Files.createDirectories(userHome.resolve(".claude"));
    Path link =
        Files.createSymbolicLink(folder.resolve("settings.json"), userHome.resolve("later.json"));
    HookFiles hooks = hooks(Map.of());
    done(hooks.setUp(provider("claude"), false));
    assertThat(userHome.resolve("later.json")).exists();
    done(hooks.remove(provider("claude"), false));
    assertThat(link).isSymbolicLink();
    assertThat(userHome.resolve("later.json")).doesNotExist();
  }

  @Test
  @Tag("SES-8")
  void aReadOnlyFileIsNotTouched() throws IOException {
    Path file = write(".claude/settings.json", "{}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertThat(refused(hooks(Map.of()).setUp(provider("claude"), false))).contains("read-only");
    assertThat(Files.readString(file)).isEqualTo("{}\n");
  }

  @Test
  @Tag("SES-8")
  void whatIsNoFileIsNotTouched() throws IOException {
    Files.createDirectories(userHome.resolve(".claude/settings.json"));
    assertThat(refused(hooks(Map.of()).setUp(provider("claude"), false)))
        .contains("no regular file");
    write(".gemini/settings.json", " ".repeat(HookFiles.MAX_BYTES + 1));
    assertThat(refused(hooks(Map.of()).setUp(provider("gemini"), false))).contains("larger than");
    assertThat(hooks(Map.of()).status(provider("gemini")).state()).isEqualTo(HookFiles.State.UNFIT);
  }

  @Test
  @Tag("SES-8")
  void variablesSayWhereItIs() {
    HookFiles hooks =
        hooks(Map.of("CODEX_HOME", "/c", "XDG_CONFIG_HOME", "/x", "CLAUDE_CONFIG_DIR", "relative"));
    assertThat(hooks.status(provider("codex")).file()).contains(Path.of("/c/hooks.json"));
    assertThat(hooks.status(provider("opencode")).file())
        .contains(Path.of("/x/opencode/plugins/comity.js"));
    assertThat(hooks.status(provider("claude")).file())
        .contains(userHome.resolve(".claude/settings.json"));
  }

  @Test
  @Tag("SES-8")
  void codexIsToldToTrustThem() throws IOException {
    String before = "model = \"x\"\n\n[hooks.state.\"/a:stop:0:0\"]\ntrusted_hash = \"sha256:aa\"";
    Path config = write(".codex/config.toml", before);
    Path file =
        write(
            ".codex/hooks.json",
            "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"t\"}]}]}}");
    HookFiles hooks = hooks(Map.of());
    Provider codex = provider("codex");
    assertThat(done(hooks.setUp(codex, false))).hasSize(2);
    String command = HookCommand.of(LAUNCHER, "codex", Optional.empty());
    assertThat(Files.readString(config))
        .startsWith(before)
        .contains(
            "\n[hooks.state.\"%s:stop:1:0\"]\ntrusted_hash = \"%s\"\n"
                .formatted(
                    file, LaunchHooks.trustHash(new Hook("Stop", command, HookDuty.CAPTURE))));
    assertThat(done(hooks.setUp(codex, false))).isEmpty();
    String other = Files.readString(config) + "\n[tui]\na = 1\n";
    Files.writeString(config, other);
    assertThat(done(hooks.remove(codex, false))).hasSize(2);
    assertThat(Files.readString(config)).isEqualTo(before + "\n\n[tui]\na = 1\n");
  }

  @Test
  @Tag("SES-8")
  void codexWithAConfigurationThatIsMalformedIsNotTouched() throws IOException {
    Path config = write(".codex/config.toml", "model = \n");
    assertThat(refused(hooks(Map.of()).setUp(provider("codex"), false)))
        .startsWith(config + ": it is no TOML");
    assertThat(userHome.resolve(".codex/hooks.json")).doesNotExist();
  }

  @Test
  @Tag("SES-8")
  void switchedOffHooksAreTold() throws IOException {
    write(".claude/settings.json", "{\"disableAllHooks\": true}\n");
    HookFiles.Change change = hooks(Map.of()).setUp(provider("claude"), false);
    assertThat(((HookFiles.Change.Done) change).notes())
        .singleElement()
        .asString()
        .contains("disableAllHooks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencode", "amp", "pi"})
  @Tag("SES-8")
  void aModuleThatIsNotOursStays(String name) throws IOException {
    Path file = hooks(Map.of()).status(provider(name)).file().orElseThrow();
    write(userHome.relativize(file).toString(), "export const Mine = 1;\n");
    assertThat(refused(hooks(Map.of()).setUp(provider(name), false))).contains("not Comity's");
    assertThat(done(hooks(Map.of()).remove(provider(name), false))).isEmpty();
    assertThat(Files.readString(file)).isEqualTo("export const Mine = 1;\n");
  }

  static boolean hasNode() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
  }

  /** Where there is a Node: nothing else of the build needs one. */
  @ParameterizedTest
  @EnabledIf("hasNode")
  @ValueSource(strings = {"opencode", "amp", "pi"})
  @Tag("SES-8")
  void modulesAreJavaScriptThatReportsInOrder(String name) throws Exception {
    Path launcher = userHome.resolve("launcher");
    Path log = userHome.resolve("log");
    Files.writeString(launcher, "#!/bin/sh\n{ echo \"$*\"; cat; echo; } >>'" + log + "'\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Provider.HookFile file = provider(name).hooks().file().orElseThrow();
    Path module =
        Files.writeString(
            userHome.resolve("module.mjs"),
            HookModule.text(file.kind(), name, launcher.toString()));
    String run = file.kind() == Provider.HookFile.Kind.OPENCODE ? OPENCODE_TURN : OTHER_TURN;
    Path script = Files.writeString(userHome.resolve("run.mjs"), run);
    for (boolean inside : new boolean[] {false, true}) {
      ProcessBuilder builder = new ProcessBuilder("node", script.toString());
      builder.environment().remove("MUSTER_AGENT_SESSION_ID");
      if (inside) {
        builder.environment().put("MUSTER_AGENT_SESSION_ID", "s1");
      }
      Process process = builder.redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      if (inside) {
        String begin =
            "hook capture --provider %s --process-id %d --parent-process-id %d\n"
                .formatted(name, process.pid(), ProcessHandle.current().pid());
        assertThat(Files.readString(log)).isEqualTo(reports(name, begin));
      } else {
        assertThat(log).doesNotExist();
      }
    }
    assertThat(module).exists();
  }

  private static String reports(String name, String begin) {
    String event = begin + "{\"hook_event_name\":\"%s\",\"session_id\":\"S\"}\n";
    return begin
        + "{\"version\":1,\"event\":\"session_started\",\"session_id\":\"S\"}\n"
        + event.formatted("UserPromptSubmit")
        + (name.equals("amp") ? "" : event.formatted("PreToolUse"))
        + event.formatted("Stop")
        + (name.equals("pi") ? event.formatted("SessionEnd") : "");
  }
}
