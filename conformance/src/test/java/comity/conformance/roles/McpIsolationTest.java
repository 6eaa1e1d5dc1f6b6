package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.conformance.mcp.JavaProgram;
import comity.conformance.mcp.ServerProcess;
import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every attempt at the MCP door: at files by {@code role_may}, and at other roles by name. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class McpIsolationTest {
  /** A refusal names its rule, and says what to do. */
  private static final Pattern INSTEAD = Pattern.compile("Not allowed \\([a-z-]+\\): .+\\. [A-Z`]");

  private static final JsonObject NONE = JsonObject.empty();

  @TempDir private Path folder;

  /** Opens a client that works under a role. */
  private interface Door {
    McpClient as(String role) throws IOException, InterruptedException;
  }

  private Door stdio(Place place) {
    return role ->
        McpClient.stdio(place.home(), place.root(), folder.resolve(role + ".err"), "--role", role);
  }

  private ServerProcess hub(Place place) throws IOException {
    return ServerProcess.start(
        JavaProgram.hub("serve", "--port", "0", "--home", place.home().toString()),
        folder.resolve("hub.err"));
  }

  private static Door http(Place place, ServerProcess hub) {
    return role -> McpClient.http(hub.mcp(), token(place, role));
  }

  private static String token(Place place, String role) {
    InProcess.Ran made =
        InProcess.run(
            place.root(),
            Map.of("COMITY_HOME", place.home().toString()),
            "",
            List.of("token", "add", "of-" + role, "--role", role));
    assertThat(made.code()).as(made.err()).isZero();
    return made.out().strip();
  }

  private static List<String> refusals(Place place) throws IOException {
    Path log = place.home().resolve("audit.jsonl");
    return Files.exists(log)
        ? Files.readAllLines(log).stream()
            .filter(line -> line.contains("\"action\":\"refuse\""))
            .toList()
        : List.of();
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void theTableHoldsOverStdio() throws Exception {
    Place place = Place.make(folder);
    table(place, stdio(place), "mcp");
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void theTableHoldsOverHttp() throws Exception {
    Place place = Place.make(folder);
    try (ServerProcess hub = hub(place)) {
      table(place, http(place, hub), "http");
    }
  }

  private static void table(Place place, Door door, String word) throws Exception {
    Map<String, McpClient> clients = new HashMap<>();
    List<String> wrong = new ArrayList<>();
    int refused = 0;
    try {
      List<Attempts.Attempt> attempts = Attempts.all(place);
      assertThat(attempts).hasSizeGreaterThan(150);
      for (Attempts.Attempt attempt : attempts) {
        if (!clients.containsKey(attempt.role())) {
          clients.put(attempt.role(), door.as(attempt.role()));
        }
        JsonObject asked = NONE.with("access", attempt.access()).with("path", attempt.path());
        JsonObject verdict = clients.get(attempt.role()).done("role_may", asked);
        boolean allowed = new JsonBoolean(true).equals(verdict.get("allowed"));
        String came = (allowed ? "yes " : "no ") + verdict.string("rule").orElse("");
        if (!came.equals(attempt.outcome())) {
          wrong.add(attempt + " came to " + came);
        }
        refused += attempt.allowed() ? 0 : 1;
      }
    } finally {
      clients.values().forEach(McpClient::close);
    }
    assertThat(wrong).isEmpty();
    assertThat(refusals(place))
        .hasSize(refused)
        .allMatch(line -> line.contains("\"door\":\"" + word + "\""));
  }

  /** Ways to write the name of what is not the role build. */
  private static List<String> names(Place place) {
    return List.of(
        "qa",
        "QA",
        " qa ",
        "qa.md",
        "strategy",
        "designer",
        "qa2",
        "away",
        "dangling",
        "paths",
        "../x",
        "x/../y",
        "x/../qa",
        "./qa",
        ".muse/qa",
        "archive/old",
        "../.muse/qa",
        "../docs/linked-qa2",
        "../../other/.muse/build",
        "../memory/main/index",
        "../MEMORY",
        "build/../qa",
        "muse/qa",
        "other/build",
        place.root().resolve(".muse/qa").toString(),
        place.other().resolve(".muse/build").toString(),
        "/etc/passwd",
        "file:///etc/passwd",
        "%2e%2e/qa",
        "..%2fqa",
        "%71a",
        "..\\.muse\\qa",
        "qa\0",
        "qa\0.md",
        "build\0/../qa",
        "qa\n",
        "\uFF51\uFF41",
        "q\u0430",
        "\u202Eaq",
        "q\u200Ba",
        "build\u0301",
        ".",
        "..",
        "*",
        "~root",
        "x".repeat(5_000),
        "../".repeat(2_000) + "etc/passwd");
  }

  private static List<JsonObject> calls(String name) {
    JsonObject role = NONE.with("role", name);
    return List.of(
        tool("muse_get_role", role),
        tool("task_list", role),
        tool("task_add", role.with("text", "a task of build")),
        tool("task_set", role.with("task", "1").with("state", "done")),
        tool("directive_pickup", role),
        tool("directive_done", role.with("directive_id", "S001")),
        tool("directive_done", NONE.with("directive_id", name)),
        tool("directive_done", NONE.with("directive_id", "S001").with("from", name)),
        tool("directive_list", role),
        NONE.with("method", "prompts/get")
            .with("params", NONE.with("name", "resume").with("arguments", role)),
        NONE.with("method", "resources/read")
            .with("params", NONE.with("uri", "muse://roles/" + name)),
        NONE.with("method", "resources/read")
            .with("params", NONE.with("uri", "muse://memory/" + name)),
        NONE.with("method", "resources/read")
            .with("params", NONE.with("uri", "muse://memory/" + name + ".md")));
  }

  private static JsonObject tool(String name, JsonObject arguments) {
    return NONE.with("method", "tools/call")
        .with("params", NONE.with("name", name).with("arguments", arguments));
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void noNameReachesAnotherRoleOrTheOutsideOverStdio() throws Exception {
    Place place = Place.make(folder);
    names(place, stdio(place));
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void noNameReachesAnotherRoleOrTheOutsideOverHttp() throws Exception {
    Place place = Place.make(folder);
    try (ServerProcess hub = hub(place)) {
      names(place, http(place, hub));
    }
  }

  private static void names(Place place, Door door) throws Exception {
    Files.createSymbolicLink(place.root().resolve(".muse/dangling.md"), Path.of("nothing"));
    Map<String, String> before = files(place);
    int refused = 0;
    try (McpClient client = door.as("build")) {
      for (String name : names(place)) {
        for (JsonObject call : calls(name)) {
          JsonObject answer =
              client.ask(call.string("method").orElseThrow(), call.object("params").orElseThrow());
          String text = Json.text(answer);
          assertThat(isRefused(answer)).as("%s: %s", call, answer).isTrue();
          assertThat(text).as("%s", call).doesNotContain(Place.SECRET, "root:x:0", "ship");
          boolean notAllowed = text.contains("Not allowed (");
          refused += notAllowed ? 1 : 0;
          assertThat(!notAllowed || INSTEAD.matcher(text).find()).as(text).isTrue();
          if (name.strip().equalsIgnoreCase("qa") && call.toString().contains("\"role\"")) {
            assertThat(notAllowed).as("%s: %s", call, answer).isTrue();
          }
        }
      }
      assertThat(files(place)).as("nothing is written").isEqualTo(before);
      assertThat(refusals(place)).hasSize(refused);
      assertThat(refused).isGreaterThan(300);
      others(client);
    }
    assertThat(files(place)).isEqualTo(before);
  }

  private static boolean isRefused(JsonObject answer) {
    return answer.get("error") != null
        || answer.object("result").filter(McpClient::isError).isPresent();
  }

  /** What names no role of its own: it shows nothing of another's file. */
  private static void others(McpClient client) throws Exception {
    JsonObject typed = NONE.with("name", "role").with("value", "");
    JsonObject completed =
        client.result(
            "completion/complete",
            NONE.with("ref", NONE.with("type", "ref/prompt").with("name", "resume"))
                .with("argument", typed));
    assertThat(McpClient.texts(completed.object("completion").orElseThrow(), "values"))
        .containsExactly("build");
    String listed = Json.text(client.result("resources/list", NONE));
    assertThat(listed).contains("muse://roles/build").doesNotContain("muse://roles/qa");
    List<String> seen = new ArrayList<>();
    for (String tool : List.of("muse_get_status", "muse_list_roles", "directive_list")) {
      seen.add(Json.text(client.done(tool, NONE)));
    }
    seen.add(Json.text(client.done("muse_search_memory", NONE.with("query", "secret another"))));
    seen.add(Json.text(client.result("prompts/get", NONE.with("name", "bye"))));
    seen.add(Json.text(client.result("resources/read", NONE.with("uri", "muse://l0"))));
    assertThat(seen)
        .noneMatch(text -> text.contains(Place.SECRET))
        .anyMatch(t -> t.contains("ship"));
    for (String prompt : List.of("distill", "settings")) {
      assertThat(Json.text(client.ask("prompts/get", NONE.with("name", prompt))))
          .contains("Not allowed (owner-only)");
    }
  }

  /** All files of the place but those of the home, with what is in them. */
  private static Map<String, String> files(Place place) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(place.base())) {
      for (Path file : all.toList()) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && !file.startsWith(place.home())
            && !file.toString().endsWith(".err")) {
          files.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void inASessionNoServerStartsForAnotherRole() throws Exception {
    Place place = Place.make(folder);
    InProcess.Ran ran =
        InProcess.run(
            place.root(),
            Map.of("COMITY_HOME", place.home().toString(), "COMITY_ROLE", "qa"),
            "",
            List.of("mcp", "--role", "build"));
    assertThat(ran.code()).isEqualTo(4);
    assertThat(ran.out()).isEmpty();
    assertThat(refusals(place))
        .singleElement()
        .asString()
        .contains("\"rule\":\"session-role\"", "\"door\":\"mcp\"", "\"role\":\"qa\"");
  }

  /** Links in the place of notes and rules: whoever reads or writes these follows none of them. */
  @Test
  @Tag("ROLE-17")
  void linksInThePlaceOfNotesLeadNowhere() throws Exception {
    Place place = Place.make(folder);
    String today = Comity.today().toString();
    String yesterday = Comity.today().minusDays(1).toString();
    link(place, "memory/" + today + ".md", "../.muse/qa.md");
    link(place, "memory/" + yesterday + ".md", "../memory/main/index.md");
    link(place, "memory/2026-02-02.md", "/etc/passwd");
    link(place, "MEMORIES.md", "MEMORY.md");
    link(place, "USER.md", "../other/MEMORY.md");
    link(place, "CLAUDE.md", ".muse/strategy.md");
    Map<String, String> before = files(place);
    try (McpClient client = stdio(place).as("build")) {
      List<String> seen = new ArrayList<>();
      for (String file :
          List.of(today + ".md", yesterday + ".md", "2026-02-02.md", "MEMORIES.md")) {
        JsonObject answer = client.ask("resources/read", NONE.with("uri", "muse://memory/" + file));
        assertThat(isRefused(answer)).as("%s", answer).isTrue();
        seen.add(Json.text(answer));
      }
      seen.add(Json.text(client.ask("prompts/get", NONE.with("name", "resume"))));
      seen.add(
          Json.text(client.call("muse_search_memory", NONE.with("query", "secret root role"))));
      client.refused("muse_write_memory", NONE.with("content", "mine"));
      client.refused("bye", NONE.with("summary", "Fact: mine"));
      assertThat(seen).noneMatch(t -> t.contains(Place.SECRET) || t.contains("root:x:0"));
      assertThat(files(place)).isEqualTo(before);
    }
  }

  /** The same at both doors: a report and the end of the work show and copy nothing. */
  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void hardLinksInThePlaceOfNotesAreReadByNobodyElse() throws Exception {
    Place place = Place.make(folder);
    String today = "memory/" + Comity.today() + ".md";
    Map<String, String> links =
        Map.of(today, ".muse/qa.md", "MEMORIES.md", "MEMORY.md", "USER.md", ".muse/archive/old.md");
    for (Map.Entry<String, String> link : links.entrySet()) {
      Files.deleteIfExists(place.root().resolve(link.getKey()));
      Files.createLink(place.root().resolve(link.getKey()), place.root().resolve(link.getValue()));
    }
    Map<String, String> before = files(place);
    List<String> seen = new ArrayList<>();
    try (McpClient client = stdio(place).as("build")) {
      seen.add(Json.text(client.result("prompts/get", NONE.with("name", "resume"))));
      seen.add(Json.text(client.done("muse_search_memory", NONE.with("query", "secret another"))));
      for (String uri : List.of("muse://" + today, "muse://memory/MEMORIES.md")) {
        seen.add(Json.text(client.ask("resources/read", NONE.with("uri", uri))));
      }
      client.refused("bye", NONE.with("summary", "Fact: mine"));
    }
    InProcess.Ran resumed = cli(place, "resume", "--role", "build");
    seen.add(resumed.out());
    InProcess.Ran bye = cli(place, "bye", "--role", "build", "--summary", "mine");
    assertThat(bye.code()).isEqualTo(4);
    assertThat(seen).noneMatch(text -> text.contains(Place.SECRET));
    for (String rule : List.of("other-role-file", "memory-gate", "role-folder")) {
      assertThat(List.of(seen.getFirst(), resumed.out()))
          .allMatch(report -> report.contains("(left out, not allowed: " + rule + ")"));
    }
    assertThat(files(place)).isEqualTo(before);
    assertThat(refusals(place))
        .anyMatch(line -> line.contains(today) && line.contains("\"door\":\"cli\""))
        .anyMatch(line -> line.contains(today) && line.contains("\"door\":\"mcp\""));
  }

  private static InProcess.Ran cli(Place place, String... arguments) {
    return InProcess.run(
        place.root(), Map.of("COMITY_HOME", place.home().toString()), "", List.of(arguments));
  }

  private static void link(Place place, String name, String to) throws IOException {
    Path file = place.root().resolve(name);
    Files.deleteIfExists(file);
    Files.createSymbolicLink(file, Path.of(to));
  }
}
