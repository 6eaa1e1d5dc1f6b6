package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Lines;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("MEM-14")
final class EntriesTest {
  private static final Scope ACME = new Scope.Group("acme");
  private static final Scope MAIN = new Scope.Main();
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 30, 12, 5);

  private static Entry entry(String kind, String text) {
    return new Entry(Entry.Kind.named(kind).orElseThrow(), text, NOON, Optional.empty());
  }

  private static Entry from(Entry entry, String message) {
    return new Entry(
        entry.kind(), entry.text(), entry.at(), Optional.of(new Entry.Source("s1", message)));
  }

  private static String with(Scope scope, String file, Entry entry) {
    Lines before = Lines.of(file.getBytes(StandardCharsets.UTF_8));
    Lines after = Entries.with(scope, before, entry);
    assertThat(Entries.with(scope, after, entry).bytes()).as("again").isEqualTo(after.bytes());
    return new String(after.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void eachKindHasItsFile() {
    assertThat(Entries.file(ACME, entry("decision", "x")))
        .isEqualTo("memory/groups/acme/experience.md");
    assertThat(Entries.file(ACME, entry("note", "x")))
        .isEqualTo("memory/groups/acme/experience.md");
    assertThat(Entries.file(ACME, entry("task", "x"))).isEqualTo("memory/groups/acme/attention.md");
    assertThat(Entries.file(MAIN, entry("task", "x"))).isEqualTo("memory/main/attention.md");
    assertThat(Entries.file(MAIN, entry("note", "x"))).isEqualTo("memory/2026-11-30.md");
    assertThat(Entries.file(MAIN, entry("decision", "x"))).isEqualTo("memory/2026-11-30.md");
  }

  @Test
  void aDecisionIsFirstDatedAndInItsShape() {
    String file = "# Experience\n\nWhat we learned.\n\n## 2026-11-01\n\n- old\n";
    assertThat(
            with(
                ACME,
                file,
                entry("decision", "Decision: use SQLite\nContext: one writer\nAction: migrate")))
        .isEqualTo(
            """
            # Experience

            What we learned.

            ## 2026-11-30 12:05

            - **Decision:** use SQLite
            - **Context:** one writer
            - **Action:** migrate

            ## 2026-11-01

            - old
            """);
  }

  @Test
  void aDecisionIsTakenFromFreeText() {
    assertThat(with(ACME, "", entry("decision", "ship on Friday → QA is done → tag v2")))
        .isEqualTo(
            """
            # Experience

            ## 2026-11-30 12:05

            - **Decision:** ship on Friday
            - **Context:** QA is done
            - **Action:** tag v2
            """);
    assertThat(with(ACME, "", entry("decision", "采用 SQLite\n\n因为只有一个写者")))
        .contains("- **决定：** 采用 SQLite\n- **背景：** 因为只有一个写者\n");
    assertThat(with(ACME, "", entry("decision", "决定：上线\n背景：测试通过\n行动：打标签")))
        .contains("- **决定：** 上线\n- **背景：** 测试通过\n- **行动：** 打标签\n");
    assertThat(with(ACME, "", entry("decision", "move A -> B"))).contains("** move A -> B\n");
  }

  @Test
  void theNewestOfOneDayIsFirstToo() {
    String one = with(ACME, "", entry("decision", "first thing of the day"));
    String two = with(ACME, one, entry("decision", "second thing of the day"));
    assertThat(two.indexOf("second thing")).isLessThan(two.indexOf("first thing"));
  }

  @Test
  void aLogOfDecisionsGetsThemBelowItsHeading() {
    assertThat(with(ACME, "# 经验\n\n## 📌 决策记录\n\n## Notes\n\n- n\n", entry("decision", "x y z")))
        .isEqualTo(
            """
            # 经验

            ## 📌 决策记录

            ### 2026-11-30 12:05

            - **Decision:** x y z

            ## Notes

            - n
            """);
  }

  @Test
  void theSameDecisionIsWrittenOnce() {
    Entry said = entry("decision", "Use **SQLite** in WAL mode!");
    String once = with(ACME, "", said);
    assertThat(with(ACME, once, entry("decision", "use sqlite in WAL mode"))).isEqualTo(once);
    assertThat(with(ACME, "- use SQLite in WAL mode\n", said)).doesNotContain("2026");
    Entry later = new Entry(said.kind(), said.text(), NOON.plusDays(3), Optional.empty());
    assertThat(with(ACME, once, later)).contains("2026-12-03").contains("2026-11-30");
    String cited = with(ACME, "", from(said, "m1"));
    assertThat(cited).contains("- **Source:** s1/m1");
    assertThat(with(ACME, cited, from(later, "m1"))).isEqualTo(cited);
    assertThat(with(ACME, cited, from(later, "m2"))).isNotEqualTo(cited);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "🎉",
        "👍🏽 !",
        "two\n\nparagraphs\n\nand more",
        "code:\n\n```java\nint a;\n\nint b;\n```\n\nand text",
        "```\nonly code\n```",
        "- a\n- list\n\n- of things",
        "# a heading",
        "| a | table |",
        "> quoted",
        "1. numbered",
        "[x] odd",
        "a  \nb\u2028c\u0085d",
        "(in brackets)",
        "ends (from s1/m1)",
        "2026-11-29 12:00 a date of its own"
      })
  void whateverIsSaidIsWrittenOnce(String text) {
    for (String kind : new String[] {"decision", "task", "note"}) {
      for (Scope scope : new Scope[] {ACME, MAIN}) {
        String one = with(scope, "", entry(kind, text));
        with(scope, one, entry(kind, "something else of that day"));
        with(scope, "", from(entry(kind, text), "m1"));
        assertThat(one.lines().count()).as(one).isGreaterThan(2);
      }
    }
  }

  @Test
  void whatSaysNothingIsNoEntry() {
    assertThat(Entry.problem("\u0001\u200B \n")).isPresent();
    assertThat(Entry.problem("x".repeat(Entry.MAX_TEXT + 1))).isPresent();
    String secret = "gh" + "p_a7Kx93mQ2vLz81nRt5Wy64pBc0DfGh7JsE2u ";
    String shorter = "pass" + "word=a1b2c3 ";
    Entry full = entry("note", secret + shorter.repeat((Entry.MAX_TEXT - 60) / shorter.length()));
    assertThat(full.redacted().text())
        .contains("[REDACTED:github-token]")
        .hasSizeLessThanOrEqualTo(Entry.MAX_TEXT);
  }

  @Test
  void aNoteOfAGroupIsBelowNotesNewestFirst() {
    String one =
        with(ACME, "# Experience\n\n## 2026-11-01\n\n- old", entry("note", "the CI is slow"));
    assertThat(one)
        .isEqualTo(
            "# Experience\n\n## 2026-11-01\n\n- old\n\n## Notes\n\n- 2026-11-30 12:05 the CI is slow");
    String two = with(ACME, one, from(entry("note", "second\nline"), "m7"));
    assertThat(two)
        .endsWith(
            "## Notes\n\n- 2026-11-30 12:05 second\n  line (from s1/m7)\n"
                + "- 2026-11-30 12:05 the CI is slow");
  }

  @Test
  void aNoteOfMainIsInTheNotesOfItsDay() {
    assertThat(with(MAIN, "", entry("note", "hello")))
        .isEqualTo("# 2026-11-30\n\n## 12:05\n\nhello\n");
    assertThat(with(MAIN, "# 2026-11-30\n\nx", from(entry("decision", "go"), "m")))
        .isEqualTo("# 2026-11-30\n\nx\n\n## 12:05\n\n- **Decision:** go (from s1/m)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - [ ] ship it            | done: ship it               | - [x] ship it
          - [ ] ship it            | ✅ Ship it.                  | - [x] ship it
          - [ ] ship it            | - [x] ship it               | - [x] ship it
          - 🔲 ship it             | finished: ship it           | - ✅ ship it
          - [ ] 上线               | 完成：上线                   | - [x] 上线
          - [ ] ship it            | started: ship it            | - [/] ship it
          - [ ] ship it            | blocked: ship it            | - [ ] ship it (blocked)
          - [ ] ship it            | blocked: ship it — no key   | - [ ] ship it (blocked: no key)
          - [ ] 上线               | 阻塞：上线：等密钥            | - [ ] 上线（受阻：等密钥）
          - [ ] ship it (blocked: x) | blocked: ship it: y       | - [ ] ship it (blocked: y)
          - [ ] ship it (blocked)  | done: ship it               | - [x] ship it
          - [x] ship it            | done: ship it               | - [x] ship it
          - [x] ship it            | reopened: ship it           | - [ ] ship it
          - [ ] ship it            | ship it                     | - [ ] ship it
          - [ ] Rotate the keys    | done: rotated keys          | - [x] Rotate the keys
          - [ ] fix a bug in login | done: the login bug in fixed | - [x] fix a bug in login
          - [ ] 更新服务器的证书      | 完成：更新了服务器证书          | - [x] 更新服务器的证书
          - [ ] rotate the keys    | started: rotating keys      | - [/] rotate the keys
          """)
  void aChangeOfATaskIsMadeOnItsLine(String line, String said, String expected) {
    String around = "# Attention\n\n## Tasks\n\n%s\n- [ ] other\n\n## Done\n";
    assertThat(with(ACME, around.formatted(line), entry("task", said)))
        .isEqualTo(around.formatted(expected));
  }

  @Test
  void theOrderCountsWhereItSaysWhatIsMeant() {
    String file = "- [ ] move the db to Oslo\n- [ ] 把甲换乙\n";
    assertThat(with(ACME, file, entry("task", "done: moved Oslo to the db"))).startsWith(file);
    assertThat(with(ACME, file, entry("task", "完成：把乙换甲"))).startsWith(file);
    String order = "- [ ] deploy the api before the web\n- [ ] test login without network\n";
    assertThat(with(ACME, order, entry("task", "done: deploy the web before the api")))
        .startsWith(order);
    assertThat(with(ACME, order, entry("task", "done: test network without login")))
        .startsWith(order);
    assertThat(with(ACME, file, entry("task", "done: moved db to Oslo")))
        .isEqualTo(file.replace("[ ] move", "[x] move"));
  }

  @Test
  void whereSeveralTasksCouldBeMeantNoneIsTickedAndItIsSaid() {
    String file = "- [ ] review the API\n- [ ] review an API\n- [ ] review the API tests\n";
    Entry unclear = entry("task", "done: API review");
    assertThat(with(ACME, file, unclear)).isEqualTo(file);
    assertThat(Entries.note(Lines.of(file.getBytes(StandardCharsets.UTF_8)), unclear))
        .contains("several open tasks", "review the API; review an API")
        .doesNotContain("tests");
    assertThat(with(ACME, file, from(unclear, "m1"))).startsWith(file).contains("- [x] API review");
    assertThat(with(ACME, file, entry("task", "done: review an API")))
        .isEqualTo(file.replace("[ ] review an", "[x] review an"));
    Entry other = entry("task", "done: review the tests");
    assertThat(with(ACME, file, other)).isEqualTo(file + "- [x] review the tests\n");
    assertThat(Entries.note(Lines.of(file.getBytes(StandardCharsets.UTF_8)), other))
        .contains("no open task");
    assertThat(
            Entries.note(
                Lines.of(file.getBytes(StandardCharsets.UTF_8)),
                entry("task", "done: review the API tests")))
        .isEmpty();
  }

  @Test
  void aTaskThatIsNotThereIsAdded() {
    assertThat(with(ACME, "", entry("task", "write\nthe docs")))
        .isEqualTo("# Attention\n\n- [ ] write the docs\n");
    String file = "# A\n\n## 待办\n\n* [ ] a\n  more of a\n\n## Done\n\n- [x] b\n";
    assertThat(with(ACME, file, from(entry("task", "todo: c"), "m")))
        .isEqualTo(
            "# A\n\n## 待办\n\n* [ ] a\n  more of a\n* [ ] c (from s1/m)\n\n## Done\n\n- [x] b\n");
    assertThat(with(ACME, "# A\n\n## Done\n\n- [x] b", entry("task", "done: c")))
        .isEqualTo("# A\n\n## Done\n\n- [x] b\n\n- [x] c");
    assertThat(with(ACME, "- [x] weekly report", entry("task", "weekly report")))
        .isEqualTo("- [x] weekly report\n- [ ] weekly report");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# A\r\n\r\n- [ ] x\r\n",
        "\uFEFF# A\n\n- [ ] x",
        "# A\n\n```\n- [ ] in code\n",
        "# A\n\n<!-- kept\n- [ ] in a comment\n",
        "# A\n\n- item\n  ```\n  open in an item\n",
        "# 标题\n\n## 经验\n\n- 旧\n\n~~~\ncode",
        "---\ntitle: x\n---\n\n# A\n> quoted\n",
        "no heading at all",
        "\n\n\n"
      })
  void noOtherLineChanges(String file) {
    for (String kind : new String[] {"decision", "task", "note"}) {
      for (Scope scope : new Scope[] {ACME, MAIN}) {
        String said = "keep ### this\n## no heading\n<!-- no comment\n```\nopen";
        String after = with(scope, file, entry(kind, said));
        Lines lines = Lines.of(after.getBytes(StandardCharsets.UTF_8));
        int found = 0;
        Lines old = Lines.of(file.getBytes(StandardCharsets.UTF_8));
        for (int line = 0; line < lines.size() && found < old.size(); line++) {
          found += lines.text(line).equals(old.text(found)) ? 1 : 0;
        }
        assertThat(found).as("%s %s%n%s", kind, scope, after).isEqualTo(old.size());
        assertThat(after.startsWith("\uFEFF")).isEqualTo(file.startsWith("\uFEFF"));
        assertThat(lines.otherEnd()).isEqualTo(-1);
        Outline outline = Outline.of(lines);
        int at = lineOf(lines, "this");
        assertThat(outline.isText(at)).as("%s %s%n%s", kind, scope, after).isTrue();
        assertThat(outline.structure().headings())
            .as(after)
            .noneMatch(heading -> heading.text().contains("no heading"));
        assertThat(outline.structure().openFences().size())
            .as(after)
            .isLessThanOrEqualTo(Outline.of(old).structure().openFences().size());
      }
    }
  }

  private static int lineOf(Lines lines, String word) {
    for (int line = 0; line < lines.size(); line++) {
      if (lines.text(line).contains(word)) {
        return line;
      }
    }
    throw new AssertionError(word);
  }

  @Test
  void anEntryWaitsAsItIs() {
    Entry entry = from(entry("note", "line\nline 2"), "m1");
    assertThat(Entry.read(entry.toJson())).contains(entry);
    assertThat(Entry.read(entry.toJson().with("kind", "other"))).isEmpty();
    assertThat(Entry.read(entry.toJson().with("at", "noon"))).isEmpty();
  }

  @Test
  void aCitationIsShort() {
    assertThat(new Entry.Source("04b1461f-4a40-4d1a-bb1b-c7dbe861c2b9", "msg 1").citation())
        .isEqualTo("c7dbe861c2b9/msg-1");
  }
}
