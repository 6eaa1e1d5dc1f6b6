package comity.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String REPORT =
      """
      <?xml version="1.0" ?>
      <e:events xmlns="https://schemas.opentest4j.org/reporting/core/0.2.0"
          xmlns:e="https://schemas.opentest4j.org/reporting/events/0.2.0"
          xmlns:junit="https://schemas.junit.org/open-test-reporting">
      <e:started id="1" name="JUnit Jupiter"><metadata><junit:type>CONTAINER</junit:type></metadata></e:started>
      <e:started id="2" name="ATest" parentId="1"><metadata><tags><tag>A-1</tag></tags><junit:type>CONTAINER</junit:type></metadata></e:started>
      <e:started id="3" name="good()" parentId="2"><metadata><tags><tag>A-2</tag></tags><junit:type>TEST</junit:type></metadata></e:started>
      <e:finished id="3"><result status="SUCCESSFUL"></result></e:finished>
      <e:started id="4" name="bad()" parentId="2"><metadata><tags><tag>A-3</tag></tags><junit:type>TEST</junit:type></metadata></e:started>
      <e:finished id="4"><result status="FAILED"><reason>it broke
      here</reason></result></e:finished>
      <e:started id="5" name="many" parentId="1"><metadata><tags><tag>A-4</tag></tags><junit:type>CONTAINER</junit:type></metadata></e:started>
      <e:finished id="5"><result status="SUCCESSFUL"></result></e:finished>
      <e:started id="6" name="left out()" parentId="1"><metadata><tags><tag>A-5</tag></tags><junit:type>TEST</junit:type></metadata></e:started>
      <e:finished id="6"><result status="SKIPPED"></result></e:finished>
      """;

  @TempDir Path folder;

  @Test
  void onlyATestThatPassedCovers() throws IOException {
    List<TestThatRan> tests = read(REPORT + "</e:events>");
    assertThat(Report.coverage(List.of("A-2", "A-3", "A-4", "A-5"), tests))
        .isEqualTo("covered 1 of 4; missing: A-3…5");
    assertThat(Report.coverage(List.of("A-2"), tests)).isEqualTo("covered 1 of 1");
  }

  @Test
  void aFailureTakesTheStatementAwayFromThoseThatPassed() throws IOException {
    assertThat(Report.coverage(List.of("A-1"), read(REPORT + "</e:events>")))
        .isEqualTo("covered 0 of 1; missing: A-1");
  }

  @Test
  void aReasonIsWhatTheTraceSaysWithoutItsPlaces() {
    String trace =
        """
        java.lang.AssertionError: with seed 7
        \tat comity.Some.talk(Some.java:1)
        Caused by: java.lang.AssertionError:

        Expecting at least one
        \tat java.base/java.util.List.get(List.java:2)
        \t... 63 more
        """;
    assertThat(TestThatRan.reason(trace))
        .isEqualTo(
            "java.lang.AssertionError: with seed 7 Caused by: java.lang.AssertionError:"
                + " Expecting at least one");
  }

  @Test
  void aReportThatIsCutOffTellsWhatItHad() throws IOException {
    String half =
        REPORT
            + "<e:started id=\"7\" name=\"dies()\" parentId=\"1\"><metadata><tags><tag>A-6</tag></tags>"
            + "<junit:type>TEST</junit:type></metadata></e:started>\n<e:fini";
    List<TestThatRan> tests = read(half);
    assertThat(tests.getLast().status()).isEqualTo("CUT OFF");
    assertThat(Report.coverage(List.of("A-2", "A-6"), tests))
        .isEqualTo("covered 1 of 2; missing: A-6");
  }

  @Test
  void failuresAreNamedWithTheirReason() throws IOException {
    assertThat(read(REPORT + "</e:events>").get(3))
        .isEqualTo(
            new TestThatRan(
                "ATest bad()", java.util.Set.of("A-1", "A-3"), true, "FAILED", "it broke here"));
  }

  @Test
  void whatWasNotRunIsNamedWithItsReason() throws IOException {
    String aborted =
        """
        <e:started id="7" name="needs root()" parentId="2"><metadata><junit:type>TEST</junit:type></metadata></e:started>
        <e:finished id="7"><result status="ABORTED"><java:throwable xmlns:java="https://schemas.opentest4j.org/reporting/java/0.2.0">org.opentest4j.TestAbortedException: that needs root
        \tat comity.Some.test(Some.java:1)</java:throwable></result></e:finished>
        </e:events>\
        """;
    assertThat(Report.leftOut(read(REPORT + aborted)))
        .containsExactly("  not run: left out()", "  not run: ATest needs root(): that needs root");
  }

  @Test
  void missingIdsAreWrittenAsRanges() {
    assertThat(Report.ranges(List.of("MEM-1", "MSG-1", "MSG-2", "MSG-3", "MSG-5", "ROLE-10")))
        .isEqualTo("MEM-1 MSG-1…3,5 ROLE-10");
  }

  @Test
  void theListOfStatementsHasEachOnce() throws IOException {
    assertThat(Report.statements(Layout.root()))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("(MSG|SES|ROLE|MEM)-[1-9][0-9]*"))
        .hasSizeGreaterThan(100);
  }

  private List<TestThatRan> read(String report) throws IOException {
    Path file = folder.resolve("report.xml");
    Files.writeString(file, report);
    return TestThatRan.read(file);
  }
}
