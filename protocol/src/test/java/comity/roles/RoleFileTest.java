package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleFileTest {
  private static RoleFile file(String text) {
    return RoleFile.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(RoleFile file) {
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }

  private static Directive only(String text) {
    List<Directive> directives = file(text).directives();
    assertThat(directives).as(text).hasSize(1);
    return directives.getFirst();
  }

  @ParameterizedTest
  @Tag("ROLE-7")
  @CsvSource({
    "## 📐 职责边界, BOUNDARIES",
    "## ⏳ 待办, TASKS",
    "## 🎯 TODO, TASKS",
    "## 📡 已接收战略指令, RECEIVED",
    "## 📡 QA→BUILD 通知, NOTICES",
    "## 🛠️ 技术栈, TECH_STACK",
    "## 📋 CHANGELOG 维护规则, CHANGELOG_RULES",
    "## 🛠 技术栈, TECH_STACK",
    "## 技术栈, TECH_STACK",
    "### Boundaries, BOUNDARIES",
    "# Tasks (this week), TASKS",
    "## Received Directives, RECEIVED",
    "## ops->qa Notices, NOTICES",
    "## Tech Stack ##, TECH_STACK",
    "## **CHANGELOG Rules**, CHANGELOG_RULES",
    "## Todos and more, OTHER",
    "## Notes, OTHER"
  })
  void aHeadingTellsWhatItsSectionMeans(String heading, Section.Kind kind) {
    assertThat(file("x\n\n" + heading + "\ntext\n").sections())
        .singleElement()
        .satisfies(section -> assertThat(section.kind()).isEqualTo(kind))
        .satisfies(section -> assertThat(section.from()).isEqualTo(2))
        .satisfies(section -> assertThat(section.to()).isEqualTo(4));
  }

  @Test
  @Tag("ROLE-7")
  void codeQuotationsAndCommentsHaveNoHeadings() {
    String text =
        """
        ```
        ## Tasks
        ```
        > ## Tasks

        <!--
        ## Tasks
        -->

            ## Tasks
        #hash
        """;
    assertThat(file(text).sections()).isEmpty();
  }

  @ParameterizedTest
  @Tag("ROLE-9")
  @ValueSource(
      strings = {
        "📡 **S041→MUSE/BUILD**: 🟡 **竞品深度调研回传**",
        "📡 S041→MUSE/BUILD: 🟡 竞品深度调研回传",
        "- 📡 **S041→MUSE/BUILD**: 🟡 **竞品深度调研回传**",
        "1. 📡 **S041->MUSE/BUILD**：🟡 竞品深度调研回传",
        "  * 📡\uFE0F **S041 → MUSE/BUILD** : 🟡 **竞品深度调研回传**  ",
        "### 📡 S041→MUSE/BUILD — 🟡 竞品深度调研回传",
        "📡 **S041→MUSE/BUILD: 🟡 竞品深度调研回传**"
      })
  void everySpellingIsRead(String line) {
    Directive directive = only("# Strategy\n\n" + line + "\n");
    assertThat(directive.id()).isEqualTo("S041");
    assertThat(directive.target()).isEqualTo(new Target(Optional.of("MUSE"), "BUILD"));
    assertThat(directive.isPending()).isTrue();
    assertThat(directive.title()).isEqualTo("竞品深度调研回传");
    assertThat(directive.body()).isEmpty();
    assertThat(directive.line()).isEqualTo(2);
  }

  @Test
  void oneRightBelowTheBodyOfAnotherIsReadToo() {
    List<Directive> directives =
        file("📡 **S001→BUILD**: 🟡 **a**\n> one\n📡 **S002→BUILD**: 🟡 **b**\n> two\n")
            .directives();
    assertThat(directives).extracting(Directive::body).containsExactly("one", "two");
  }

  @Test
  @Tag("ROLE-9")
  void theHeadingFormHasItsTimeBeforeTheMarkAndItsBodyBelow() {
    Directive directive =
        only("### 📡 S001→BUILD (2026-03-15 10:00) — 🟡 待处理\n\nDo it.\n\n- now\n\n## Next\n");
    assertThat(directive.at()).contains("2026-03-15 10:00");
    assertThat(directive.title()).isEmpty();
    assertThat(directive.body()).isEqualTo("Do it.\n\n- now");
  }

  @Test
  void aDeliveredOneHasItsTime() {
    Directive directive = only("📡 **S1040→GROWTH**: ✅ (2026-11-29 14:05 +08:00) **Go**\n> now\n");
    assertThat(directive.mark()).isEqualTo(Directive.Mark.DONE);
    assertThat(directive.at()).contains("2026-11-29 14:05 +08:00");
    assertThat(directive.title()).isEqualTo("Go");
    assertThat(directive.body()).isEqualTo("now");
    assertThat(Directive.number(directive.id())).hasValue(1040);
  }

  @ParameterizedTest
  @Tag("ROLE-9")
  @ValueSource(
      strings = {
        "```\n📡 **S041→BUILD**: 🟡 **x**\n```\n",
        "    📡 **S041→BUILD**: 🟡 **x**\n",
        "> 📡 **S041→BUILD**: 🟡 **x**\n",
        "<!--\n📡 **S041→BUILD**: 🟡 **x**\n-->\n",
        "see 📡 **S041→BUILD**: 🟡 **x**\n",
        "📡 **S41→BUILD**: 🟡 **x**\n",
        "📡 **S041→BUILD**: **x**\n",
        "📡 **S041→A/B/C**: 🟡 **x**\n",
        "~~~md\n> 📡 S041→BUILD: 🟡 x\n"
      })
  void whatOnlyLooksLikeADirectiveIsNone(String text) {
    assertThat(file(text).directives()).isEmpty();
  }

  @Test
  @Tag("ROLE-12")
  void anyBodyComesBackExactly() {
    for (String body :
        List.of(
            "one line",
            "two\nlines\n",
            "\n\nblank lines\n\n\nand more\n",
            "> quoted\n>> twice\n>",
            "```java\n## Tasks\n📡 **S001→BUILD**: 🟡 **no**\n```",
            "    indented\n\ttabbed \n",
            "emoji 🟡 ✅ 📡 and עברית and \u202Eodd",
            "unclosed ```\n~~~\n<!-- open",
            " ",
            "- list\n  - nested\n1. one")) {
      RoleFile sent =
          RoleEdit.send(
              file("<!-- L0: v1.0.0 | a | b -->\n# S\n"),
              "S007",
              Target.read("DYA/qa").orElseThrow(),
              "T: **x** (y)",
              body);
      sent = RoleEdit.send(sent, "S008", Target.read("ALL").orElseThrow(), "next", "");
      assertThat(sent.directives()).extracting(Directive::id).containsExactly("S007", "S008");
      assertThat(sent.directives().getFirst().body()).isEqualTo(body);
      assertThat(sent.directives().getFirst().title()).isEqualTo("T: **x** (y)");
      RoleFile received =
          RoleEdit.receive(
              file("# QA\n"), sent.directives().getFirst(), new Pickup.Source("MUSE", "strategy"));
      Directive copy = received.received().getFirst();
      assertThat(copy.body()).isEqualTo(body);
      assertThat(copy.title()).isEqualTo("T: **x** (y)");
      assertThat(copy.from()).contains("MUSE/strategy");
      assertThat(received.sent()).isEmpty();
    }
  }

  @Test
  void deliveringTurnsTheMarkAndNothingElse() {
    String text = "a\r\n- 📡 **S041→BUILD**: 🟡 **x 🟡**\r\n  > b\r\n\r\nz";
    RoleFile file = file(text);
    RoleFile done = RoleEdit.done(file, file.directives().getFirst(), "2026-11-29 14:05 +08:00");
    assertThat(text(done)).isEqualTo(text.replaceFirst("🟡", "✅ (2026-11-29 14:05 +08:00)"));
    assertThat(done.directives().getFirst().title()).isEqualTo("x 🟡");
    assertThat(done.directives().getFirst().isPending()).isFalse();
  }

  @Test
  @Tag("ROLE-10")
  void oneToAllStaysUntilEachHasTakenIt() {
    RoleFile file = file("📡 **S001→ALL**: 🟡 **x**\n");
    file = RoleEdit.taken(file, file.directives().getFirst(), "build");
    file = RoleEdit.taken(file, file.directives().getFirst(), "qa");
    assertThat(text(file)).isEqualTo("📡 **S001→ALL**: 🟡 (build, qa) **x**\n");
    assertThat(file.directives().getFirst().takenBy()).containsExactly("build", "qa");
    file = RoleEdit.done(file, file.directives().getFirst(), "2026-11-29 14:05 +00:00");
    assertThat(text(file)).isEqualTo("📡 **S001→ALL**: ✅ (2026-11-29 14:05 +00:00) **x**\n");
  }

  @Test
  @Tag("ROLE-8")
  void tasksHaveStatesAndDepths() {
    String text =
        """
        ## ⏳ 待办
        - [ ] one
          - [x] one a
            - [/] one a i
        - 🔲 two
        - ✅ three
        ```
        - [ ] no
        ```
        ## Other
        - [ ] not a task of the section
        """;
    assertThat(file(text).tasks())
        .extracting(task -> task.depth() + " " + task.state() + " " + task.text())
        .containsExactly(
            "0 OPEN one", "1 DONE one a", "2 STARTED one a i", "0 OPEN two", "0 DONE three");
  }

  @Test
  @Tag("ROLE-8")
  void aTaskIsCompletedAndAddedInTheMannerOfTheOthers() {
    RoleFile file = file("## TODO\n* [ ] one\n* [x] two\n\n## Next\n");
    RoleFile done = RoleEdit.with(file, file.tasks().getFirst(), Task.State.DONE);
    assertThat(text(done)).isEqualTo("## TODO\n* [x] one\n* [x] two\n\n## Next\n");
    assertThat(text(RoleEdit.addTask(file, "three")))
        .isEqualTo("## TODO\n* [ ] one\n* [x] two\n* [ ] three\n\n## Next\n");
    assertThat(text(RoleEdit.addTask(file("## 🎯 TODO\n\n## Next\n"), "a")))
        .isEqualTo("## 🎯 TODO\n\n- [ ] a\n\n## Next\n");
    assertThat(text(RoleEdit.addTask(file("# 构建"), "a"))).isEqualTo("# 构建\n\n## ⏳ 待办\n\n- [ ] a");
  }

  @Test
  @Tag("ROLE-8")
  void boundariesTellWhatBelongsToWhom() {
    Boundaries boundaries =
        file("""
        ## 📐 职责边界

        | ✅ 归本角色 | ❌ 不归本角色 |
        |---|---|
        | 源码与测试 | 定价 → GROWTH |
        | CI \\| CD |
        """)
            .boundaries();
    assertThat(boundaries.here()).containsExactly("源码与测试", "CI | CD");
    assertThat(boundaries.elsewhere())
        .containsExactly(new Boundaries.Elsewhere("定价", Optional.of("GROWTH")));
    assertThat(boundaries.hasSources()).isTrue();
    assertThat(file("## Boundaries\nnone\n").boundaries().hasSources()).isFalse();
  }

  @Test
  void aFileWithoutAHeaderGetsOne() {
    assertThat(text(RoleEdit.withL0(file("# Build\n"), L0.Field.TOP_PRIORITY, "ship")))
        .isEqualTo("<!-- L0:  | ship |  -->\n# Build\n");
  }
}
