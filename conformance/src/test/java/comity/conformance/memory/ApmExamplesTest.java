package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules and tables of the protocol's source about loading and writing, on real files. */
final class ApmExamplesTest extends ApmProject {
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
}
