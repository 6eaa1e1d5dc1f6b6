package comity.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No statement on a message's way reads a whole table. */
final class PlansTest {
  /** Lists for a person's eyes, and what tells the owner's totals. */
  private static final List<String> MAY_SCAN =
      List.of(
          "ORDER BY last_at DESC, id DESC LIMIT ?",
          "ORDER BY t.last_at DESC LIMIT ?",
          "FROM api_key ORDER BY created_at",
          "FROM outbox o JOIN message m ON m.id = o.message JOIN conversation c"
              + " ON c.id = o.conversation ORDER BY o.message LIMIT ?",
          "WHERE state = 'dead' AND (? IS NULL",
          "WHERE state = 'dead') AND (? IS NULL",
          "FROM trace WHERE status <> 'RUNNING'",
          "PRAGMA",
          "sqlite_schema",
          "sum(length(text))",
          "count(*)");

  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  @TempDir private Path home;

  @Test
  void everyStatementFindsWhatItNeedsByAnIndex() throws Exception {
    List<String> scanning = new ArrayList<>();
    int seen = 0;
    Database.open(home.resolve("hub.db"), _ -> {}, _ -> {}).close();
    try (Sql sql = Sql.open(home.resolve("hub.db"), false)) {
      for (String statement : statements()) {
        seen++;
        List<String> plan = plan(sql, statement);
        boolean scans = plan.stream().anyMatch(PlansTest::reachesAll);
        if (scans && MAY_SCAN.stream().noneMatch(statement::contains)) {
          scanning.add(statement + "\n    " + String.join("\n    ", plan));
        }
      }
    }
    assertThat(seen).as("the sources were read").isGreaterThan(45);
    assertThat(statements())
        .anyMatch(text -> text.startsWith("SELECT c.cid") && text.contains("o.next_at <= ?"))
        .anyMatch(text -> text.startsWith("SELECT min") && text.contains("NOT EXISTS"))
        .anyMatch(
            text -> text.startsWith("SELECT r.message") && text.contains("r.state = 'queued' AND"));
    assertThat(scanning).isEmpty();
  }

  /** A partial index holds what waits and nothing else. */
  private static boolean reachesAll(String step) {
    return step.startsWith("SCAN")
        && !step.matches(
            "SCAN (CONSTANT ROW|json_each|.* USING (COVERING )?INDEX"
                + " (run_queued|run_running|outbox_pending)).*");
  }

  private static List<String> plan(Sql sql, String statement) throws Exception {
    int marks = (int) statement.chars().filter(c -> c == '?').count();
    return sql.list("EXPLAIN QUERY PLAN " + statement, row -> row.getString(4), new Object[marks]);
  }

  /**
   * Each expression of strings, and of constants that are strings, that begins like a statement.
   */
  private static List<String> statements() throws IOException {
    List<String> statements = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/comity/store"))) {
      for (Path file : files.sorted().toList()) {
        String source = Files.readString(file);
        for (String constant : List.of("RUN", "ENTRY", "FIRST", "TRACE")) {
          source = inlined(source, constant, source);
        }
        String rows = Files.readString(file.resolveSibling("Rows.java"));
        source = inlined(source, "CONVERSATION", rows);
        source = inlined(source, "MESSAGE_COLUMNS", rows);
        Matcher texts =
            Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+").matcher(source);
        while (texts.find()) {
          String text = joined(texts.group());
          if (text.matches("(?s)(SELECT|INSERT|UPDATE|DELETE) .*")
              && (!text.endsWith(" ") || text.contains(" WHERE "))) {
            statements.add(text);
          }
        }
      }
    }
    return statements;
  }

  private static String inlined(String source, String constant, String where) {
    Matcher value =
        Pattern.compile(" " + constant + "\\s*=\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+);")
            .matcher(where);
    return value.find()
        ? source
            .replaceAll(
                "(?:Rows\\.)?\\b" + constant + "(?=\\s*\\+)",
                Matcher.quoteReplacement("\"" + joined(value.group(1)) + "\""))
            .replaceAll(
                "(?<=\\+ )\\s*(?:Rows\\.)?\\b" + constant + "\\b(?=[,\\s)])",
                Matcher.quoteReplacement("\"" + joined(value.group(1)) + "\""))
        : source;
  }

  private static String joined(String expression) {
    StringBuilder text = new StringBuilder();
    Matcher parts = STRING.matcher(expression);
    while (parts.find()) {
      text.append(parts.group(1));
    }
    return text.toString();
  }
}
