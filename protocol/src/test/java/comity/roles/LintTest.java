package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("ROLE-25")
class LintTest {
  private static final String L0 = "<!-- L0: v1.0.0 | ship | ok -->\n";

  private static final List<Lint.Known> KNOWN =
      List.of(
          new Lint.Known("MUSE", List.of("build", "strategy")),
          new Lint.Known("DYA", List.of("qa")));

  private static RoleFile file(String text) {
    return RoleFile.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Finding> findings(RoleFile file) {
    return Lint.file(new Lint.Source("MUSE", "a.md", file), KNOWN);
  }

  private static List<String> rules(String text) {
    return findings(file(text)).stream().map(each -> each.line() + " " + each.rule()).toList();
  }

  private static String mended(String text) {
    return new String(Lint.mend(file(text)).bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aFileAsTheProtocolHasItHasNoFindings() {
    String text =
        """
        <!-- L0: v2.11.0 | P0=竞品技术吸收Batch2 | QA PASS, 3 pending directives, 📡 1, ☐ 2 -->
        # Strategy

        ## 📐 职责边界

        | ✅ 归本角色 | ❌ 不归本角色 |
        |---|---|
        | 方向 | 源码 → BUILD |

        ## ⏳ 待办
        - [ ] one
          - [/] two
        - [x] three
        - [docs](https://example.org) and [ref]: x

        ## 📡 战略指令
        📡 **S040→DYA/QA**: 🟡 **一**
        > body
        📡 **S041→ALL**: 🟡 **二**
        ### 📡 S042→BUILD (2026-03-15 10:00) — ✅ 已接收
        Do it.

        ## 📡 QA→BUILD 通知
        S041→BUILD is what the last one was.

        ## 📡 已接收战略指令
        📡 **S040→STRATEGY**: 🟡 (from DYA/qa) **三**

        ```md
        - [] no
        <<<<<<< HEAD
        📡 **S1→BUILD**: **no**
        ```
        """;
    assertThat(findings(file(text))).isEmpty();
    assertThat(mended(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @Tag("ROLE-4")
  @CsvSource(
      delimiter = ';',
      value = {
        "# Build; 1 l0-missing ERROR",
        "<!-- L0: v1.0.0 | a -->; 1 l0-fields WARNING",
        "<!-- L0: v1.0.0 | a | b | c -->; 1 l0-fields WARNING",
        "<!-- L0: v1.0 | a | b -->; 1 l0-version WARNING",
        "<!-- L0:  | a | b -->; 1 l0-version WARNING",
        "<!-- L0: v1.0.0 | a | b, 📡 1 -->; 1 l0-count WARNING"
      })
  void theHeaderIsChecked(String line, String expected) {
    assertThat(findings(file(line + "\n")))
        .extracting(each -> each.line() + " " + each.rule() + " " + each.severity())
        .containsExactly(expected);
  }

  @Test
  @Tag("ROLE-4")
  void aHeaderIsTooLongPastItsLimit() {
    String start = "<!-- L0: v1.0.0 | ";
    String end = " | ok -->";
    String full = "长".repeat(comity.roles.L0.MAX_LENGTH - start.length() - end.length());
    assertThat(rules(start + full + end)).isEmpty();
    assertThat(rules(start + full + "x" + end)).containsExactly("1 l0-length");
  }

  @Test
  @Tag("ROLE-4")
  void aHeaderFurtherDownIsMovedToTheFirstLine() {
    String text = "# Build\r\n\r\n" + L0 + "text";
    assertThat(rules(text)).contains("3 l0-not-first");
    assertThat(mended(text)).isEqualTo(L0 + "# Build\r\n\r\ntext");
    assertThat(mended("# Build\n" + L0.strip())).isEqualTo(L0 + "# Build");
    assertThat(rules("# Build\n```\n" + L0 + "```\n")).containsExactly("1 l0-missing");
    String frontMatter = "---\nname: x\n---\n" + L0;
    assertThat(mended(frontMatter)).isEqualTo(frontMatter);
  }

  @Test
  void itsOwnFlagsAreBroughtUpToDateAndNoOthers() {
    String text = "<!-- L0: v1.0.0 | 📡 1 | 📡 1，2 pending，☐ 9 -->\n## 🎯 TODO\n- [ ] a\n";
    assertThat(rules(text)).containsExactly("1 l0-count", "1 l0-count");
    assertThat(mended(text))
        .isEqualTo("<!-- L0: v1.0.0 | 📡 1 | 📡 0，2 pending，☐ 1 -->\n## 🎯 TODO\n- [ ] a\n");
  }

  @Test
  void aLongFileIsSaid() {
    assertThat(rules(L0 + "x\n".repeat(Lint.MAX_LINES - 1))).isEmpty();
    assertThat(rules(L0 + "x\n".repeat(Lint.MAX_LINES))).containsExactly("801 long-file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "📡 **S041→BUILD**: **x**; WARNING; no mark",
        "📡 **S41→BUILD**: 🟡 **x**; WARNING; three digits",
        "**S041→BUILD**: 🟡 **x**; INFO; no 📡",
        "- S041→BUILD: ✅ x; INFO; no 📡",
        "📡 **S041→A/B/C**: 🟡 **x**; WARNING; names no ROLE"
      })
  void aLineThatIsNearlyADirectiveSaysWhatItLacks(String line, String severity, String lack) {
    assertThat(findings(file(L0 + line + "\n")))
        .singleElement()
        .satisfies(each -> assertThat(each.rule()).isEqualTo("directive-form"))
        .satisfies(each -> assertThat(each.line()).isEqualTo(2))
        .satisfies(each -> assertThat(each.severity().name()).isEqualTo(severity))
        .satisfies(each -> assertThat(each.message()).contains(lack))
        .satisfies(each -> assertThat(each.fix()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"=>", "-->", "—>", "➡️", "➔", "⟶", "⇒"})
  void anArrowThatIsNoneIsMended(String arrow) {
    String text = L0 + "- 📡 **S041" + arrow + "BUILD**: 🟡 **x => y**\n";
    assertThat(rules(text)).containsExactly("2 directive-form");
    assertThat(mended(text)).isEqualTo(L0 + "- 📡 **S041→BUILD**: 🟡 **x => y**\n");
  }

  @Test
  void aDirectiveHasATitleAndATargetThatIsThere() {
    assertThat(rules(L0 + "📡 **S041→BUILD**: 🟡\n> body\n")).containsExactly("2 directive-title");
    assertThat(rules(L0 + "📡 **S041→OPS**: 🟡 **x**\n")).containsExactly("2 directive-target");
    assertThat(rules(L0 + "📡 **S041→DYA/build**: 🟡 **x**\n"))
        .containsExactly("2 directive-target");
    assertThat(rules(L0 + "📡 **S041→X/QA**: 🟡 **x**\n")).containsExactly("2 directive-target");
    assertThat(rules(L0 + "📡 **S041→muse/Build**: 🟡 **x**\n")).isEmpty();
    assertThat(rules(L0 + "📡 **S041→OPS**: ✅ **x**\n")).isEmpty();
  }

  @Test
  @Tag("ROLE-11")
  void repeatedIdsAreSaidWithTheirFirstPlace() {
    Lint.Source one =
        new Lint.Source(
            "MUSE", "a.md", file("📡 **S007→BUILD**: ✅ **x**\n📡 **S0007→BUILD**: ✅ **y**\n"));
    Lint.Source two = new Lint.Source("MUSE", "b.md", file("📡 **S007→BUILD**: ✅ **x**\n"));
    Lint.Source copy =
        new Lint.Source(
            "MUSE", "c.md", file("## 📡 Received Directives\n📡 **S007→BUILD**: ✅ **x**\n"));
    Lint.Source other = new Lint.Source("DYA", "d.md", file("📡 **S007→QA**: ✅ **x**\n"));
    assertThat(Lint.repeats(List.of(one, two, copy, other)))
        .extracting(each -> each.file() + ":" + each.line() + " " + each.severity())
        .containsExactly("a.md:2 WARNING", "b.md:1 WARNING", "d.md:1 INFO");
    assertThat(Lint.repeats(List.of(one, two)).getFirst().message()).contains("a.md:1");
    assertThat(
            rules(
                L0
                    + "## Received Directives\n"
                    + "📡 **S1000→BUILD**: 🟡 (from DYA/qa) **x**\n\n"
                    + "📡 **S1000→BUILD**: ✅ (from dya/qa) **x**\n\n"
                    + "📡 **S1000→BUILD**: ✅ (from MUSE/strategy) **x**\n\n"
                    + "📡 **S1001→BUILD**: 🟡 **x**\n"))
        .containsExactly("5 directive-id", "9 received-from");
  }

  @Test
  void whatSwallowsOrSplitsTheFileIsSaid() {
    assertThat(rules(L0 + "```\n## Tasks\n")).containsExactly("2 code-fence");
    assertThat(rules(L0 + "```\ntext\n")).isEmpty();
    assertThat(rules(L0 + "```\n## Tasks\n```\n")).isEmpty();
    assertThat(rules(L0 + "## 🎯 TODO\n## Notes\n## ⏳ 待办\n")).containsExactly("4 section-twice");
    assertThat(rules(L0 + "## QA→BUILD 通知\n## QA→OPS 通知\n")).isEmpty();
    assertThat(rules(L0 + "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n"))
        .containsExactly("3 merge-conflict", "7 merge-conflict");
    assertThat(rules(L0 + "a\r\nb\n")).containsExactly("2 line-endings");
    byte[] bytes = (L0 + "a\n?\uFFFD\n").getBytes(StandardCharsets.UTF_8);
    bytes[L0.length() + 2] = (byte) 0xC0;
    assertThat(findings(RoleFile.read(bytes)))
        .extracting(each -> each.line() + " " + each.rule())
        .containsExactly("3 utf-8");
  }

  @Test
  void halfWrittenTablesAreSaid() {
    String section = L0 + "## 📐 职责边界\n";
    assertThat(rules(section + "| here | other |\n| a | b |\n"))
        .containsExactly("3 boundaries-table");
    assertThat(rules(section + "| here | other |\n|---|:-:|\n"))
        .containsExactly("3 boundaries-table");
    assertThat(rules(section + "| here | other |\n|---|---|\n| a |\n"))
        .containsExactly("5 boundaries-table");
    assertThat(rules(section + "here | other\n--- | ---\na | b\n\nwords\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "- [] a; - [ ] a",
        "* [X ] a; * [X] a",
        "  1. [ x] a; 1. [x] a",
        "-[ ] a; - [ ] a",
        "- [ ]a; - [ ] a",
        "- [  ]; - [ ]"
      })
  void aBoxThatIsNearlyOneIsMended(String line, String right) {
    String text = L0 + "## 🎯 TODO\n" + line + "\n";
    assertThat(rules(text)).containsExactly("3 task-box");
    assertThat(mended(text)).isEqualTo(L0 + "## 🎯 TODO\n" + right + "\n");
    assertThat(rules(L0 + "## Notes\n" + line + "\n")).isEmpty();
  }

  @Test
  void theLinesOfPathsAreSettings() {
    String text = "# Paths\n\n<!-- x -->\nMUSE_ROOT: /a b\nbare\n- DYA_ROOT：/c\nKEY:\n";
    assertThat(Lint.configuration("paths.md", Lines.of(text.getBytes(StandardCharsets.UTF_8))))
        .extracting(Finding::line)
        .containsExactly(5, 7);
  }
}
