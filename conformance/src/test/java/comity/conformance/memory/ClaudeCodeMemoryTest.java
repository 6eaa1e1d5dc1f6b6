package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.ClaudeCode;
import comity.conformance.messages.ModelMock;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code works with a group's memory, started by Comity and by hand: the tools of
 * {@code scripts/mcp-server.sh}, the guard before its own tools, and the hooks for what happens in
 * it. A mock of its model says which tools it wants.
 */
@Tag("long-agents")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class ClaudeCodeMemoryTest {
  private static final String NAMESPACE = "comity-claude-memory";
  private static final String PORT = "8767";
  private static final String ROOM = "!ops:example.org";
  private static final String EXPERIENCE = "memory/groups/ops/experience.md";
  private static final JsonObject NONE = JsonObject.empty();

  private static final String INDEX =
      """
      ---
      group_name: ops
      status: active
      memory_budget: 6000
      ---
      # ops

      ## Hard Rules
      - never deploy on Friday

      ## Routing

      | Trigger Scenario | Load File | Priority |
      | --- | --- | --- |
      | current tasks, blockers | attention.md | P0 |
      | architecture, database, queue | project.md | P1 |
      | past incidents, decisions | experience.md | P2 |
      | who reviews, contacts | people.md | P3 |
      """;

  @TempDir private Path folder;
  private Path program;
  private Path root;
  private Instant began;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    program = ClaudeCode.install();
    ClaudeCode.makeNamespace(NAMESPACE);
    Files.createDirectory(folder.resolve("agent-home"));
    root = folder.resolve("muse");
    began = Instant.now().minusSeconds(1);
    write("memory/group_names.json", "{\"" + ROOM + "\": \"ops\"}");
    write("memory/groups/ops.md", INDEX);
    write("memory/groups/ops/attention.md", "# Now\n\n- [ ] rotate the certificates\n");
    write("memory/groups/ops/project.md", "# Project\n\nThe queue is a table, said the heron.\n");
    write("memory/groups/ops/experience.md", "# Experience\n");
    write("memory/groups/ops/people.md", "# People\n\n- Mara reviews\n");
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

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private String read(String name) throws IOException {
    return Files.readString(root.resolve(name));
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static JsonObject step(String tool, JsonObject input) {
    return NONE.with("name", tool).with("input", input);
  }

  /** The hooks as docs/memory.md has them, and the guard. */
  private String settings() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "memory.md"));
    int from = page.indexOf("{\"hooks\"");
    String example = page.substring(from, page.indexOf("```", from));
    String here = example.replace("comity hook", folder.resolve("checkout/comity") + " hook");
    JsonObject guard =
        NONE.with("type", "command")
            .with("timeout", 60)
            .with("onFailure", "block")
            .with(
                "command",
                folder.resolve("checkout/comity")
                    + " hook guard --project-root \"$CLAUDE_PROJECT_DIR\"");
    JsonObject before = NONE.with("hooks", JsonArray.of(List.of(guard)));
    assertThat(Json.read(here)).isInstanceOf(JsonReading.Read.class);
    JsonObject hooks =
        Json.read(here) instanceof JsonReading.Read(JsonObject all)
            ? all.object("hooks").orElse(NONE)
            : NONE;
    return Json.text(NONE.with("hooks", hooks.with("PreToolUse", JsonArray.of(List.of(before)))));
  }

  private String servers() {
    JsonObject server =
        NONE.with("command", folder.resolve("checkout/scripts/mcp-server.sh").toString())
            .with(
                "args",
                JsonArray.of(
                    List.of("--project-root", root.toString(), "--room", ROOM).stream()
                        .map(JsonString::new)
                        .toList()));
    return Json.text(NONE.with("mcpServers", NONE.with("muse", server)));
  }

  /** Claude Code as one process, which is told one thing after the other. */
  private final class Conversation implements AutoCloseable {
    private final Process mock;
    private final Process claude;
    private final BufferedWriter in;
    private final BufferedReader out;
    private final List<String> all = new ArrayList<>();

    Conversation(List<JsonObject> steps, Map<String, String> environment) throws IOException {
      Path script = Files.writeString(folder.resolve("script"), Json.text(JsonArray.of(steps)));
      mock = ModelMock.start(NAMESPACE, PORT, folder.resolve("model.log"), script);
      List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", NAMESPACE));
      command.addAll(List.of(program.toString(), "-p", "--verbose"));
      command.addAll(List.of("--input-format", "stream-json", "--output-format", "stream-json"));
      command.addAll(List.of("--mcp-config", servers(), "--strict-mcp-config"));
      command.addAll(List.of("--settings", settings(), "--allowedTools", "mcp__muse,Read,Bash"));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectError(folder.resolve("claude.err").toFile());
      builder
          .environment()
          .keySet()
          .removeIf(each -> each.startsWith("COMITY_") || each.startsWith("MUSTER_"));
      builder.environment().putAll(ClaudeCode.environment(folder.resolve("agent-home"), PORT));
      builder.environment().put("ENABLE_TOOL_SEARCH", "false"); // all tools are there at once
      builder.environment().put("COMITY_HOME", folder.resolve("home").toString());
      builder.environment().putAll(environment);
      claude = builder.start();
      in = claude.outputWriter();
      out = claude.inputReader();
    }

    /** Says something and waits for the answer; gives what tools said meanwhile. */
    List<String> say(String text) throws IOException {
      JsonObject message = NONE.with("role", "user").with("content", text);
      in.write(Json.text(NONE.with("type", "user").with("message", message)) + "\n");
      in.flush();
      List<String> told = new ArrayList<>();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        all.add(line);
        if (Json.read(line) instanceof JsonReading.Read(JsonObject event)) {
          results(event, told);
          if (event.string("type").orElse("").equals("result")) {
            return told;
          }
        }
      }
      throw new AssertionError("it ended: " + all + errors());
    }

    String errors() throws IOException {
      return Files.readString(folder.resolve("claude.err"));
    }

    private static void results(JsonObject event, List<String> told) {
      if (event.object("message").map(said -> said.get("content")).orElse(null)
          instanceof JsonArray blocks) {
        for (JsonValue block : blocks.elements()) {
          if (block instanceof JsonObject object
              && object.string("type").orElse("").equals("tool_result")) {
            told.add(String.valueOf(block));
          }
        }
      }
    }

    /** Ends it as a person who leaves; gives how it ended. */
    int leave() throws IOException, InterruptedException {
      in.close();
      return claude.waitFor();
    }

    @Override
    public void close() {
      claude.destroyForcibly().onExit().join();
      mock.destroyForcibly().onExit().join();
    }
  }

  private List<JsonObject> steps() {
    JsonObject question = NONE.with("message", "which database holds the queue?");
    return List.of(
        step("mcp__muse__memory_open", NONE.with("room", ROOM)),
        step("mcp__muse__memory_get", NONE.with("file", "index")),
        step("mcp__muse__memory_load", question),
        step(
            "Read", NONE.with("file_path", root.resolve("memory/groups/ops/people.md").toString())),
        step("Bash", NONE.with("command", "cat memory/groups/ops/people.md")),
        step(
            "mcp__muse__memory_append",
            NONE.with("kind", "decision").with("text", "Decision: two replicas from now on")));
  }

  @Test
  @Tag("MEM-4")
  @Tag("MEM-13")
  @Tag("MEM-16")
  @Tag("MEM-17")
  void itWorksWithTheMemoryOfAGroup() throws IOException, InterruptedException {
    works(Map.of("MUSTER_AGENT_SESSION_ID", "s-1", "COMITY_ROOMS", ROOM));
  }

  /** Its server and its hooks know each other by its process. */
  @Test
  @Tag("MEM-4")
  @Tag("MEM-16")
  void itWorksWithTheMemoryOfAGroupOutsideASession() throws IOException, InterruptedException {
    works(Map.of());
  }

  private void works(Map<String, String> environment) throws IOException, InterruptedException {
    try (Conversation claude = new Conversation(steps(), environment)) {
      uses(claude.say("go on"));
      claude.say("Decision: leave Redis for PostgreSQL");
      assertThat(read(EXPERIENCE)).contains("two replicas from now on").doesNotContain("Redis");
      claude.say("/compact");
      assertThat(read(EXPERIENCE))
          .containsPattern(
              "leave Redis for PostgreSQL\n- \\*\\*Source:\\*\\* [0-9a-f]+/[0-9a-f]+\n");
      Instant flushed = flushed();
      assertThat(flushed).isAfter(began);

      // What was given is gone from the context, so the mock's model begins anew, and so may it.
      uses(claude.say("go on"));
      assertThat(read(EXPERIENCE)).containsOnlyOnce("two replicas");

      claude.say("Decision: Mara holds the pager");
      assertThat(claude.leave()).as(claude.errors()).isZero();
      assertThat(read(EXPERIENCE))
          .as(claude.errors())
          .contains("Mara holds the pager")
          .containsOnlyOnce("Redis");
      assertThat(flushed()).isAfterOrEqualTo(flushed);
    }
  }

  private void uses(List<String> told) {
    assertThat(told).hasSize(6);
    assertThat(told.get(0)).contains("group:ops", "\\\"index_read\\\":false", "\\\"spent\\\":0");
    assertThat(told.get(1)).contains("never deploy on Friday");
    assertThat(told.get(2)).contains("said the heron", "ops/project.md").doesNotContain("Mara");
    assertThat(told.get(3)).contains("[memory-gate]").doesNotContain("Mara");
    assertThat(told.get(4)).contains("[memory-gate]").doesNotContain("Mara");
    assertThat(told.get(5)).contains(EXPERIENCE);
  }

  private Instant flushed() throws IOException {
    assertThat(read("memory/flush-state.json")).contains("last_flush_time");
    return Json.read(read("memory/flush-state.json")) instanceof JsonReading.Read(JsonObject state)
        ? Instant.parse(
            state
                .object("groups")
                .flatMap(groups -> groups.string("last_flush_time"))
                .orElseThrow())
        : Instant.EPOCH;
  }
}
