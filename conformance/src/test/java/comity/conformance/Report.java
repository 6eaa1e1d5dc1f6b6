package comity.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which tests failed, which were not run and why, and which statements of the specification
 * the tests cover. A statement is covered where a test that carries its tag ran and passed, and
 * none that carries it failed.
 */
public final class Report {
  private static final int MOST_FAILURES_SHOWN = 12;
  private static final int LONGEST_REASON = 600;

  private Report() {}

  /** Takes the checkout, and {@code long} for a run in which statements are not counted. */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    List<TestThatRan> tests = tests(root);
    printFailures(tests, System.out);
    leftOut(tests).forEach(System.out::println);
    if (args.length == 1) {
      System.out.println(coverage(statements(root), tests));
    }
  }

  /** The ids of all statements, in the order of the list. */
  static List<String> statements(Path root) throws IOException {
    return Files.readAllLines(root.resolve("conformance/src/test/resources/statements.txt"));
  }

  private static List<TestThatRan> tests(Path root) throws IOException {
    List<Path> folders;
    try (Stream<Path> modules = Files.list(root)) {
      folders =
          modules
              .map(module -> module.resolve("target/tests-that-ran"))
              .filter(Files::isDirectory)
              .sorted()
              .toList();
    }
    List<TestThatRan> tests = new ArrayList<>();
    for (Path folder : folders) {
      tests.addAll(testsOf(folder));
    }
    return tests;
  }

  /** Each process that ran some of a module's tests has left a report. */
  private static List<TestThatRan> testsOf(Path folder) throws IOException {
    List<TestThatRan> tests = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path report :
          all.filter(file -> file.endsWith("open-test-report.xml")).sorted().toList()) {
        tests.addAll(TestThatRan.read(report));
      }
    }
    return tests;
  }

  private static void printFailures(List<TestThatRan> tests, PrintStream out) {
    List<TestThatRan> failed = tests.stream().filter(test -> isBad(test, tests)).toList();
    for (TestThatRan test : failed.stream().limit(MOST_FAILURES_SHOWN).toList()) {
      String line =
          "  " + test.name() + ": " + (test.reason().isEmpty() ? test.status() : test.reason());
      out.println(line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line);
    }
    if (failed.size() > MOST_FAILURES_SHOWN) {
      out.println("  and " + (failed.size() - MOST_FAILURES_SHOWN) + " more");
    }
  }

  /**
   * The lines that say which tests were not run and why; a group in one line, without its tests.
   */
  static List<String> leftOut(List<TestThatRan> tests) {
    return tests.stream()
        .filter(test -> test.status().equals("SKIPPED") || test.status().equals("ABORTED"))
        .map(test -> {
          String why = test.reason().replaceFirst("^[a-zA-Z0-9.]+TestAbortedException: ", "");
          String line = "  not run: " + test.name() + (why.isEmpty() ? "" : ": " + why);
          return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line;
        })
        .toList();
  }

  private static boolean isBad(TestThatRan test, List<TestThatRan> tests) {
    return test.status().equals("FAILED")
        || (test.status().equals("CUT OFF") && test.isTest() && !tests.isEmpty());
  }

  /** The line with what is covered, and the lines with what is missing. */
  static String coverage(List<String> statements, List<TestThatRan> tests) {
    Set<String> covered = tags(tests, "SUCCESSFUL");
    covered.removeAll(tags(tests, "FAILED"));
    covered.removeAll(tags(tests, "CUT OFF"));
    List<String> missing = statements.stream().filter(id -> !covered.contains(id)).toList();
    String line = "covered " + (statements.size() - missing.size()) + " of " + statements.size();
    return missing.isEmpty() ? line : line + "; missing: " + ranges(missing);
  }

  private static Set<String> tags(List<TestThatRan> tests, String status) {
    return tests.stream()
        .filter(
            test -> test.status().equals(status) && (test.isTest() || !status.equals("SUCCESSFUL")))
        .flatMap(test -> test.tags().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code MSG-1 MSG-2 MSG-3 MSG-5} as {@code MSG-1…3,5}. */
  static String ranges(List<String> ids) {
    StringBuilder text = new StringBuilder();
    String kind = "";
    int at = 0;
    while (at < ids.size()) {
      String id = ids.get(at);
      String thisKind = id.substring(0, id.indexOf('-') + 1);
      int first = number(id);
      int last = first;
      at++;
      while (at < ids.size() && ids.get(at).equals(thisKind + (last + 1))) {
        last++;
        at++;
      }
      text.append(thisKind.equals(kind) ? "," : (text.isEmpty() ? "" : " ") + thisKind)
          .append(first);
      text.append(last == first ? "" : "…" + last);
      kind = thisKind;
    }
    return text.toString();
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(id.indexOf('-') + 1));
  }
}
