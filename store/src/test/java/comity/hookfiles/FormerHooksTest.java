package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Hook;
import comity.sessions.HookCommand;
import comity.sessions.HookDuty;
import comity.sessions.LaunchHooks;
import comity.sessions.Provider;
import comity.sessions.Provider.HookFile.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks that were set up when they told of the activity alone are brought up to date. */
@Tag("SES-8")
@Tag("SES-9")
@Timeout(60)
final class FormerHooksTest {
  private static final String LAUNCHER = "/opt/comity/comity";

  private static final JsonObject NONE = JsonObject.empty();

  @TempDir private Path userHome;

  private static Provider provider(String name) {
    return ProviderFiles.shipped().named(name).orElseThrow();
  }

  private HookFiles hooks() {
    Home home = new Home(userHome.resolve(".comity"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    return new HookFiles(home, userHome, Map.of(), LAUNCHER);
  }

  private Path write(Path file, String text) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.writeString(file, text);
  }

  private static String command(Provider provider, String event) {
    return HookCommand.of(
        LAUNCHER,
        provider.name(),
        provider.hooks().namesEvent() ? Optional.of(event) : Optional.empty());
  }

  /** As it was written then, where nothing else was in the file. */
  private static String former(Provider provider) {
    Kind kind = provider.hooks().file().orElseThrow().kind();
    if (kind == Kind.KIMI) {
      StringBuilder tables = new StringBuilder();
      provider
          .hooks()
          .events()
          .forEach((event, to) ->
              tables.append(
                  "\n[[hooks]]\nevent = \"%s\"\ncommand = \"%s\"\ntimeout = 10\n"
                      .formatted(event, command(provider, to).replace("\"", "\\\""))));
      return tables.substring(1);
    }
    JsonObject events = NONE;
    for (Map.Entry<String, String> each : provider.hooks().events().entrySet()) {
      String command = command(provider, each.getValue());
      JsonObject entry =
          kind == Kind.COPILOT
              ? NONE.with("type", "command").with("bash", command).with("timeoutSec", 10)
              : NONE.with("type", "command").with("command", command).with("timeout", 10);
      JsonObject whole =
          kind == Kind.COPILOT || kind == Kind.CURSOR
              ? entry
              : NONE.with("hooks", JsonArray.of(List.of(entry)));
      events = events.with(each.getKey(), JsonArray.of(List.of(whole)));
    }
    return Json.text(NONE.with("hooks", events)) + "\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex", "gemini", "qwen", "copilot", "cursor", "kimi"})
  void theyGetWhatIsNew(String name) throws IOException {
    Provider provider = provider(name);
    HookFiles hooks = hooks();
    Path file = hooks.status(provider).file().orElseThrow();
    write(file, former(provider));
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.OUTDATED);
    assertThat(hooks.setUp(provider, false)).isInstanceOf(HookFiles.Change.Done.class);
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.READY);
    String text = Files.readString(file);
    assertThat(text).contains("hook event");
    assertThat(text.contains("hook guard --provider " + name)).isEqualTo(!name.equals("kimi"));
    assertThat(text.split("hook capture", -1)).hasSize(provider.hooks().events().size() + 1);
    assertThat(hooks.remove(provider, false)).isInstanceOf(HookFiles.Change.Done.class);
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.ABSENT);
    assertThat(Files.exists(file) ? Files.readString(file) : "").doesNotContain("comity");
  }

  /** What Codex trusts is bound to the place in the file, which is another for what is new. */
  @Test
  void codexTrustsAllOfThemAndNoOthers() throws IOException {
    Provider codex = provider("codex");
    HookFiles hooks = hooks();
    Path file = hooks.status(codex).file().orElseThrow();
    write(file, former(codex));
    String old =
        "\n[hooks.state.\"%s:stop:0:0\"]\ntrusted_hash = \"%s\"\n"
            .formatted(
                file,
                LaunchHooks.trustHash(new Hook("Stop", command(codex, "Stop"), HookDuty.CAPTURE)));
    Path config = write(file.resolveSibling("config.toml"), "model = \"x\"\n" + old);
    assertThat(hooks.setUp(codex, false)).isInstanceOf(HookFiles.Change.Done.class);
    String text = Files.readString(config);
    // Six that tell of it, one before tools, three for memory.
    assertThat(text.split("trusted_hash", -1)).hasSize(11);
    for (String place : List.of("stop:0:0", "stop:1:0", "pre_tool_use:1:0", "pre_compact:1:0")) {
      assertThat(text).containsOnlyOnce(file + ":" + place);
    }
    assertThat(hooks.remove(codex, false)).isInstanceOf(HookFiles.Change.Done.class);
    assertThat(Files.readString(config)).isEqualTo("model = \"x\"\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencode", "pi"})
  void aModuleIsWrittenAnew(String name) throws IOException {
    Provider provider = provider(name);
    HookFiles hooks = hooks();
    Path file = hooks.status(provider).file().orElseThrow();
    write(file, "// Made by comity hooks setup or by a start\nimport x;\n");
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.OUTDATED);
    assertThat(hooks.setUp(provider, false)).isInstanceOf(HookFiles.Change.Done.class);
    assertThat(Files.readString(file)).contains("process.env.COMITY_GUARD", "COMITY_MEMORY");
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.READY);
  }

  /** One that was switched to another duty by hand is not what would be set up. */
  @Test
  void aGuardThatIsMissingIsSeen() throws IOException {
    Provider claude = provider("claude");
    HookFiles hooks = hooks();
    assertThat(hooks.setUp(claude, false)).isInstanceOf(HookFiles.Change.Done.class);
    Path file = hooks.status(claude).file().orElseThrow();
    String text = Files.readString(file);
    Files.writeString(file, text.replace("hook guard --provider claude", "hook watch"));
    assertThat(hooks.status(claude).state()).isEqualTo(HookFiles.State.OUTDATED);
  }

  /** What a person or a program may have made of a hook of ours, and whether it is still whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "claude | ,\"onFailure\":\"block\" | `` | false",
        "claude | \"onFailure\":\"block\" | \"onFailure\":\"allow\" | false",
        "claude | \"onFailure\":\"block\" | \"onFailure\":\"block\",\"async\":true | false",
        "claude | \"timeout\":20 | \"timeout\":1 | false",
        "claude | \"timeout\":20 | \"timeout\":\"20\" | false",
        "claude | \"timeout\":20 | \"timeout\":200 | true",
        "claude | \"type\":\"command\" | \"type\":\"prompt\" | false",
        "claude | {\"hooks\":[ | {\"matcher\":\"*\",\"hooks\":[ | true",
        "claude | {\"hooks\":[ | {\"matcher\":\"Bash\",\"hooks\":[ | false",
        "claude | {\"hooks\":[ | {\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}, | true",
        "codex | \"timeout\":20 | \"timeout\":21 | false",
        "codex | {\"hooks\":[ | {\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}, | false",
        "gemini | \"timeout\":20000 | \"timeout\":2000 | false",
        "qwen | \"type\":\"command\" | \"type\":\"command\",\"timeout\":1 | false",
        "copilot | \"timeoutSec\":20 | \"timeoutSec\":2 | false",
        "copilot | \"timeoutSec\":20 | \"timeoutSec\":25 | true",
        "cursor | \"failClosed\":true | \"failClosed\":false | false",
        "cursor | ,\"failClosed\":true | `` | false",
        "kimi | timeout = 10 | timeout = 1 | false",
        "kimi | timeout = 10 | timeout = 11 | true",
      })
  void aHookThatIsNotRunAsItWasSetUpIsSeen(String name, String from, String to, boolean whole)
      throws IOException {
    Provider provider = provider(name);
    HookFiles hooks = hooks();
    assertThat(hooks.setUp(provider, false)).isInstanceOf(HookFiles.Change.Done.class);
    Path file = hooks.status(provider).file().orElseThrow();
    String text = Files.readString(file);
    if (text.startsWith("{")) {
      text = text.replaceAll("\n *", "").replace("\": ", "\":");
    }
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
    assertThat(hooks.status(provider).state())
        .as(Files.readString(file))
        .isEqualTo(whole ? HookFiles.State.READY : HookFiles.State.OUTDATED);
    assertThat(hooks.setUp(provider, false)).isInstanceOf(HookFiles.Change.Done.class);
    assertThat(hooks.status(provider).state()).isEqualTo(HookFiles.State.READY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha256:./sha256:",
        "^trusted_hash/enabled = false\ntrusted_hash",
        "pre_tool_use:0:0/pre_tool_use:5:0"
      })
  void aHookThatCodexDoesNotTrustIsSeen(String edit) throws IOException {
    Provider codex = provider("codex");
    HookFiles hooks = hooks();
    assertThat(hooks.setUp(codex, false)).isInstanceOf(HookFiles.Change.Done.class);
    Path config = hooks.status(codex).file().orElseThrow().resolveSibling("config.toml");
    String text = Files.readString(config);
    String[] parts = edit.split("/", -1);
    String edited = Pattern.compile(parts[0], Pattern.MULTILINE).matcher(text).replaceAll(parts[1]);
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(config, edited);
    assertThat(hooks.status(codex).state()).as(edited).isEqualTo(HookFiles.State.OUTDATED);
  }

  /** However a program writes the same TOML. */
  @Test
  void whatCodexTrustsIsReadHoweverItIsWritten() throws IOException {
    Provider codex = provider("codex");
    HookFiles hooks = hooks();
    assertThat(hooks.setUp(codex, false)).isInstanceOf(HookFiles.Change.Done.class);
    Path config = hooks.status(codex).file().orElseThrow().resolveSibling("config.toml");
    String text = Files.readString(config);
    Files.writeString(
        config,
        text.replace("trusted_hash = ", "enabled = true\n  trusted_hash= ").replace('"', '\''));
    assertThat(hooks.status(codex).state()).isEqualTo(HookFiles.State.READY);
  }
}
