package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.guard.OwnersCommands;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleCommandsTest {
  @TempDir private Path folder;
  private Path build;

  @BeforeEach
  void make() throws IOException {
    Path roles = Files.createDirectories(folder.resolve(".muse"));
    build = roles.resolve("build.md");
    Files.writeString(
        build,
        "<!-- L0: v1.2.0 | P0=work | QA PASS, 3 pending directives -->\n# B\n\n## TODO\n\n- [ ] one\n");
    Files.writeString(roles.resolve("qa.md"), "# no header\n");
  }

  private Ran run(String... words) {
    return Ran.in(folder, words);
  }

  private JsonObject json(String... words) {
    return ProgramTest.json(run(words).out());
  }

  @Test
  @Tag("ROLE-5")
  void statusShowsEachRoleAtAGlanceWithoutAHub() {
    JsonObject status = json("status", "--json");
    assertThat(status.string("project")).contains(folder.getFileName().toString());
    List<JsonObject> roles = Table.objects(status, "roles");
    assertThat(roles)
        .extracting(role -> role.string("role").orElse(""))
        .containsExactly("build", "qa");
    assertThat(roles.getFirst().toString())
        .contains(
            "\"l0\":\"<!-- L0: v1.2.0 | P0=work | QA PASS, 3 pending directives -->\"",
            "\"version\":\"v1.2.0\",\"top_priority\":\"P0=work\"",
            "\"status_flags\":[\"QA PASS\",\"3 pending directives\"]",
            "\"lines\":6,\"pending\":0,\"open_tasks\":1");
    assertThat(status.object("hub").orElseThrow().toString()).contains("\"running\":false");
    Ran shown = run("status");
    assertThat(shown.code()).isZero();
    assertThat(shown.out()).contains("build", "P0=work", "☐ 1", "no L0 line", "not running");
    assertThat(run("status", "--hub").code()).isEqualTo(5);
  }

  @Test
  @Tag("ROLE-6")
  void fieldsAreSetAndCountsKeptOnceAsked() throws IOException {
    assertThat(run("role", "set", "build", "--priority", "P1=next").code()).isZero();
    assertThat(build)
        .content()
        .startsWith("<!-- L0: v1.2.0 | P1=next | QA PASS, 3 pending directives -->\n# B\n");
    assertThat(run("role", "task", "build", "--add", "two").code()).isZero();
    assertThat(build)
        .content()
        .startsWith("<!-- L0: v1.2.0 | P1=next | QA PASS, 3 pending directives -->");
    assertThat(run("role", "set", "build", "--counts").code()).isZero();
    assertThat(build)
        .content()
        .startsWith("<!-- L0: v1.2.0 | P1=next | QA PASS, 3 pending directives, 📡 0, ☐ 2 -->");
    assertThat(run("role", "task", "build", "--done", "two").code()).isZero();
    assertThat(build).content().contains("📡 0, ☐ 1 -->", "- [x] two");
    assertThat(run("role", "set", "build", "--flags", "a | b").code()).isEqualTo(2);
    assertThat(run("role", "set", "build").code()).isEqualTo(2);
  }

  @Test
  @Tag("ROLE-8")
  void tasksAreListedAddedAndBroughtOn() throws IOException {
    assertThat(run("role", "task", "build", "--start", "1").out()).contains("started", "one");
    assertThat(build).content().contains("- [/] one");
    assertThat(json("role", "task", "--json").toString())
        .isEqualTo(
            "{\"tasks\":[{\"number\":1,\"state\":\"started\",\"text\":\"one\",\"depth\":0,"
                + "\"line\":6,\"role\":\"build\"}]}");
    Ran missing = run("role", "task", "build", "--done", "none");
    assertThat(missing.code()).isEqualTo(3);
    assertThat(missing.err()).contains("has not one task none");
  }

  @Test
  @Tag("ROLE-17")
  void aRoleIsBoundAtEachCommand() throws IOException {
    String before = Files.readString(build);
    for (String words :
        List.of(
            "role show build",
            "role set build --priority x",
            "role task build --add x",
            "resume build",
            "project add",
            "project remove x",
            "distill",
            "settings a b",
            "check build")) {
      Ran ran = run((words + " --role qa").split(" ", -1));
      assertThat(ran.code()).as(words + ran.err()).isEqualTo(4);
    }
    assertThat(build).hasContent(before);
    assertThat(folder.resolve(".comity/projects.json")).doesNotExist();
    Ran session =
        Ran.in(folder, Map.of("COMITY_ROLE", "qa"), "role", "show", "build", "--role", "build");
    assertThat(session.code()).isEqualTo(4);
    assertThat(session.err()).contains("This session is that of the role qa");
    assertThat(Files.readAllLines(folder.resolve(".comity/audit.jsonl"))).hasSizeGreaterThan(9);
    assertThat(run("audit", "--refused").out()).contains("other-role-file", "owner-only");
  }

  private static final List<String> OWNERS =
      List.of(
          "serve",
          "up",
          "down",
          "agent add",
          "peer add",
          "key add",
          "key list",
          "key revoke",
          "token add",
          "token list",
          "token revoke",
          "conversation stop",
          "outbox retry",
          "trace stop",
          "project add",
          "project remove",
          "distill",
          "settings",
          "run",
          "host",
          "attach",
          "session stop",
          "session restore",
          "session resume",
          "hooks setup",
          "hooks remove",
          "install",
          "uninstall",
          "memory install",
          "memory uninstall");

  private List<String> audit() throws IOException {
    return Files.readAllLines(folder.resolve(".comity/audit.jsonl"));
  }

  @Test
  @Tag("ROLE-16")
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void theOwnersCommandsAreRefusedUnderARole() throws IOException {
    int refused = 0;
    for (String words : OWNERS) {
      String[] command = (words + " --json").split(" ", -1);
      refused(words, Ran.in(folder, Map.of("COMITY_ROLE", "qa"), command), ++refused);
      String[] other = (words + " --json --role build").split(" ", -1);
      refused(words, Ran.in(folder, Map.of("COMITY_ROLE", "qa"), other), ++refused);
      if (!List.of("token add", "run").contains(words)) {
        refused(words, Ran.in(folder, other), ++refused);
      }
    }
    assertThat(folder.resolve(".comity/mcp-tokens.json")).doesNotExist();
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      assertThat(OwnersCommands.has(entry.words()))
          .as(entry.words())
          .isEqualTo(OWNERS.contains(entry.words()));
    }
  }

  private void refused(String words, Ran ran, int entries) throws IOException {
    assertThat(ran.code()).as(words + ran.err()).isEqualTo(4);
    assertThat(ProgramTest.json(ran.out()).string("rule")).as(words).contains("owner-only");
    assertThat(audit()).hasSize(entries);
    assertThat(audit().getLast()).contains("\"path\":\"" + words + "\"", "\"rule\":\"owner-only\"");
  }

  @Test
  @Tag("ROLE-18")
  void anotherRoleThanTheSessionsIsRefusedAndLoggedAtEachCommand() throws IOException {
    int refused = 0;
    for (String words : List.of("audit", "role list", "agent list", "status", "send x y")) {
      String[] command = (words + " --role build").split(" ", -1);
      Ran ran = Ran.in(folder, Map.of("COMITY_ROLE", "qa"), command);
      assertThat(ran.code()).as(words + ran.err()).isEqualTo(4);
      assertThat(audit()).as(words).hasSize(++refused);
      assertThat(audit().getLast()).contains("session-role", "\"role\":\"qa\"");
    }
  }

  @Test
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void aTokensRoleIsLookedAtAndWhatIsDoneWithItIsLogged() throws IOException {
    Ran wrong = run("token", "add", "x", "--role", "a/b");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("No role can have the name a/b");
    assertThat(folder.resolve(".comity/mcp-tokens.json")).doesNotExist();
    Ran made = run("token", "add", "x", "--role", "biuld");
    assertThat(made.code()).isZero();
    assertThat(made.err()).contains("has no role biuld; it has build, qa");
    assertThat(run("token", "add", "y", "--role", "Build").err()).doesNotContain("has no role");
    assertThat(run("token", "revoke", "x").code()).isZero();
    assertThat(audit()).hasSize(3);
    assertThat(audit().getFirst())
        .contains("\"action\":\"token-add\"", "(x) for the role biuld")
        .doesNotContain(made.out().strip(), "\"role\"");
    assertThat(audit().getLast()).contains("\"action\":\"token-revoke\"", "(x)");
  }

  @Test
  void whereThereIsNoProjectTheCommandSaysSo(@TempDir Path empty) {
    Ran ran = Ran.in(empty, "role", "list");
    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.err()).contains("there is no project", "mkdir .muse");
    assertThat(run("role", "show", "nobody").err()).contains("it has build, qa");
    assertThat(run("directive", "send", "--to", "qa", "--title", "T").code()).isEqualTo(2);
  }
}
