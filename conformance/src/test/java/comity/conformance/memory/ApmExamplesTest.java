package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.files.Home;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.recall.IdleFlushes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules, tables and examples of the protocol's source, on real files with real commands. */
final class ApmExamplesTest {
  private static final String ROOM = "!acme:example.org";
  private static final String INDEX =
      """
      ---
      group_name: acme
      memory_budget: 6000
      ---

      ## Hard Rules

      - never deploy on Friday

      | Trigger Scenario | Load File | Priority |
      | --- | --- | --- |
      | current tasks, blockers | attention.md | P0 |
      | tech stack, architecture | project.md | P1 |
      | lessons learned | experience.md | P2 |
      | team roles, contacts | people.md | P3 |
      | API style | conventions/api.md | P2-L3 |
      """;

  @TempDir private Path folder;
  private Path root;
  private Path home;

  @BeforeEach
  void make() throws IOException {
    root = folder.toRealPath().resolve("project");
    home = folder.toRealPath().resolve("home");
    write(
        "memory/group_names.json", "{\"" + ROOM + "\": \"acme\", \"!b:x\": {\"name\": \"beta\"}}");
    write("memory/groups/acme.md", INDEX);
    write("memory/groups/acme/attention.md", "# Attention\n\n- [ ] rotate the certificates\n");
    write(
        "memory/groups/acme/project.md",
        "# Project\n\nJava and SQLite. See conventions/api.md and conventions/sql.md.\n");
    write("memory/groups/acme/experience.md", "# Experience\n\n## 2026-11-01\n\n- we left Redis\n");
    write("memory/groups/acme/people.md", "# People\n\nAda is on call.\n");
    write("memory/groups/acme/conventions/api.md", "# API\n\nUse nouns.\n");
    write("memory/groups/acme/conventions/sql.md", "# SQL\n\nUse snake case.\n");
    write("memory/groups/beta.md", "---\ngroup_name: beta\n---\n# beta\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private String read(String name) throws IOException {
    return Files.readString(root.resolve(name));
  }

  private InProcess.Ran run(String... words) {
    return InProcess.run(root, Map.of("COMITY_HOME", home.toString()), "", List.of(words));
  }

  private JsonObject done(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.add("--json");
    InProcess.Ran ran = run(all.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isZero();
    return json(ran.out());
  }

  private static JsonObject json(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject json)
        ? json
        : JsonObject.empty();
  }

  private static List<String> all(JsonObject json, String list, String member) {
    List<String> found = new ArrayList<>();
    ((JsonArray) Objects.requireNonNull(json.get(list)))
        .elements()
        .forEach(each -> found.add(((JsonObject) each).string(member).orElse("")));
    return found;
  }

  private JsonObject load(String message) {
    return done("memory", "load", "--room", ROOM, "--lexical", "--message", message);
  }

  private String open(String... which) {
    List<String> words = new ArrayList<>(List.of("memory", "open"));
    words.addAll(Arrays.asList(which));
    return done(words.toArray(String[]::new)).string("session").orElseThrow();
  }

  private InProcess.Ran get(String session, String file) {
    return run("memory", "get", file, "--lexical", "--session", session);
  }

  /** Entry gate: the index is the only entry. */
  @Test
  @Tag("MEM-4")
  void theIndexIsTheOnlyEntry() {
    String session = open("--room", ROOM);
    InProcess.Ran early = get(session, "attention.md");
    assertThat(early.code()).isEqualTo(4);
    assertThat(early.out() + early.err()).contains("index").doesNotContain("certificates");
    assertThat(run("memory", "search", "certificates", "--session", session).code()).isEqualTo(4);
    assertThat(get(session, "index").out()).contains("never deploy on Friday");
    assertThat(get(session, "attention.md").out()).contains("rotate the certificates");
  }

  /** The five steps, each of which shows in the answer. */
  @Test
  @Tag("MEM-8")
  void theFiveSteps() throws IOException {
    JsonObject given = load("what about the tech stack and the API?");
    String text = given.string("text").orElse("");
    assertThat(given.string("scope")).as("0. name mapping").contains("group:acme");
    assertThat(given.string("index")).as("1. index").contains("memory/groups/acme.md");
    assertThat(text.indexOf("## Hard Rules")).isPositive().isLessThan(text.indexOf("# Project"));
    assertThat(all(given, "loaded", "file"))
        .as("2. and 3. one file by intent; 4. one file of the sub-layer that it names")
        .containsExactly("memory/groups/acme/project.md", "memory/groups/acme/conventions/api.md");
    assertThat(all(given, "loaded", "reason").getFirst()).contains("tech stack");
    assertThat(all(given, "left_out", "rule")).contains("sub-layer");

    write("memory/groups/acme.md", INDEX.replace("6000", "150"));
    JsonObject little = load("what about the tech stack and the API?");
    assertThat(all(little, "left_out", "rule")).as("5. budget").contains("budget");
    assertThat(Integer.parseInt(String.valueOf(number(little, "spent")))).isLessThanOrEqualTo(150);
  }

  private static long number(JsonObject json, String name) {
    return ((JsonNumber) Objects.requireNonNull(json.get(name))).asLong().orElseThrow();
  }

  /** When to load: each row of the table of priorities. */
  @Test
  @Tag("MEM-9")
  void eachPriorityIsLoadedForItsTalk() {
    Map<String, String> rows =
        new TreeMap<>(
            Map.of(
                "which current tasks and blockers do we have", "attention.md",
                "is our architecture right, which tech stack", "project.md",
                "which lessons learned do we have", "experience.md",
                "I need contacts and team roles", "people.md"));
    rows.forEach((message, file) ->
        assertThat(all(load(message), "loaded", "file"))
            .as(message)
            .startsWith("memory/groups/acme/" + file));
  }

  /** Two files of P0 to P2 and one of P3; conventions one at a time. */
  @Test
  @Tag("MEM-10")
  void theCeilings() {
    String session = open("--room", ROOM);
    assertThat(get(session, "index").code()).isZero();
    assertThat(get(session, "conventions/api.md").code()).as("not named yet").isEqualTo(4);
    assertThat(get(session, "project.md").code()).isZero();
    assertThat(get(session, "conventions/api.md").code()).isZero();
    assertThat(get(session, "conventions/sql.md").code()).as("one at a time").isEqualTo(4);
    assertThat(get(session, "attention.md").code()).isZero();
    assertThat(get(session, "experience.md").code()).as("a third").isEqualTo(4);
    assertThat(get(session, "people.md").code()).as("one of P3").isZero();
  }

  /** Do not load two groups: clear the old one, and begin again at step 1. */
  @Test
  @Tag("MEM-5")
  void switchingClears() {
    Map<String, String> inSession =
        Map.of(
            "COMITY_HOME",
            home.toString(),
            "MUSTER_AGENT_SESSION_ID",
            "s",
            "COMITY_ROOMS",
            ROOM + ",!b:x");
    assertThat(inSession(inSession, "open", "--room", ROOM).code()).isZero();
    assertThat(inSession(inSession, "get", "index").out()).contains("Friday");
    assertThat(inSession(inSession, "open", "--room", "!b:x").code()).isZero();
    InProcess.Ran file = inSession(inSession, "get", "attention.md");
    assertThat(file.code()).as("the index of the other comes first").isEqualTo(4);
    assertThat(inSession(inSession, "get", "index").out())
        .contains("beta")
        .doesNotContain("Friday");
    InProcess.Ran path = inSession(inSession, "get", "memory/groups/acme/attention.md");
    assertThat(path.code()).isEqualTo(4);
    assertThat(path.out()).doesNotContain("certificates");
  }

  private InProcess.Ran inSession(Map<String, String> environment, String... words) {
    List<String> all = new ArrayList<>(List.of("memory"));
    all.addAll(Arrays.asList(words));
    return InProcess.run(root, environment, "", all);
  }

  /** A decision goes to experience.md, a change of a task to attention.md. */
  @Test
  @Tag("MEM-14")
  void whatIsDecidedIsWrittenBack() throws IOException {
    String index = read("memory/groups/acme.md");
    done("memory", "append", "--room", ROOM, "--kind", "decision", "use PostgreSQL");
    done("memory", "append", "--room", ROOM, "--kind", "task", "done: rotate the certificates");
    assertThat(read("memory/groups/acme/experience.md"))
        .contains("use PostgreSQL")
        .contains("we left Redis");
    assertThat(read("memory/groups/acme/attention.md")).contains("- [x] rotate the certificates");
    assertThat(read("memory/groups/acme.md")).as("indexes are append-only").contains(index.strip());
  }

  /** What is marked as deprecated stays, and is routed to no more. */
  @Test
  @Tag("MEM-7")
  void aDeprecatedRowIsRoutedToNoMore() throws IOException {
    write(
        "memory/groups/acme.md",
        INDEX.replace("| team roles, contacts |", "| [DEPRECATED] team roles, contacts |"));
    JsonObject given = load("team roles, contacts");
    assertThat(all(given, "loaded", "file")).doesNotContain("memory/groups/acme/people.md");
    assertThat(given.string("text").orElse("")).contains("[DEPRECATED]");
  }

  private JsonObject hook(String event, String more) {
    InProcess.Ran ran =
        InProcess.run(
            root,
            Map.of(
                "COMITY_HOME",
                home.toString(),
                "MUSTER_AGENT_SESSION_ID",
                "s",
                "COMITY_ROOMS",
                ROOM),
            "{\"hook_event_name\":\"" + event + "\",\"session_id\":\"p\"" + more + "}",
            List.of("hook", "event", "--json"));
    assertThat(ran.code()).as(ran.err()).isZero();
    return json(ran.out());
  }

  private void openInSession() {
    assertThat(
            inSession(
                    Map.of(
                        "COMITY_HOME",
                        home.toString(),
                        "MUSTER_AGENT_SESSION_ID",
                        "s",
                        "COMITY_ROOMS",
                        ROOM),
                    "open",
                    "--room",
                    ROOM)
                .code())
        .isZero();
  }

  private boolean hasFlushed(JsonObject answer) {
    return answer.members().get("flushed") instanceof JsonArray flushed
        && !flushed.elements().isEmpty();
  }

  /** The table of flush triggers: by hand, before a compaction, and once when idle. */
  @Test
  @Tag("MEM-16")
  void theTriggersOfAFlush() throws IOException {
    openInSession();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"/remem\""))).isTrue();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"/remember that\""))).isFalse();
    assertThat(hasFlushed(hook("UserPromptSubmit", ",\"prompt\":\"do /remem\""))).isFalse();
    hook("UserPromptSubmit", ",\"prompt\":\"/remem the lift is broken\"");
    assertThat(read("memory/groups/acme/experience.md")).contains("the lift is broken");
    assertThat(hasFlushed(hook("PreCompact", ""))).isTrue();
  }

  @Test
  @Tag("MEM-16")
  void whatWasLeftAloneIsFlushedOnce() throws IOException {
    openInSession();
    assertThat(Files.exists(root.resolve("memory/flush-state.json"))).isFalse();
    idle(Duration.ofMinutes(29));
    assertThat(Files.exists(root.resolve("memory/flush-state.json"))).isFalse();
    idle(Duration.ofMinutes(31));
    String first = read("memory/flush-state.json");
    assertThat(first).contains("last_flush_time");
    idle(Duration.ofMinutes(90));
    assertThat(read("memory/flush-state.json")).isEqualTo(first);
  }

  private void idle(Duration later) {
    Instant then = Instant.now().plus(later);
    assertThat(
            new IdleFlushes(new Home(home), InstantSource.fixed(then), ZoneId.systemDefault())
                .run(Duration.ofMinutes(30)))
        .isEmpty();
  }

  /** Missing memory is made from what is known; what is there is never overwritten. */
  @Test
  @Tag("MEM-19")
  void missingMemoryIsMadeAndNoFileOverwritten() throws IOException {
    write(
        "memory/group_names.json", "{\"!new:x\": {\"name\": \"fresh\", \"channel\": \"matrix\"}}");
    write("memory/groups/fresh/people.md", "");
    write("MEMORY.md", "# Me\n\n## Likes\n\n- tea\n");
    done("memory", "flush", "--room", "!new:x");
    assertThat(read("memory/groups/fresh.md")).contains("fresh").contains("attention.md");
    assertThat(read("memory/groups/fresh/people.md")).as("empty, and there").isEmpty();
    assertThat(root.resolve("memory/main/index.md")).doesNotExist();
    done("memory", "flush", "--main");
    assertThat(read("memory/main/index.md")).contains("longterm.md");
    assertThat(read("memory/main/longterm.md")).contains("tea");
    assertThat(read("MEMORY.md")).isEqualTo("# Me\n\n## Likes\n\n- tea\n");
  }

  /** The file of the flush state has the keys of the source, and keeps others. */
  @Test
  @Tag("MEM-18")
  void theFlushState() throws IOException {
    write("memory/flush-state.json", "{\"mine\": [1], \"pending_items\": []}");
    done("memory", "flush", "--room", ROOM);
    done("memory", "flush", "--main");
    JsonObject state = json(read("memory/flush-state.json"));
    assertThat(state.object("groups").orElseThrow().get("last_flush_time"))
        .isInstanceOf(JsonString.class);
    assertThat(state.object("main_session").orElseThrow().get("last_flush_time"))
        .isInstanceOf(JsonString.class);
    assertThat(state.get("pending_items")).isEqualTo(JsonArray.of(List.of()));
    assertThat(state.get("mine")).isNotNull();
  }

  /** Uninstalling: groups lose access, main keeps MEMORY.md, nothing is deleted. */
  @Test
  @Tag("MEM-20")
  void uninstalling() throws IOException {
    write("MEMORY.md", "# Me\n");
    write("AGENTS.md", "# Agents\n");
    done("memory", "install");
    assertThat(read("AGENTS.md")).contains("## Every Session").contains("上次 flush");
    done("memory", "uninstall");
    assertThat(read("AGENTS.md")).isEqualTo("# Agents\n");
    assertThat(run("memory", "load", "--room", ROOM, "--message", "x", "--lexical").code())
        .isEqualTo(4);
    done("memory", "flush", "--main");
    assertThat(done("memory", "load", "--main", "--message", "x", "--lexical").string("text"))
        .hasValueSatisfying(text -> assertThat(text).contains("# Me"));
    assertThat(read("memory/groups/acme/people.md")).contains("Ada");
    done("memory", "install");
    assertThat(all(load("team roles, contacts"), "loaded", "file")).isNotEmpty();
  }

  /** A session of main: SOUL, USER, MEMORY; the index; two files; the last flush; two days. */
  @Test
  @Tag("MEM-12")
  void theOrderOfMain() throws IOException {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    write("SOUL.md", "soul\n");
    write("USER.md", "user\n");
    write("MEMORY.md", "kept\n");
    write("memory/" + today + ".md", "notes of today\n");
    write("memory/" + today.minusDays(1) + ".md", "notes of yesterday\n");
    write("memory/" + today.minusDays(2) + ".md", "notes before\n");
    write(
        "memory/flush-state.json",
        "{\"groups\":{},\"main_session\":{\"last_flush_time\":\"2026-11-29T08:05:00\"},"
            + "\"pending_items\":[]}");
    write(
        "memory/main/index.md",
        """
        # Main

        | Trigger Scenario | Load File | Priority |
        | --- | --- | --- |
        | garden work, plants | attention.md | P0 |
        | plants I know | longterm.md | P1 |
        """);
    write("memory/main/attention.md", "water the garden plants\n");
    write("memory/main/longterm.md", "plants like rain\n");
    JsonObject given = done("memory", "load", "--main", "--lexical", "--message", "garden plants");
    String text = given.string("text").orElse("");
    List<String> order =
        List.of(
            "# Main",
            "上次 flush: 2026-11-29 08:05",
            "soul",
            "user",
            "kept",
            "water the garden",
            "notes of today",
            "notes of yesterday");
    int at = 0;
    for (String each : order) {
      assertThat(text.indexOf(each, at)).as(each + " in\n" + text).isNotNegative();
      at = text.indexOf(each, at);
    }
    assertThat(text).doesNotContain("notes before").doesNotContain("certificates");
  }
}
