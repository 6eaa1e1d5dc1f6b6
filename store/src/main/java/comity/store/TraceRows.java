package comity.store;

import comity.messages.SafeText;
import comity.messages.Trace;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** How traces stand in their tables. */
final class TraceRows {
  /** Of a goal's description: it is shown in lists. */
  private static final int MAX_DESCRIPTION = 120;

  /** Of an event's text; a reply is in its message, whole. */
  private static final int MAX_TEXT = 4_000;

  private TraceRows() {}

  static void begin(Sql sql, Run run, String traceId, long at, Set<String> topics)
      throws SQLException {
    ensure(sql, run, traceId, at);
    sql.update(
        "INSERT INTO goal (trace, id, parent, description, status, summary)"
            + " SELECT id, ?, NULL, ?, 'RUNNING', '' FROM trace WHERE conversation = ? AND agent = ?"
            + " ON CONFLICT (trace, id) DO UPDATE SET status = 'RUNNING', summary = ''",
        goal(run),
        description(run),
        run.conversationRow(),
        run.agent());
    status(sql, run, Trace.Status.RUNNING, at);
    event(sql, run, at, "message", description(run), topics);
  }

  static void finish(Sql sql, Run run, String traceId, Outcome outcome, long at, Set<String> topics)
      throws SQLException {
    ensure(sql, run, traceId, at);
    sql.update(
        "INSERT INTO goal (trace, id, parent, description, status, summary)"
            + " SELECT id, ?, NULL, ?, ?, ? FROM trace WHERE conversation = ? AND agent = ?"
            + " ON CONFLICT (trace, id)"
            + " DO UPDATE SET status = excluded.status, summary = excluded.summary",
        goal(run),
        description(run),
        outcome.status().name(),
        outcome.summary(),
        run.conversationRow(),
        run.agent());
    status(sql, run, outcome.status(), at);
    String kind =
        switch (outcome.status()) {
          case COMPLETED -> "reply";
          case FAILED -> "failed";
          case STOPPED -> "stopped";
          case RUNNING -> throw new IllegalArgumentException("a run that ended still runs");
        };
    event(sql, run, at, kind, outcome.summary(), topics);
  }

  private record Numbered(String trace, long number) {}

  static void event(Sql sql, Run run, long at, String kind, String text, Set<String> topics)
      throws SQLException {
    // Counted in the trace: a number is not given again when events were dropped.
    Optional<Numbered> next =
        sql.one(
            "UPDATE trace SET last_event = last_event + 1 WHERE conversation = ? AND agent = ?"
                + " RETURNING id, last_event",
            row -> new Numbered(row.getString(1), row.getLong(2)),
            run.conversationRow(),
            run.agent());
    if (next.isEmpty()) {
      return;
    }
    sql.update(
        "INSERT INTO event (trace, number, at, kind, text) VALUES (?, ?, ?, ?, ?)",
        next.get().trace(),
        next.get().number(),
        at,
        kind,
        text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    topics.add(Topics.trace(next.get().trace()));
  }

  private static void ensure(Sql sql, Run run, String traceId, long at) throws SQLException {
    sql.update(
        "INSERT INTO trace (id, conversation, agent, status, created_at, last_at)"
            + " VALUES (?, ?, ?, 'RUNNING', ?, ?) ON CONFLICT (conversation, agent) DO NOTHING",
        traceId,
        run.conversationRow(),
        run.agent(),
        at,
        at);
  }

  private static void status(Sql sql, Run run, Trace.Status status, long at) throws SQLException {
    sql.update(
        "UPDATE trace SET status = ?, last_at = max(last_at, ?) WHERE conversation = ? AND agent = ?",
        status.name(),
        at,
        run.conversationRow(),
        run.agent());
  }

  private static String goal(Run run) {
    return "message-" + run.sequence();
  }

  private static String description(Run run) {
    String line = SafeText.line(run.envelope().text());
    int length = line.codePointCount(0, line.length());
    return length > MAX_DESCRIPTION
        ? line.substring(0, line.offsetByCodePoints(0, MAX_DESCRIPTION)) + "…"
        : line;
  }
}
