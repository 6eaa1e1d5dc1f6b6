package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code comity bye}, {@code distill} and {@code settings}. */
@Tag("ROLE-24")
class ByeTest {
  private static final String BUILD =
      String.join(
          "\r\n",
          "<!-- L0: v1.0.0 | ship | ☐ 2, QA PASS -->",
          "## 🎯 TODO",
          "- [ ] Release notes",
          "- [ ] docs  ",
          "",
          "## 📡 Received Directives",
          "📡 **S001→BUILD**: 🟡 (from muse/qa) **mend it**");
  private static final String SUMMARY =
      """
      Wrote the notes.

      - [x] release notes
      Done: what nobody planned
      - Lesson: measure first
      - **Decision**: one lock for all
      Fact: the disk is slow
      教训：先测量
      Lesson: Measure, first!
      Lesson: five
      Lesson: six
      """;

  @TempDir private Path folder;

  @Test
  @Tag("ROLE-6")
  void whatWasDoneIsNotedTickedAndKeptOnce() throws Exception {
    Comity comity = Comity.in(folder);
    comity.write(".muse/build.md", BUILD);
    comity.write("MEMORIES.md", "# Memories\n\n- Fact：the disk is slow. (memory/2020-01-01.md)\n");
    String notes = "memory/" + Comity.today() + ".md";
    Comity.Ended ended = comity.runWith(SUMMARY, "bye", "--role", "build", "--summary", "-");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("noted in   " + notes)
        .contains("ticked     Release notes")
        .contains("remember   no open task says: what nobody planned")
        .contains("remember   S001 is not done: mend it")
        .contains("remember   1 task is open");
    assertThat(comity.read(".muse/build.md"))
        .isEqualTo(BUILD.replace("☐ 2", "☐ 1").replace("[ ] Release", "[x] Release"));
    String written = comity.read(notes);
    assertThat(written).startsWith("# " + Comity.today() + "\n\n## ").contains(" build\n\nWrote");
    String source = " (" + notes + ", build)\n";
    assertThat(comity.read("MEMORIES.md"))
        .isEqualTo(
            "# Memories\n\n- Fact：the disk is slow. (memory/2020-01-01.md)\n\n## Auto-captured\n\n"
                + "- Lesson: measure first"
                + source
                + "- Decision: one lock for all"
                + source
                + "- 教训：先测量"
                + source
                + "- Lesson: five"
                + source
                + "- Lesson: six"
                + source);
    String kept = comity.read("MEMORIES.md");
    comity.runWith(SUMMARY, "bye", "--role", "build", "--summary", "-");
    assertThat(comity.read("MEMORIES.md")).isEqualTo(kept);
    assertThat(comity.read(notes)).isEqualTo(written);

    Comity.Ended bare = comity.run("bye", "--json");
    assertThat(bare.code()).isZero();
    assertThat(bare.out()).contains("\"noted\":false").contains("there was no summary");
    assertThat(comity.read(notes)).isEqualTo(written);
  }

  /** The command and the tool are one: they write, log and say the same. */
  @Test
  @Tag("ROLE-18")
  @Tag("ROLE-21")
  void bothDoorsDoTheSame() throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path other = Files.createDirectory(folder.resolve("other"));
    String summary = "Done: release notes\nFact: the disk is slow\n";
    Comity byCommand = Comity.in(one);
    byCommand.write(".muse/Build.md", BUILD);
    JsonObject said =
        byCommand.run("bye", "--role", "build", "--json", "--summary", summary).json();
    Comity byTool = Comity.in(other);
    byTool.write(".muse/Build.md", BUILD);
    JsonObject given;
    try (McpClient client =
        McpClient.stdio(
            other.resolve("home"), byTool.root(), folder.resolve("err"), "--role", "build")) {
      given = client.done("bye", JsonObject.empty().with("summary", summary));
    }
    for (String field : List.of("noted", "ticked", "kept", "reminders")) {
      assertThat(given.get(field)).as(field).isNotNull().isEqualTo(said.get(field));
    }
    assertThat(McpClient.texts(given, "reminders"))
        .containsExactly(
            "S001 is not done: mend it (comity directive done S001 --role Build)",
            "1 task is open");
    for (Comity each : List.of(byCommand, byTool)) {
      assertThat(each.read("memory/" + Comity.today() + ".md")).contains(" Build\n\nDone:");
      assertThat(Files.readAllLines(each.root().resolveSibling("home").resolve("audit.jsonl")))
          .extracting(line -> line.replaceFirst(".*\"rule\":\"([a-z-]+)\".*", "$1"))
          .containsExactly("todays-notes", "auto-capture", "own-role-file");
    }
  }

  @Test
  void noMoreThanFiveAreKeptAtOnce() throws Exception {
    Comity comity = Comity.in(folder);
    Comity.Ended ended =
        comity.runWith(
            "Fact: 1\nFact: 2\nFact: 3\nFact: 4\nFact: 5\nFact: 6\nFact: 7\n",
            "bye",
            "--summary",
            "-");
    assertThat(ended.out()).contains("2 more marked lines were not kept");
    assertThat(comity.read("MEMORIES.md").lines().filter(line -> line.startsWith("- Fact")))
        .hasSize(5);
  }

  @Test
  void oldNotesAreDistilledOnceAndArchived() throws Exception {
    Comity comity = Comity.in(folder);
    LocalDate today = Comity.today();
    String old = "memory/2026-01-02.md";
    String text = "# x\n\nDecision: use SQLite\n```\nFact: no\n```\n- 事实：磁盘慢\n";
    comity.write(old, text);
    comity.write("memory/2026-01-03.md", "Decision: Use SQLite.\n");
    comity.write("memory/" + today.minusDays(3) + ".md", "Fact: new\n");
    comity.write("memory/" + today + ".md", "Fact: newer\n");
    comity.write("memory/topic.md", "Fact: no day\n");
    comity.write(".muse/build.md", "x\n");
    Comity.Ended refused = comity.run("distill", "--json", "--role", "build");
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.json().string("rule")).contains("owner-only");
    assertThat(comity.has(old)).isTrue();

    assertThat(comity.run("distill").code()).isZero();
    String kept = comity.read("MEMORIES.md");
    assertThat(kept)
        .isEqualTo(
            """
            # Memories

            ## Distilled

            - Decision: use SQLite (memory/archive/2026-01-02.md:3)
            - 事实：磁盘慢 (memory/archive/2026-01-02.md:7)
            """);
    assertThat(comity.has(old)).isFalse();
    assertThat(comity.read("memory/archive/2026-01-02.md")).isEqualTo(text);
    assertThat(comity.read("memory/archive/2026-01-03.md")).isEqualTo("Decision: Use SQLite.\n");
    assertThat(comity.has("memory/" + today.minusDays(3) + ".md")).isTrue();
    assertThat(comity.has("memory/topic.md")).isTrue();
    assertThat(comity.run("distill", "--older-than", "2", "--quiet").out()).isEmpty();
    assertThat(comity.has("memory/" + today.minusDays(3) + ".md")).isFalse();
    assertThat(comity.has("memory/" + today + ".md")).isTrue();
  }

  @Test
  void aRunThatWasKilledIsFinishedByTheNext() throws Exception {
    Comity comity = Comity.in(folder);
    comity.write("memory/2026-01-02.md", "Decision: use SQLite\n");
    comity.write("memory/2026-01-03.md", "Fact: b\n");
    comity.write("memory/2026-01-04.md", "Fact: c\n");
    // As it is when all was written, the first file has two names and the others were not moved.
    comity.write("memory/archive/2026-01-02.md", "Decision: use SQLite\n");
    comity.write("memory/archive/2026-01-03.md", "another text of that day\n");
    String kept =
        """
        # Memories

        ## Distilled

        - Decision: use SQLite (memory/archive/2026-01-02.md:1)
        - Fact: b (memory/archive/2026-01-03-2.md:1)
        - Fact: c (memory/archive/2026-01-04.md:1)
        """;
    comity.write("MEMORIES.md", kept);
    assertThat(comity.run("distill").code()).isZero();
    assertThat(comity.read("MEMORIES.md")).isEqualTo(kept);
    for (String date : new String[] {"2026-01-02", "2026-01-03", "2026-01-04"}) {
      assertThat(comity.has("memory/" + date + ".md")).isFalse();
    }
    assertThat(comity.has("memory/archive/2026-01-02-2.md")).isFalse();
    assertThat(comity.read("memory/archive/2026-01-03.md")).isEqualTo("another text of that day\n");
    assertThat(comity.read("memory/archive/2026-01-03-2.md")).isEqualTo("Fact: b\n");
    assertThat(comity.read("memory/archive/2026-01-04.md")).isEqualTo("Fact: c\n");
  }

  @Test
  void aSettingIsChangedInBothFilesAndNothingElse() throws Exception {
    Comity comity = Comity.in(folder);
    String user =
        "\uFEFF# User\r\n- **语言**：中文  \r\n| Key | Value |\r\n|---|---|\r\n| Time zone | a\\|b |\r\n";
    String claude = "# Rules\n```\n- 语言: no\n```\n- 语言: 中文 \nSee https://x: y";
    comity.write("USER.md", user);
    comity.write("CLAUDE.md", claude);
    assertThat(comity.run("settings", "语言", "English").code()).isZero();
    assertThat(comity.read("USER.md")).isEqualTo(user.replace("中文", "English"));
    assertThat(comity.read("CLAUDE.md")).isEqualTo(claude.replace("中文", "English"));
    assertThat(comity.run("settings", "time_zone").out()).isEqualTo("a|b\n");
    assertThat(comity.run("settings", "time_zone", "Asia/Shanghai").code()).isZero();
    assertThat(comity.read("USER.md"))
        .isEqualTo(user.replace("中文", "English").replace("a\\|b", "Asia/Shanghai"));
    assertThat(comity.run("settings", "nothing").code()).isEqualTo(3);
    comity.write(".muse/build.md", "x\n");
    assertThat(comity.run("settings", "语言", "x", "--role", "build").code()).isEqualTo(4);
    assertThat(comity.read("CLAUDE.md")).isEqualTo(claude.replace("中文", "English"));
  }
}
