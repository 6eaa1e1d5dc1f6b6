package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.ClaudeCode;
import comity.conformance.messages.ModelMock;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code at work under a role: it uses the tools of {@code scripts/mcp-server.sh},
 * and the guard stands before its own. A mock of its model says which tools it wants.
 */
@Tag("long-agents")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class ClaudeCodeRolesTest {
  private static final String NAMESPACE = "comity-claude-roles";
  private static final String PORT = "8766";
  private static final long RUN_SECONDS = 120;
  private static final JsonObject NONE = JsonObject.empty();

  @TempDir private Path folder;
  private Path program;
  private Comity comity;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    program = ClaudeCode.install();
    ClaudeCode.makeNamespace(NAMESPACE);
    Files.createDirectory(folder.resolve("agent-home"));
    comity = Comity.in(folder);
    comity.write(".muse/strategy.md", "<!-- L0: v1.0.0 | plan | calm -->\n");
    comity.write(".muse/build.md", "<!-- L0: v1.2.0 | ship | ok -->\n");
    comity.write(".muse/qa.md", "<!-- L0: v1.0.0 | test | red -->\n");
    comity.write("docs/note.md", "the heron stands in the reeds\n");
    script(
        folder.resolve("checkout/comity"),
        "exec '" + String.join("' '", JavaProgram.comity()) + "' \"$@\"\n");
    Files.createDirectory(folder.resolve("checkout/scripts"));
    Files.copy(
        Path.of("..", "scripts", "mcp-server.sh"),
        folder.resolve("checkout/scripts/mcp-server.sh"),
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    ClaudeCode.endNamespace(NAMESPACE);
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static JsonObject step(String tool, JsonObject input) {
    return NONE.with("name", tool).with("input", input);
  }

  /** Runs it to its end; gives what its model was told of each step. */
  private List<String> run(String name, List<JsonObject> steps, String... options)
      throws IOException, InterruptedException {
    Path log = folder.resolve(name + ".log");
    Path script = folder.resolve(name + ".script");
    Files.writeString(script, Json.text(JsonArray.of(steps)));
    Process mock = ModelMock.start(NAMESPACE, PORT, log, script);
    try {
      List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE));
      command.addAll(List.of(program.toString(), "-p", "go on", "--output-format", "json"));
      command.addAll(Arrays.asList(options));
      Path output = folder.resolve(name + ".out");
      ProcessBuilder claude =
          new ProcessBuilder(command)
              .directory(comity.root().toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      claude.environment().keySet().removeIf(each -> each.startsWith("COMITY_"));
      claude.environment().putAll(ClaudeCode.environment(folder.resolve("agent-home"), PORT));
      claude.environment().put("ENABLE_TOOL_SEARCH", "false"); // all tools are there at once
      claude.environment().put("COMITY_HOME", folder.resolve("home").toString());
      Process process = claude.start();
      if (!process.waitFor(RUN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
      assertThat(Files.readString(output)).contains("all is done");
      List<String> told = told(log);
      assertThat(told).hasSameSizeAs(steps);
      return told;
    } finally {
      mock.destroyForcibly().waitFor();
    }
  }

  private static List<String> told(Path log) throws IOException {
    List<String> told = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      List<String> here = new ArrayList<>();
      if (Json.read(line) instanceof JsonReading.Read(JsonObject request)) {
        for (JsonObject message : Comity.objects(request, "messages")) {
          if (message.get("content") instanceof JsonArray blocks) {
            blocks.elements().stream()
                .map(String::valueOf)
                .filter(block -> block.contains("\"type\":\"tool_result\""))
                .forEach(here::add);
          }
        }
      }
      told = here.size() > told.size() ? here : told;
    }
    return told;
  }

  private String servers(String role) throws IOException {
    JsonObject server =
        NONE.with("command", folder.resolve("checkout/scripts/mcp-server.sh").toString())
            .with(
                "args",
                JsonArray.of(
                    List.of("--project-root", comity.root().toString(), "--role", role).stream()
                        .map(JsonString::new)
                        .toList()));
    Path file = folder.resolve(role + ".mcp.json");
    Files.writeString(file, Json.text(NONE.with("mcpServers", NONE.with("muse", server))));
    return file.toString();
  }

  @Test
  @Tag("ROLE-21")
  void aDirectiveGoesFromOneAgentToAnother() throws IOException, InterruptedException {
    JsonObject directive =
        NONE.with("target_role", "build").with("title", "Raise the roof").with("body", "by noon");
    List<String> told =
        run(
            "strategy",
            List.of(
                step("mcp__muse__muse_get_status", NONE),
                step("mcp__muse__muse_send_directive", directive)),
            "--mcp-config",
            servers("strategy"),
            "--strict-mcp-config",
            "--allowedTools",
            "mcp__muse");
    assertThat(told.getFirst()).contains("v1.2.0 | ship | ok", "\\\"role\\\":\\\"qa\\\"");
    assertThat(told.getLast()).contains("S001");
    assertThat(comity.read(".muse/strategy.md")).contains("**S001→build**: 🟡 **Raise the roof**");
    told =
        run(
            "build",
            List.of(
                step("mcp__muse__directive_pickup", NONE),
                step("mcp__muse__muse_get_role", NONE.with("role", "strategy")),
                step("mcp__muse__muse_get_role", NONE.with("role", "build"))),
            "--mcp-config",
            servers("build"),
            "--strict-mcp-config",
            "--allowedTools",
            "mcp__muse");
    assertThat(told.getFirst()).contains("S001", "Raise the roof", "by noon");
    assertThat(told.get(1)).contains("Not allowed (other-role-file)").doesNotContain("by noon");
    assertThat(told.getLast()).contains("v1.2.0 | ship");
    assertThat(comity.read(".muse/strategy.md")).contains("**S001→build**: ✅ (");
    assertThat(comity.read(".muse/build.md")).contains("S001", "🟡", "Raise the roof", "by noon");
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void theGuardStandsBeforeItsOwnTools() throws IOException, InterruptedException {
    String build = comity.read(".muse/build.md");
    JsonObject hook =
        NONE.with("type", "command")
            .with("timeout", 60)
            .with("onFailure", "block")
            .with(
                "command",
                folder.resolve("checkout/comity")
                    + " hook guard --role qa --project-root \"$CLAUDE_PROJECT_DIR\"");
    JsonObject hooks = NONE.with("hooks", JsonArray.of(List.of(hook)));
    JsonObject settings = NONE.with("hooks", NONE.with("PreToolUse", JsonArray.of(List.of(hooks))));
    Path root = comity.root();
    List<String> told =
        run(
            "qa",
            List.of(
                step(
                    "Write",
                    NONE.with("file_path", root.resolve("src/x").toString()).with("content", "x")),
                step("Read", NONE.with("file_path", root.resolve(".muse/build.md").toString())),
                step(
                    "Write",
                    NONE.with("file_path", root.resolve(".muse/build.md").toString())
                        .with("content", "mine")),
                step("Bash", NONE.with("command", "echo mine > .muse/build.md")),
                step("Read", NONE.with("file_path", root.resolve("docs/note.md").toString()))),
            "--settings",
            Json.text(settings),
            "--permission-mode",
            "acceptEdits",
            "--allowedTools",
            "Read,Write,Bash");
    assertThat(told.getFirst()).contains("[sources]");
    assertThat(told.subList(1, 4))
        .allSatisfy(each -> assertThat(each).contains("[other-role-file]").doesNotContain("ship"));
    assertThat(told.getLast()).contains("the heron stands in the reeds");
    assertThat(comity.has("src/x")).isFalse();
    assertThat(comity.read(".muse/build.md")).isEqualTo(build);
    assertThat(
            Files.readAllLines(folder.resolve("home/audit.jsonl")).stream()
                .filter(line -> line.contains("\"door\":\"guard\",\"action\":\"refuse\"")))
        .hasSize(4)
        .allMatch(line -> line.contains("\"role\":\"qa\""));
  }
}
