package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tools and prompts of {@code comity mcp}, each called well and badly. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class McpToolsTest {
  private static final JsonObject NONE = JsonObject.empty();

  /** Arguments that may be of any length: what they hold is written as it is. */
  private static final Set<String> TEXTS =
      Set.of("title", "body", "text", "content", "section", "summary", "query", "message");

  @TempDir private Path folder;
  private Comity comity;

  @BeforeEach
  void makeProject() throws IOException {
    comity = Comity.in(folder);
    comity.write(
        ".muse/build.md",
        "<!-- L0: v1.2.0 | ship | ok -->\n\n# Build\n\n## TODO\n\n- [ ] paint\n- [ ] sand\n");
    comity.write(".muse/qa.md", "<!-- L0: v1.0.0 | test | red -->\n");
    comity.write(".muse/strategy.md", "<!-- L0: v2.0.0 | plan | calm -->\n");
    comity.write("memory/2026-01-01.md", "# 2026-01-01\n\nthe heron landed\n");
    comity.write("MEMORIES.md", "- a heron is a bird\n");
    comity.write("memory/main/index.md", "# Main\n");
    comity.write("USER.md", "- language: German\n");
  }

  private McpClient client(String... options) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--room", "main"));
    all.addAll(List.of(options));
    return McpClient.stdio(
        folder.resolve("home"),
        comity.root(),
        folder.resolve("errors"),
        all.toArray(String[]::new));
  }

  /** A call of each tool that does its work, in an order in which each finds some. */
  private static Map<String, JsonObject> good() {
    JsonObject build = NONE.with("role", "build");
    Map<String, JsonObject> good = new LinkedHashMap<>();
    good.put("muse_get_status", NONE);
    good.put("muse_list_roles", NONE);
    good.put("muse_get_role", build);
    good.put("role_may", NONE.with("access", "write").with("path", "src/x"));
    good.put("task_list", build);
    good.put("task_add", build.with("text", "varnish"));
    good.put("task_set", build.with("task", "paint").with("state", "done"));
    good.put(
        "muse_send_directive",
        NONE.with("target_role", "build")
            .with("directive_id", "S041")
            .with("title", "Raise the roof")
            .with("body", "one\n\n> two"));
    good.put("directive_list", build.with("pending", new JsonBoolean(true)));
    good.put("directive_pickup", build);
    good.put("directive_done", build.with("directive_id", "S041").with("from", "muse/strategy"));
    good.put("muse_write_memory", NONE.with("content", "it rained").with("section", "Weather"));
    good.put("bye", NONE.with("summary", "Done: sand\nLesson: measure twice"));
    good.put("muse_search_memory", NONE.with("query", "heron").with("scope", "all"));
    good.put("memory_open", NONE.with("room", "main"));
    good.put("memory_get", NONE.with("file", "index"));
    good.put("memory_load", NONE.with("message", "what of the heron?"));
    good.put("memory_search", NONE.with("query", "heron"));
    good.put("memory_append", NONE.with("kind", "note").with("text", "the heron is grey"));
    good.put("memory_flush", NONE);
    good.put("memory_close", NONE);
    return good;
  }

  private static JsonObject of(Map<String, JsonObject> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  private static Map<String, JsonObject> tools(McpClient client) throws Exception {
    Map<String, JsonObject> tools = new LinkedHashMap<>();
    Comity.objects(client.result("tools/list", NONE), "tools")
        .forEach(tool -> tools.put(tool.string("name").orElseThrow(), tool));
    return tools;
  }

  @Test
  @Tag("ROLE-21")
  void eachToolDoesItsWorkAndGivesWhatItsSchemaSays() throws Exception {
    Map<String, JsonObject> given = new LinkedHashMap<>();
    try (McpClient client = client()) {
      Map<String, JsonObject> tools = tools(client);
      assertThat(good().keySet()).containsExactlyInAnyOrderElementsOf(tools.keySet());
      assertThat(tools.keySet())
          .contains(
              "muse_get_status",
              "muse_list_roles",
              "muse_get_role",
              "muse_send_directive",
              "muse_write_memory",
              "muse_search_memory");
      for (Map.Entry<String, JsonObject> call : good().entrySet()) {
        JsonObject done = client.done(call.getKey(), call.getValue());
        Optional<JsonObject> schema = of(tools, call.getKey()).object("outputSchema");
        assertThat(schema.isPresent()).as(call.getKey()).isEqualTo(done.get("content") == null);
        schema.ifPresent(
            shape -> assertThat(McpShapes.faults(shape, done)).as(call.getKey()).isEmpty());
        given.put(call.getKey(), done);
      }
    }
    assertThat(Json.text(of(given, "muse_get_status")))
        .contains("\"top_priority\":\"ship\"", "\"status_flags\":[\"red\"]");
    assertThat(of(given, "muse_send_directive").string("from")).contains("muse/strategy");
    JsonObject waiting = Comity.objects(of(given, "directive_list"), "directives").getFirst();
    assertThat(waiting.string("status")).contains("waiting");
    assertThat(waiting.string("body")).contains("one\n\n> two");
    assertThat(McpClient.texts(of(given, "directive_pickup"), "picked_up")).containsExactly("S041");
    assertThat(Json.text(of(given, "muse_search_memory")))
        .contains("MEMORIES.md:", "memory/2026-01-01.md:");
    assertThat(comity.read(".muse/strategy.md")).contains("**S041→build**: ✅ (");
    assertThat(comity.read(".muse/build.md"))
        .contains("- [x] paint", "varnish", "S041", "Raise the roof")
        .doesNotContain("🟡");
    assertThat(comity.read("memory/" + Comity.today() + ".md"))
        .contains("## Weather\n\nit rained", "measure twice");
    assertThat(comity.read("MEMORIES.md")).contains("measure twice");
  }

  @Test
  @Tag("ROLE-21")
  void whatIsWrongWithAnArgumentIsSaidAndNothingIsDone() throws Exception {
    String build = comity.read(".muse/build.md");
    try (McpClient client = client()) {
      for (JsonObject tool : tools(client).values()) {
        String name = tool.string("name").orElseThrow();
        JsonObject schema = tool.object("inputSchema").orElseThrow();
        JsonObject arguments = of(good(), name);
        for (String needed : McpClient.texts(schema, "required")) {
          assertThat(client.refused(name, arguments.without(needed))).contains(needed, "missing");
        }
        assertThat(client.refused(name, arguments.with("zzz", "x"))).contains("no argument zzz");
        JsonObject properties = schema.object("properties").orElseThrow();
        for (Map.Entry<String, JsonValue> property : properties.members().entrySet()) {
          wrong(client, name, arguments, property.getKey(), (JsonObject) property.getValue());
        }
      }
      JsonObject unknown =
          client.ask("tools/call", NONE.with("name", "muse_get").with("arguments", NONE));
      assertThat(Json.text(unknown)).contains("-32602", "Unknown tool: muse_get");
    }
    assertThat(comity.read(".muse/build.md")).isEqualTo(build);
    assertThat(comity.has("memory/" + Comity.today() + ".md")).isFalse();
    assertThat(comity.read(".muse/strategy.md")).doesNotContain("📡");
  }

  private static void wrong(
      McpClient client, String tool, JsonObject arguments, String name, JsonObject schema)
      throws Exception {
    List<JsonValue> wrong =
        new ArrayList<>(List.of(JsonNumber.of(1), NONE, JsonArray.of(List.of())));
    wrong.add(
        schema.string("type").orElseThrow().equals("string")
            ? new JsonBoolean(true)
            : new JsonString("true"));
    for (JsonValue value : wrong) {
      assertThat(client.refused(tool, arguments.with(name, value))).contains(name, "of type");
    }
    if (schema.get("enum") != null) {
      assertThat(client.refused(tool, arguments.with(name, "x"))).contains(name, "one of");
    } else if (schema.string("type").orElseThrow().equals("string")
        && !TEXTS.contains(name)
        && !tool.equals("role_may")) {
      assertThat(client.refused(tool, arguments.with(name, "x".repeat(1_000_000)))).isNotBlank();
    }
  }

  /** What a file may hold is bounded: what would no longer be read is not written. */
  @Test
  @Tag("ROLE-2")
  void noFileGrowsPastWhatIsReadAgain() throws Exception {
    String much = "a line of many\n".repeat(60_000);
    try (McpClient client = client("--role", "build")) {
      JsonObject directive = NONE.with("target_role", "qa").with("title", "Much");
      assertThat(grown(client, "muse_send_directive", directive.with("body", much)))
          .contains("larger than 2 MiB");
      assertThat(grown(client, "muse_write_memory", NONE.with("content", much.repeat(4))))
          .contains("larger than 8 MiB");
      client.done("task_list", NONE);
      client.done("muse_search_memory", NONE.with("query", "heron"));
      client.done("muse_write_memory", NONE.with("content", "there is room for this"));
    }
    assertThat(Files.size(comity.root().resolve(".muse/build.md"))).isLessThanOrEqualTo(2 << 20);
  }

  /** What a tool says once it does it no more. */
  private static String grown(McpClient client, String tool, JsonObject arguments)
      throws Exception {
    JsonObject result = NONE;
    for (int i = 0; i < 6 && !McpClient.isError(result); i++) {
      result = client.call(tool, arguments);
    }
    assertThat(McpClient.isError(result)).as(tool).isTrue();
    return McpClient.text(result);
  }

  private static JsonObject prompt(String name, JsonObject arguments) {
    return NONE.with("name", name).with("arguments", arguments);
  }

  private static String text(McpClient client, String prompt, JsonObject arguments)
      throws Exception {
    JsonObject result = client.result("prompts/get", prompt(prompt, arguments));
    return Comity.objects(result, "messages")
        .getFirst()
        .object("content")
        .orElseThrow()
        .string("text")
        .orElseThrow();
  }

  @Test
  @Tag("ROLE-22")
  void promptsPickUpShowAndTellWhatToDo() throws Exception {
    try (McpClient client = client()) {
      assertThat(Comity.objects(client.result("prompts/list", NONE), "prompts"))
          .extracting(each -> each.string("name").orElse(""))
          .containsExactly("resume", "bye", "distill", "settings");
      assertThat(text(client, "resume", NONE)).contains("build", "ship", "qa", "test");
      client.done(
          "muse_send_directive",
          NONE.with("target_role", "qa").with("title", "Look at the door").with("body", "now"));
      assertThat(text(client, "resume", NONE.with("role", "qa")))
          .contains("as the role qa", "Look at the door", "heron");
      assertThat(comity.read(".muse/qa.md")).contains("Look at the door", "🟡");
      assertThat(comity.read(".muse/strategy.md")).contains("✅");
      assertThat(text(client, "bye", NONE)).contains("Lesson:", "the tool bye");
      assertThat(text(client, "distill", NONE))
          .contains("comity distill", comity.root().toRealPath().toString());
      assertThat(text(client, "settings", NONE)).contains("language: German", "comity settings");
      assertThat(Json.text(client.ask("prompts/get", prompt("none", NONE)))).contains("-32602");
      assertThat(Json.text(client.ask("prompts/get", prompt("resume", NONE.with("role", "x")))))
          .contains("-32602", "no role x", "build, qa, strategy");
    }
  }

  @Test
  @Tag("ROLE-21")
  void withoutARoleStrategySendsWhereItIs() throws Exception {
    JsonObject order = NONE.with("target_role", "qa").with("title", "One").with("body", "");
    Files.delete(comity.root().resolve(".muse/strategy.md"));
    try (McpClient client = client()) {
      assertThat(client.refused("muse_send_directive", order))
          .contains("no role strategy", "--role NAME");
      comity.write(".muse/Strategy.md", "<!-- L0: v1.0.0 | plan | - -->\n");
      JsonObject sent = client.done("muse_send_directive", order);
      assertThat(sent.string("from")).contains("muse/Strategy");
      String id = sent.string("id").orElseThrow();
      assertThat(comity.read(".muse/Strategy.md")).contains("**" + id + "→qa**: 🟡 **One**");
      JsonObject taken = order.with("directive_id", id);
      assertThat(client.refused("muse_send_directive", taken)).contains(id + " is taken");
      assertThat(client.refused("muse_send_directive", order.with("target_role", "a/b/c")))
          .contains("PROJECT/ROLE");
      assertThat(client.refused("muse_send_directive", order.with("title", "a\nb")))
          .contains("one line");
    }
    assertThat(comity.read(".muse/build.md")).doesNotContain("📡");
  }
}
