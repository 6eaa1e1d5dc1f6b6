package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("MEM-7")
class MemoryIndexTest {
  private static final Scope OPS = new Scope.Group("ops");
  private static final Scope MAIN = new Scope.Main();
  private static final String TABLE =
      "| Trigger Scenario | Load File | Priority |\n|---|---|---|\n";

  private static MemoryIndex read(String text) {
    return MemoryIndex.read(OPS, text);
  }

  @Test
  void anIndexIsReadWhole() {
    MemoryIndex index =
        read(
            """
            ---
            group_name: ops   # the team
            last_updated: "2026-11-30"
            status: active
            memory_budget: 4500
            ---
            # ops

            ## Hard Rules
            - never deploy on Friday
            ### and
            - ask before a restart

            ## Routing

            | Trigger Scenario | Load File | Priority |
            | --- | :---: | --- |
            | tasks, blockers、deadline | attention.md | P0 |
            | stack，architecture | `project.md` | P1 |
            | who | [people](people.md) | p3 |
            | API style | conventions/api.md | P2-L3 |
            """);
    assertThat(index.problems()).isEmpty();
    assertThat(index.header()).containsEntry("group_name", "ops").containsEntry("status", "active");
    assertThat(index.header()).containsEntry("last_updated", "2026-11-30");
    assertThat(index.budget(OPS)).isEqualTo(4500);
    assertThat(index.hardRules())
        .containsExactly(
            "## Hard Rules", "- never deploy on Friday", "### and", "- ask before a restart", "");
    assertThat(index.rows())
        .extracting(MemoryIndex.Row::file)
        .containsExactly("attention.md", "project.md", "people.md", "conventions/api.md");
    assertThat(index.rows()).extracting(MemoryIndex.Row::line).containsExactly(18, 19, 20, 21);
    assertThat(index.rows().getFirst().phrases()).containsExactly("tasks", "blockers", "deadline");
    assertThat(index.routes())
        .extracting(MemoryIndex.Route::file)
        .containsExactly("attention.md", "project.md", "people.md");
    assertThat(index.priority(OPS, "people.md")).isEqualTo(Priority.P3);
  }

  @Test
  void chineseHeadingsAndAnyOrderOfColumnsCount() {
    MemoryIndex index =
        read("| 优先级 | 触发场景 | 备注 | 加载文件 |\n|---|---|---|---|\n| P1 | 架构、技术栈 | x | project.md |\n");
    assertThat(index.rows().getFirst().phrases()).containsExactly("架构", "技术栈");
    assertThat(index.rows().getFirst().priority()).isEqualTo(Priority.P1);
    assertThat(index.problems()).isEmpty();
  }

  @Test
  void aConventionsFileIsNeverRoutedToWhateverItsPriority() {
    MemoryIndex index =
        read(TABLE + "| api | conventions/api.md | P0 |\n| x | project.md | P1-L3 |\n");
    assertThat(index.rows()).allMatch(MemoryIndex.Row::subLayer);
    assertThat(index.routes()).isEmpty();
  }

  @Test
  void rowsOfOneFileAreOneRouteOfTheHigherPriority() {
    MemoryIndex index = read(TABLE + "| a | attention.md | P3 |\n| b, a | attention.md | P1 |\n");
    assertThat(index.routes())
        .containsExactly(
            new MemoryIndex.Route("attention.md", Priority.P1, java.util.List.of("a", "b")));
  }

  @Test
  void aDeprecatedRowCountsForNothing() {
    MemoryIndex index =
        read(
            TABLE
                + "| a | attention.md | P0 | [DEPRECATED]\n| [DEPRECATED] b | project.md | P1 |\n");
    assertThat(index.rows()).isEmpty();
    assertThat(index.problems()).isEmpty();
  }

  @Test
  void codeIsNoTable() {
    MemoryIndex index = read("```\n" + TABLE + "| a | attention.md | P0 |\n```\n");
    assertThat(index.rows()).isEmpty();
    assertThat(index.problems()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../main/longterm.md", "/etc/passwd.md", "a/b.md", "conventions/../x.md", "x.txt", ".md",
        ".x.md", "conventions/a/b.md", "..\\x.md", "memory/main/index.md", "projects/x.md", ""
      })
  void aRowThatLeadsElsewhereIsReportedWithItsLine(String file) {
    MemoryIndex index = read(TABLE + "| a | " + file + " | P0 |\n| b | project.md | P1 |\n");
    assertThat(index.rows()).extracting(MemoryIndex.Row::file).containsExactly("project.md");
    assertThat(index.problems()).hasSize(1);
    assertThat(index.problems().getFirst().line()).isEqualTo(3);
    assertThat(index.problems().getFirst().file()).isEqualTo("memory/groups/ops.md");
  }

  @Test
  void mainHasProjects() {
    MemoryIndex index =
        MemoryIndex.read(
            MAIN, TABLE + "| site | projects/site.md | P3 |\n| x | conventions/x.md | P2 |\n");
    assertThat(index.rows()).extracting(MemoryIndex.Row::file).containsExactly("projects/site.md");
    assertThat(index.problems()).hasSize(1);
    assertThat(index.budget(MAIN)).isEqualTo(8000);
  }

  @Test
  void aPathFromTheRootIsTheScopesOwn() {
    assertThat(
            read(TABLE + "| a | memory/groups/ops/attention.md | P0 |\n").rows().getFirst().file())
        .isEqualTo("attention.md");
  }

  @ParameterizedTest
  @CsvSource({
    "4500, 4500",
    "0, 6000",
    "-1, 6000",
    "many, 6000",
    "1.5, 6000",
    "'6,000', 6000",
    "99999999999, 6000",
    "1, 1"
  })
  @Tag("MEM-11")
  void aBudgetThatIsNoPositiveNumberIsReported(String written, int budget) {
    MemoryIndex index = read("---\nmemory_budget: " + written + "\n---\n" + TABLE);
    assertThat(index.budget(OPS)).isEqualTo(budget);
    assertThat(index.problems()).hasSize(budget == 6000 ? 1 : 0);
    if (budget == 6000) {
      assertThat(index.problems().getFirst().line()).isEqualTo(2);
    }
  }

  @Test
  void whatIsMalformedIsReportedAndTheRestWorks() {
    MemoryIndex index =
        read(
            "---\nstatus active\ngroup_name: a\ngroup_name: b\n---\n"
                + TABLE
                + "| only two | attention.md |\n"
                + "| | people.md | P3 |\n"
                + "| odd | project.md | P9 |\n");
    assertThat(index.problems()).extracting(Problem::line).containsExactly(2, 4, 8, 9, 10);
    assertThat(index.rows())
        .extracting(MemoryIndex.Row::file)
        .containsExactly("people.md", "project.md");
    assertThat(index.rows().getLast().priority()).isEqualTo(Priority.P1);
  }

  @Test
  void whatWouldGoUnseenIsReported() {
    MemoryIndex index =
        read(
            "---\nmemory_budjet: 100\nchannel: matrix\n---\n"
                + TABLE
                + "| a | attention.md | P0 |\n\n"
                + "| lost | project.md | P1 |\n"
                + "text\n| lost too | conventions/api.md | P2-L3 |\n\n"
                + "| name | role | since |\n|---|---|---|\n| Ada | P1 | 2020 | lead |\n"
                + "| [DEPRECATED] old | people.md | P3 |\n"
                + "\n"
                + TABLE
                + "| "
                + "x, ".repeat(101)
                + " | project.md | P1 |\n");
    assertThat(index.rows())
        .extracting(MemoryIndex.Row::file)
        .containsExactly("attention.md", "project.md");
    assertThat(index.problems())
        .extracting(Problem::line)
        .as(index.problems().toString())
        .containsExactly(2, 9, 11, 15, 20);
    assertThat(read(TABLE + "| a | project.md | P1 |\n".repeat(501)).problems())
        .extracting(Problem::line)
        .containsExactly(503);
  }

  @Test
  void frontMatterWithoutAnEndCountsForNothing() {
    MemoryIndex index = read("---\nmemory_budget: 10\n" + TABLE + "| a | attention.md | P0 |\n");
    assertThat(index.budget(OPS)).isEqualTo(6000);
    assertThat(index.rows()).hasSize(1);
    assertThat(index.problems().getFirst().line()).isEqualTo(1);
  }

  @Test
  void aBarInACellIsItsText() {
    assertThat(read(TABLE + "| a \\| b, c | attention.md | P0 |\n").rows().getFirst().phrases())
        .containsExactly("a | b", "c");
  }
}
