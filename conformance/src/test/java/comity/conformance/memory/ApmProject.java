package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.files.Home;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.recall.IdleFlushes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A project with the memory of a group, as the protocol's source has it, and commands in it. */
abstract class ApmProject {
  static final String ROOM = "!acme:example.org";
  static final String INDEX =
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
  Path root;
  Path home;

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

  void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  String read(String name) throws IOException {
    return Files.readString(root.resolve(name));
  }

  InProcess.Ran run(String... words) {
    return InProcess.run(root, Map.of("COMITY_HOME", home.toString()), "", List.of(words));
  }

  JsonObject done(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.add("--json");
    InProcess.Ran ran = run(all.toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isZero();
    return json(ran.out());
  }

  static JsonObject json(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject json)
        ? json
        : JsonObject.empty();
  }

  static List<String> all(JsonObject json, String list, String member) {
    List<String> found = new ArrayList<>();
    ((JsonArray) Objects.requireNonNull(json.get(list)))
        .elements()
        .forEach(each -> found.add(((JsonObject) each).string(member).orElse("")));
    return found;
  }

  JsonObject load(String message) {
    return done("memory", "load", "--room", ROOM, "--lexical", "--message", message);
  }

  String open(String... which) {
    List<String> words = new ArrayList<>(List.of("memory", "open"));
    words.addAll(Arrays.asList(which));
    return done(words.toArray(String[]::new)).string("session").orElseThrow();
  }

  InProcess.Ran get(String session, String file) {
    return run("memory", "get", file, "--lexical", "--session", session);
  }

  static long number(JsonObject json, String name) {
    return ((JsonNumber) Objects.requireNonNull(json.get(name))).asLong().orElseThrow();
  }

  InProcess.Ran inSession(Map<String, String> environment, String... words) {
    List<String> all = new ArrayList<>(List.of("memory"));
    all.addAll(Arrays.asList(words));
    return InProcess.run(root, environment, "", all);
  }

  JsonObject hook(String event, String more) {
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

  void openInSession() {
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

  boolean hasFlushed(JsonObject answer) {
    return answer.members().get("flushed") instanceof JsonArray flushed
        && !flushed.elements().isEmpty();
  }

  void idle(Duration later) {
    Instant then = Instant.now().plus(later);
    assertThat(
            new IdleFlushes(new Home(home), InstantSource.fixed(then), ZoneId.systemDefault())
                .run(Duration.ofMinutes(30)))
        .isEmpty();
  }
}
