package comity.store;

import comity.messages.Trace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What agents did for their conversations. */
public final class Traces {
  private static final String TRACE =
      "SELECT t.id, t.agent, c.cid, t.status, t.created_at, t.last_at FROM trace t"
          + " JOIN conversation c ON c.id = t.conversation ";

  private final Database database;
  private final Signals signals;

  Traces(Database database, Signals signals) {
    this.database = database;
    this.signals = signals;
  }

  /** The latest traces, the last used first. */
  public List<Trace> latest(int limit) {
    return database.read(
        sql -> sql.list(TRACE + "ORDER BY t.last_at DESC LIMIT ?", Traces::trace, limit));
  }

  public Optional<Trace> find(String id) {
    return database.read(sql -> sql.one(TRACE + "WHERE t.id = ?", Traces::trace, id));
  }

  /** The trace of an agent's part in a conversation. */
  public Optional<Trace> find(String conversation, String agent) {
    return database.read(sql ->
        sql.one(TRACE + "WHERE c.cid = ? AND t.agent = ?", Traces::trace, conversation, agent));
  }

  /** The trace of a conversation, the last used where more than one agent of ours is in it. */
  public Optional<Trace> ofConversation(String conversation) {
    return database.read(sql ->
        sql.one(
            TRACE + "WHERE c.cid = ? ORDER BY t.last_at DESC LIMIT 1",
            Traces::trace,
            conversation));
  }

  private static Trace trace(ResultSet row) throws SQLException {
    return new Trace(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        Trace.Status.valueOf(row.getString(4)),
        row.getLong(5),
        row.getLong(6));
  }

  public List<Trace.Goal> goals(String id) {
    return database.read(sql ->
        sql.list(
            "SELECT id, parent, description, status, summary FROM goal WHERE trace = ?"
                + " ORDER BY rowid",
            row ->
                new Trace.Goal(
                    row.getString(1),
                    Optional.ofNullable(row.getString(2)),
                    row.getString(3),
                    Trace.Status.valueOf(row.getString(4)),
                    row.getString(5)),
            id));
  }

  /** Events after this number; where there is none yet, waits for one. */
  public List<Trace.Event> await(String id, long after, Duration longest)
      throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    while (true) {
      try (Signals.Waiting signal = signals.next(Topics.trace(id))) {
        List<Trace.Event> found = events(id, after);
        Duration left = Duration.ofNanos(until - System.nanoTime());
        boolean over = !found.isEmpty() || left.isNegative() || signals.hasEnded();
        if (over || !signal.await(left)) {
          return found;
        }
      }
    }
  }

  /** Events after this number. */
  public List<Trace.Event> events(String id, long after) {
    return database.read(sql ->
        sql.list(
            "SELECT number, at, kind, text FROM event WHERE trace = ? AND number > ?"
                + " ORDER BY number LIMIT 1000",
            row ->
                new Trace.Event(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4)),
            id,
            after));
  }

  /** Adds an event to the trace of a run. */
  public void event(Run run, String kind, String text, long at) {
    database.write((sql, topics) -> {
      TraceRows.event(sql, run, at, kind, text, topics);
      return "";
    });
  }
}
