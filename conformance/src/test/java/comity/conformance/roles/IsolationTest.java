package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every attempt at every door: whichever way a role comes, it is told the same. */
class IsolationTest {
  private static final Pattern RULE = Pattern.compile("^comity: \\[([a-z-]+)\\]");

  @TempDir private static Path folder;
  private static Place place;
  private static List<Attempts.Attempt> attempts = List.of();

  @BeforeAll
  static void make() throws IOException {
    place = Place.make(folder);
    attempts = Attempts.all(place);
    assertThat(attempts).hasSizeGreaterThan(150);
  }

  /** A way in; gives {@code yes RULE} or {@code no RULE}. */
  private interface Door {
    String attempt(Attempts.Attempt attempt) throws Exception;
  }

  private static void all(Door door) throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Attempts.Attempt attempt : attempts) {
      String came = door.attempt(attempt);
      if (!came.equals(attempt.outcome()) && !came.equals(attempt.allowed() ? "yes" : "?")) {
        wrong.add(attempt + " came to " + came);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static InProcess.Ran comity(String input, String... arguments) {
    return InProcess.run(
        place.root(), Map.of("COMITY_HOME", place.home().toString()), input, List.of(arguments));
  }

  private static JsonObject json(String text) {
    if (Json.read(text.strip()) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new AssertionError("no JSON object: " + text);
  }

  private static String outcome(JsonObject verdict) {
    boolean allowed = verdict.get("allowed") instanceof JsonBoolean(boolean yes) && yes;
    assertThat(allowed || verdict.string("instead").filter(i -> !i.isBlank()).isPresent()).isTrue();
    return (allowed ? "yes " : "no ") + verdict.string("rule").orElse("");
  }

  @Test
  @Tag("ROLE-16")
  @Tag("ROLE-17")
  void atTheCommandLine() throws Exception {
    all(attempt -> {
      InProcess.Ran ran =
          comity(
              "",
              "role",
              "may",
              "--role",
              attempt.role(),
              "--json",
              attempt.access(),
              "--",
              attempt.path());
      assertThat(ran.code()).as(ran.err()).isEqualTo(attempt.allowed() ? 0 : 4);
      return outcome(json(ran.out()));
    });
  }

  @Test
  @Tag("ROLE-17")
  void inTheHookOfAProvidersFileTools() throws Exception {
    all(attempt -> hook(attempt, tool(attempt.access(), attempt.path())));
  }

  @Test
  @Tag("ROLE-17")
  void inTheHookOfAProvidersShell() throws Exception {
    all(attempt -> {
      String quoted = "'" + attempt.path().replace("'", "'\\''") + "'";
      String line = attempt.access().equals("read") ? "cat < " + quoted : "echo x > " + quoted;
      return hook(attempt, shell(line));
    });
  }

  /** A hook is not told by which rule something is allowed. */
  private static String hook(Attempts.Attempt attempt, JsonObject call) {
    String why = guard(attempt.role(), call);
    Matcher rule = RULE.matcher(why);
    return why.isEmpty() ? "yes" : rule.find() ? "no " + rule.group(1) : why;
  }

  /** Why it denies; empty where it does not. */
  private static String guard(String role, JsonObject call) {
    JsonObject payload =
        JsonObject.empty()
            .with("session_id", "s-1")
            .with("cwd", place.root().toString())
            .with("hook_event_name", "PreToolUse")
            .with("tool_name", call.string("tool").orElseThrow())
            .with("tool_input", call.without("tool"));
    InProcess.Ran ran = comity(Json.text(payload), "hook", "guard", "--role", role);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.code()).as(ran.err()).isEqualTo(ran.err().isEmpty() ? 0 : 2);
    return ran.err();
  }

  private static JsonObject tool(String access, String path) {
    return JsonObject.empty()
        .with("tool", access.equals("read") ? "Read" : "Write")
        .with("file_path", path);
  }

  private static JsonObject shell(String line) {
    return JsonObject.empty().with("tool", "Bash").with("command", line);
  }

  @Test
  @Tag("ROLE-17")
  void overHttp() throws Exception {
    HubOptions options = new HubOptions(place.home(), OptionalInt.of(0), Optional.empty(), false);
    if (!(Hub.start(options) instanceof Starting.Running(Hub hub))) {
      throw new AssertionError("no hub");
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      String token = Files.readString(place.home().resolve("run/token")).strip();
      all(attempt -> {
        JsonObject body =
            JsonObject.empty()
                .with("project_root", place.alias().toString())
                .with("role", attempt.role())
                .with("access", attempt.access())
                .with("path", attempt.path());
        return outcome(json(post(client, hub.url(), token, body, 200)));
      });
      post(client, hub.url(), "none", JsonObject.empty(), 401);
      post(client, hub.url(), token, JsonObject.empty().with("path", "x"), 400);
    } finally {
      hub.stop();
    }
  }

  private static String post(
      HttpClient client, String url, String token, JsonObject body, int status)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/roles/may"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.text(body)))
            .build();
    HttpResponse<String> answer =
        client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  /** What a role may not see is also not seen through the commands that look at many files. */
  @Test
  @Tag("ROLE-17")
  void shellCommandsThatMayTouchAProtectedPathAreDenied() {
    for (String line : HookLines.DENIED) {
      String why = guard("build", shell(line));
      assertThat(why).as(line).containsPattern(RULE);
    }
    for (String line :
        List.of(
            "npm test",
            "git status",
            "mvn -q verify 2>&1 | tail -20",
            "cat src/Main.java",
            "cat .muse/build.md",
            "ls -a",
            "ls -R .",
            "find . -name '*.md'",
            "grep -rn class src/deep",
            "sed -i s/a/b/ src/Main.java",
            "for f in src/deep/er/*.java; do cat $f; done",
            "comity role may read .muse/qa.md")) {
      String why = guard("build", shell(line));
      assertThat(why).as(line).isEmpty();
    }
    for (String line : List.of("sed -i s/a/b/ src/Main.java", "echo x > src/x", "git checkout x")) {
      assertThat(guard("qa", shell(line))).as(line).contains("[sources]");
    }
    for (String line : List.of("npm test", "git status", "mvn -q verify")) {
      assertThat(guard("qa", shell(line))).as(line).isEmpty();
    }
  }

  /** Whoever searches all of the project named no file: it is told what to name. */
  @Test
  @Tag("ROLE-17")
  void aSearchOfTheWholeProjectIsToldWhatToName() {
    JsonObject grep = JsonObject.empty().with("tool", "Grep").with("pattern", "x");
    assertThat(guard("build", grep))
        .contains(
            "This looks through all of the project, .muse too",
            "Name a folder such as src, or a glob such as *.java");
    for (JsonObject part : List.of(grep.with("glob", "*.java"), grep.with("path", "src/deep"))) {
      assertThat(guard("build", part)).isEmpty();
    }
    for (String line : List.of("grep -rn needle .", "rg needle", "git grep needle")) {
      assertThat(guard("build", shell(line)))
          .contains("This looks through all of the project", "Name a folder such as src");
    }
    assertThat(guard("build", shell("grep -rn x memory")))
        .contains("This looks through all of memory: ");
    assertThat(guard("build", shell("grep -rn x .muse")))
        .contains("[role-folder]")
        .doesNotContain("This looks through");
    assertThat(guard("build", shell("cat $FILE"))).contains("which file $FILE is");
  }

  @Test
  @Tag("ROLE-17")
  void whatALineNamesItTouchesWhateverTheProgramIs() {
    assertDenied("qa", HookLines.NAMED);
    assertDenied("build", HookLines.SWEEPING);
    assertDenied("qa", HookLines.WRITING);
    for (String line : HookLines.PLAIN) {
      assertThat(guard("qa", shell(line))).as(line).isEmpty();
    }
    for (String line : HookLines.LIMITED) {
      assertThat(guard("build", shell(line))).as(line).isEmpty();
    }
  }

  private static void assertDenied(String role, List<String> lines) {
    List<String> allowed =
        lines.stream().filter(line -> !RULE.matcher(guard(role, shell(line))).find()).toList();
    assertThat(allowed).isEmpty();
  }

  @Test
  @Tag("ROLE-17")
  void anAddressOfAFileIsThatFile() {
    for (String file : List.of(".muse/build.md", "MEMORY.md")) {
      JsonObject fetch =
          JsonObject.empty()
              .with("tool", "WebFetch")
              .with("url", "file://" + place.root().resolve(file));
      assertThat(guard("qa", fetch)).as(file).containsPattern(RULE);
    }
    JsonObject own =
        JsonObject.empty()
            .with("tool", "WebFetch")
            .with("url", "file://" + place.root().resolve(".muse/qa.md"));
    assertThat(guard("qa", own)).isEmpty();
    JsonObject web = JsonObject.empty().with("tool", "WebFetch").with("url", "https://x/.muse/");
    assertThat(guard("qa", web)).isEmpty();
  }

  @Test
  @Tag("ROLE-17")
  void whatTheGuardCanNotJudgeItDenies() {
    for (String input : List.of("", "garbage", "[]", "{}", "{\"tool_name\":\"Read\"")) {
      InProcess.Ran ran = comity(input, "hook", "guard", "--role", "build");
      assertThat(ran.code()).as(input).isEqualTo(2);
      assertThat(ran.err()).as(input).contains("guard-failed");
      InProcess.Ran copilot =
          comity(input, "hook", "guard", "--role", "build", "--provider", "copilot");
      assertThat(copilot.code()).isZero();
      assertThat(copilot.out()).contains("\"permissionDecision\":\"deny\"");
      assertThat(comity(input, "hook", "guard").code()).as("the owner").isZero();
    }
    assertThat(comity("x".repeat(17 << 20), "hook", "guard", "--role", "build").code())
        .isEqualTo(2);
    JsonObject unknown =
        JsonObject.empty().with("tool", "mcp__files__read").with("path", "src/Main.java");
    assertThat(guard("build", unknown)).contains("[unknown-tool]");
    JsonObject none = JsonObject.empty().with("tool", "Read");
    assertThat(guard("build", none)).contains("[unknown-tool]");
    InProcess.Ran elsewhere =
        InProcess.run(
            place.base(),
            Map.of("COMITY_HOME", place.home().toString()),
            "{\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"x\"}}",
            List.of("hook", "guard", "--role", "build"));
    assertThat(elsewhere.code()).isEqualTo(2);
  }

  /** As a provider runs it: what counts is the exit code of a process. */
  @Test
  @Tag("ROLE-17")
  void aProcessThatCanNotJudgeEndsWithTheCodeThatBlocks() throws Exception {
    for (String option : List.of("--quiet", "--wrong", "--provider=x")) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "comity.cli.Main",
                  "hook",
                  "guard",
                  "--home",
                  place.home().toString()));
      command.add(option);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(place.root().toFile())
              .redirectInput(place.root().resolve("src/Main.java").toFile());
      builder.environment().put("COMITY_ROLE", "build");
      Process process = builder.start();
      String told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(told).isEqualTo(2);
      assertThat(told).isNotBlank();
    }
  }

  @Test
  @Tag("ROLE-17")
  void inASessionTheRoleIsTheSessions() {
    Map<String, String> session =
        Map.of(
            "COMITY_HOME",
            place.home().toString(),
            "COMITY_ROLE",
            "qa",
            "MUSTER_AGENT_SESSION_ID",
            "s-9");
    List<String> ask = List.of("role", "may", "read", ".muse/build.md", "--json");
    assertThat(outcome(json(InProcess.run(place.root(), session, "", ask).out())))
        .isEqualTo("no other-role-file");
    List<String> another = Stream.concat(ask.stream(), Stream.of("--role", "build")).toList();
    InProcess.Ran refused = InProcess.run(place.root(), session, "", another);
    assertThat(refused.code()).isEqualTo(4);
    assertThat(json(refused.out()).string("rule")).contains("session-role");
    assertThat(comity("", "role", "may", "write", ".muse/qa.md").code()).isZero();
    InProcess.Ran log =
        InProcess.run(place.root(), session, "", List.of("audit", "--json", "--limit", "1"));
    assertThat(log.out()).contains("\"session\":\"s-9\"").contains("session-role");
  }

  @Test
  @Tag("ROLE-18")
  void theLogShowsEachRefusal() throws IOException {
    Place fresh = Place.make(Files.createDirectory(folder.resolve("fresh")));
    Map<String, String> environment = Map.of("COMITY_HOME", fresh.home().toString());
    int refused = 0;
    for (Attempts.Attempt attempt : Attempts.all(fresh)) {
      InProcess.run(
          fresh.root(),
          environment,
          "",
          List.of("role", "may", "--role", attempt.role(), attempt.access(), "--", attempt.path()));
      refused += attempt.allowed() ? 0 : 1;
    }
    List<String> lines = Files.readAllLines(fresh.home().resolve("audit.jsonl"));
    assertThat(lines).hasSize(refused);
    InProcess.Ran shown =
        InProcess.run(
            fresh.root(),
            environment,
            "",
            List.of("audit", "--refused", "--role", "qa", "--since", "2h", "--limit", "3"));
    assertThat(shown.out()).contains("DONE AT").contains("refuse write").contains("sources");
    assertThat(shown.out().lines()).hasSize(4);
    assertThat(
            InProcess.run(fresh.root(), environment, "", List.of("audit", "--since", "soon"))
                .code())
        .isEqualTo(2);
  }
}
