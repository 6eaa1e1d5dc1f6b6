package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Lines;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Comity itself writes into indexes, {@code AGENTS.md} and summaries. */
final class OwnTextsTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

  private static Lines lines(String text) {
    return Lines.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Lines lines) {
    return new String(lines.bytes(), StandardCharsets.UTF_8);
  }

  private static String installed(String file) {
    return EntryLoading.install(lines(file), true)
            instanceof EntryLoading.Change.Changed(Lines changed)
        ? text(changed)
        : "refused";
  }

  @ParameterizedTest
  @Tag("MEM-20")
  @ValueSource(
      strings = {
        "",
        "\n",
        "# Agents\n",
        "# Agents",
        "# Agents\r\n\r\n- rule",
        "a\n\n\n",
        "\uFEFFx",
        "- item\n  more",
        "> quote",
        "```\nopen",
        "# A\n\n<!-- open\nstill",
        "a\r",
        "a  \nb\r\nc",
        "| a |\n| - |\n| 1 |"
      })
  void theSectionGoesAsItCame(String file) {
    String with = installed(file);
    assertThat(with)
        .contains("## Every Session")
        .contains("`SOUL.md`", "`USER.md`", "`MEMORY.md`", "`memory/main/index.md`")
        .contains("`上次 flush: YYYY-MM-DD HH:mm`", "flush-state.json", "`memory/YYYY-MM-DD.md`")
        .contains("memory_open", "memory_get");
    assertThat(installed(with)).isEqualTo(with);
    Outline outline = Outline.of(lines(with));
    assertThat(outline.structure().headings())
        .anyMatch(heading -> heading.text().equals("Every Session"));
    assertThat(EntryLoading.uninstall(lines(with)))
        .isInstanceOfSatisfying(
            EntryLoading.Change.Changed.class,
            changed -> assertThat(text(changed.lines())).isEqualTo(file));
    String edited = "before\n" + with + (with.endsWith("\n") ? "" : "\n") + "after\n";
    assertThat(EntryLoading.uninstall(lines(edited)))
        .isInstanceOfSatisfying(
            EntryLoading.Change.Changed.class,
            changed ->
                assertThat(text(changed.lines())).startsWith("before\n").endsWith("after\n"));
  }

  @Test
  @Tag("MEM-20")
  void aFileThatWasMadeGoesWhole() {
    if (EntryLoading.install(lines(""), false) instanceof EntryLoading.Change.Changed(Lines made)) {
      assertThat(EntryLoading.uninstall(made)).isInstanceOf(EntryLoading.Change.Gone.class);
      Lines more = made.insert(made.size(), List.of("mine"));
      assertThat(EntryLoading.uninstall(more))
          .isInstanceOfSatisfying(
              EntryLoading.Change.Changed.class,
              changed -> assertThat(text(changed.lines())).isEqualTo("mine\n"));
    } else {
      throw new AssertionError("refused");
    }
  }

  @Test
  @Tag("MEM-20")
  void anOlderSectionIsBroughtUpToDate() {
    String with = installed("# A\n");
    assertThat(installed(with.replace("memory_flush", "something"))).isEqualTo(with);
  }

  @Test
  @Tag("MEM-20")
  void marksThatDoNotGoTogetherAreLeftAlone() {
    String with = installed("# A\n");
    String begin = "<!-- comity:memory begin -->\n";
    String end = "<!-- comity:memory end -->\n";
    for (String file : List.of(begin, end, with + with, with + begin, end + begin, with + end)) {
      assertThat(EntryLoading.install(lines(file), true))
          .as(file)
          .isInstanceOf(EntryLoading.Change.Refused.class);
      assertThat(EntryLoading.uninstall(lines(file)))
          .isInstanceOfSatisfying(
              EntryLoading.Change.Refused.class,
              refused -> assertThat(refused.why()).contains("line").contains("AGENTS.md"));
    }
  }

  private static final String INDEX =
      """
      # acme

      ## Hard Rules

      - one

      ## Routing

      | Trigger Scenario | Load File | Priority |
      | --- | --- | --- |
      | tasks, 任务 | attention.md | P0 |
      | api | `conventions/api.md` | P2-L3 |

      after
      """;

  @Test
  @Tag("MEM-14")
  void anIndexOnlyGrows() {
    String row = "| a \\| b, c | project.md | P1 |";
    String with = text(IndexEdit.withRow(lines(INDEX), List.of("a | b", "c"), "project.md", "P1"));
    assertThat(with).isEqualTo(INDEX.replace("P2-L3 |\n", "P2-L3 |\n" + row + "\n"));
    assertThat(text(IndexEdit.withRow(lines(with), List.of("a | b", "c"), "project.md", "P1")))
        .isEqualTo(with);
    assertThat(text(IndexEdit.withLine(lines(INDEX), "hard rules", "two")))
        .isEqualTo(INDEX.replace("- one\n", "- one\n- two\n"));
    assertThat(text(IndexEdit.withLine(lines(INDEX), "Hard Rules", "one"))).isEqualTo(INDEX);
    assertThat(text(IndexEdit.withRow(lines("# 索引\n\n## 规则"), List.of("甲", "乙"), "x.md", "P2")))
        .isEqualTo(
            "# 索引\n\n## 规则\n\n## 路由\n\n| 触发场景 | 加载文件 | 优先级 |\n| --- | --- | --- |\n| 甲、乙 | x.md | P2 |");
  }

  @Test
  @Tag("MEM-14")
  void whatIsGoneIsMarkedAndStays() {
    String marked = text(IndexEdit.deprecated(lines(INDEX), "conventions/api.md"));
    assertThat(marked).isEqualTo(INDEX.replace("| api |", "| [DEPRECATED] api |"));
    assertThat(text(IndexEdit.deprecated(lines(marked), "conventions/api.md"))).isEqualTo(marked);
    assertThat(text(IndexEdit.deprecated(lines(INDEX), 4))).contains("\n- [DEPRECATED] one\n");
    assertThat(text(IndexEdit.deprecated(lines("  - [ ] t"), 0)))
        .isEqualTo("  - [ ] [DEPRECATED] t");
    assertThat(text(IndexEdit.deprecated(lines("plain"), 0))).isEqualTo("[DEPRECATED] plain");
  }

  @Test
  @Tag("MEM-19")
  void aNewGroupHasItsFiveFiles() {
    Scope.Group acme = new Scope.Group("acme");
    SequencedMap<String, String> files =
        Beginnings.ofGroup(acme, new Beginnings.About("matrix", "The customer"), TODAY);
    assertThat(files.keySet())
        .containsExactly(
            "memory/groups/acme.md",
            "memory/groups/acme/attention.md",
            "memory/groups/acme/project.md",
            "memory/groups/acme/experience.md",
            "memory/groups/acme/people.md");
    assertThat(files.get("memory/groups/acme.md"))
        .startsWith(
            "---\ngroup_name: acme\nlast_updated: 2026-11-30\nstatus: active\nmemory_budget: 6000\n"
                + "channel: matrix\n---\n\n# acme\n\nThe customer\n\n## Hard Rules\n\n- ")
        .contains("| Trigger Scenario | Load File | Priority |\n| --- | --- | --- |\n")
        .contains(
            "| attention.md | P0 |",
            "| project.md | P1 |",
            "| experience.md | P2 |",
            "| people.md | P3 |");
    assertThat(
            Beginnings.ofGroup(new Scope.Group("2026"), new Beginnings.About("", ""), TODAY)
                .get("memory/groups/2026.md"))
        .startsWith("---\ngroup_name: \"2026\"\n")
        .contains("---\n\n# 2026\n\n## Hard Rules\n");
  }

  @Test
  @Tag("MEM-19")
  void theIndexOfMainComesFromMemory() {
    SequencedMap<String, String> files =
        Beginnings.ofMain(
            lines("# Memory\n\n## Hard Rules\n\n- never push\n\n## Coffee | tea\n\nblack\n"),
            TODAY);
    assertThat(files.keySet())
        .containsExactly(
            "memory/main/index.md",
            "memory/main/attention.md",
            "memory/main/longterm.md",
            "memory/main/daily-synced.md");
    assertThat(files.get("memory/main/index.md"))
        .contains("memory_budget: 8000\n", "## Hard Rules\n\n- never push\n\n## Routing\n")
        .contains("| Coffee tea | longterm.md | P1 |\n")
        .contains("| daily-synced.md | P2 |\n");
    assertThat(Beginnings.ofMain(lines(""), TODAY).get("memory/main/index.md"))
        .contains("## Hard Rules\n\n- Nothing of a group");
  }

  private static String summary(Summaries.Summary summary) {
    return switch (summary) {
      case Summaries.Summary.Written(Lines lines) -> text(lines);
      case Summaries.Summary.Refused(String why) -> "refused: " + why;
    };
  }

  @Test
  @Tag("MEM-17")
  void theLongTermMemoryOfMainFollowsMemory() {
    Lines memory =
        lines(
            "# M\n\nI am Ada. I live.\n\n## Likes\n\n- tea\n- pass"
                + "word=hunter2\n\n```\n- code\n```\n");
    String once = summary(Summaries.longTerm(lines("# Long-term memory\n\nmine"), memory));
    assertThat(once)
        .isEqualTo(
            "# Long-term memory\n\nmine\n<!-- comity:longterm begin (written by comity at each flush) -->\n"
                + "\n## M\n\n- I am Ada.\n\n## Likes\n\n- tea\n- pass"
                + "word=[REDACTED:password]\n\n"
                + "<!-- comity:longterm end -->");
    assertThat(summary(Summaries.longTerm(lines(once), memory))).isEqualTo(once);
    String later =
        summary(Summaries.longTerm(lines("top\n" + once + "\nbelow\n"), lines("- only\n")));
    assertThat(later)
        .startsWith("top\n# Long")
        .endsWith(
            "begin (written by comity at each flush) -->\n- only\n\n<!-- comity:longterm end -->\nbelow\n");
    assertThat(summary(Summaries.longTerm(lines("x\n<!-- comity:longterm begin -->\n"), memory)))
        .startsWith("refused: line 2");
    assertThat(summary(Summaries.longTerm(lines("# L\n"), lines("")))).isEqualTo("# L\n");
  }

  @Test
  @Tag("MEM-17")
  void theDaysAreSyncedNewestFirstAndOldOnesStay() {
    SequencedMap<String, Lines> notes =
        new LinkedHashMap<>(
            Map.of(
                "2026-11-29", lines("# x\n\nDecision: use tea\n- [x] ship\n"),
                "2026-11-30", lines("# 2026-11-30\n\n## 12:05\n\n决定：上线\n")));
    String once = summary(Summaries.days(lines("# Recent days\n"), notes));
    assertThat(once)
        .isEqualTo(
            """
            # Recent days
            <!-- comity:daily begin (written by comity at each flush) -->

            ## 2026-11-30

            - 决定：上线

            ## 2026-11-29

            - Decision: use tea
            - Done: ship

            <!-- comity:daily end -->
            """);
    assertThat(summary(Summaries.days(lines(once), notes))).isEqualTo(once);
    SequencedMap<String, Lines> next = new LinkedHashMap<>(Map.of("2026-12-01", lines("- talk\n")));
    assertThat(summary(Summaries.days(lines(once), next)))
        .contains("## 2026-12-01\n\n- talk\n\n## 2026-11-30\n")
        .contains("- Done: ship");
  }

  @Test
  @Tag("MEM-17")
  void plainNotesOfADayAreSyncedTooAndNoHeadingIs() {
    String notes =
        """
        # 2026-11-30

        ## 12:05

        The vendor called. They send
        the contract on Friday.

        ## 12:40

        - Decision: take it
        - tea is out

        ---

        | a | b |

        -5 degrees outside
        """;
    assertThat(
            summary(
                Summaries.days(lines(""), new LinkedHashMap<>(Map.of("2026-11-30", lines(notes))))))
        .contains(
            """
            ## 2026-11-30

            - Decision: take it
            - The vendor called. They send the contract on Friday.
            - tea is out
            - -5 degrees outside

            """)
        .doesNotContain("- #", "- 2026", "12:05");
  }
}
