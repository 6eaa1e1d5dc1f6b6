package comity.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Drops what the owner said need not be kept; nothing else ever does. */
public final class Upkeep {
  /** Rows in one transaction: others write in between. */
  private static final int BATCH = 500;

  private final Database database;

  Upkeep(Database database) {
    this.database = database;
  }

  /** The oldest messages; {@code bytes} is about what each takes. */
  private record Old(long message, long conversation, long at, long bytes) {}

  /** A trace that has steps, and how many characters they have. */
  private record Traced(String id, long at, long characters) {}

  /** What a message takes beside its text. */
  private static final long BYTES_BESIDE = 300;

  /**
   * Drops the oldest messages, and conversations that have none left. A message that still waits
   * for a run or for delivery stays.
   *
   * @param before older ones are dropped, milliseconds since 1970
   * @param most bytes that the database may hold; beyond it the oldest are dropped whatever their
   *     age
   * @return how many
   */
  public int dropMessages(OptionalLong before, OptionalLong most) {
    int dropped = 0;
    long from = 0;
    while (true) {
      long excess = most.isPresent() ? bytes() - most.getAsLong() : 0;
      List<Old> due = new ArrayList<>();
      for (Old old : oldest(from)) {
        if (excess <= 0 && old.at() >= before.orElse(Long.MIN_VALUE)) {
          break;
        }
        due.add(old);
        excess -= old.bytes();
      }
      if (due.isEmpty()) {
        return dropped;
      }
      dropped += database.write((sql, _) -> drop(sql, due));
      from = due.getLast().message();
    }
  }

  private List<Old> oldest(long after) {
    return database.read(sql ->
        sql.list(
            "SELECT id, conversation, accepted_at, length(body) FROM message WHERE id > ?"
                + " ORDER BY id LIMIT ?",
            row ->
                new Old(
                    row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4) + BYTES_BESIDE),
            after,
            BATCH));
  }

  private static int drop(Sql sql, List<Old> due) throws SQLException {
    int dropped = 0;
    for (Old old : due) {
      int gone =
          sql.update(
              // The newest stays: its number must not be given to another.
              "DELETE FROM message WHERE id = ? AND id < (SELECT max(id) FROM message)"
                  + " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = message.id)"
                  + " AND NOT EXISTS (SELECT 1 FROM run r WHERE r.message = message.id"
                  + " AND r.state IN ('queued', 'running'))",
              old.message());
      if (gone == 0) {
        continue;
      }
      dropped++;
      sql.update("DELETE FROM run WHERE message = ?", old.message());
      int empty =
          sql.update(
              "DELETE FROM conversation WHERE id = ?"
                  + " AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation = conversation.id)",
              old.conversation());
      if (empty > 0) {
        sql.update(
            "DELETE FROM event WHERE trace IN (SELECT id FROM trace WHERE conversation = ?)",
            old.conversation());
        sql.update(
            "DELETE FROM goal WHERE trace IN (SELECT id FROM trace WHERE conversation = ?)",
            old.conversation());
        sql.update("DELETE FROM trace WHERE conversation = ?", old.conversation());
      }
    }
    return dropped;
  }

  /**
   * Drops the steps of traces that do not run; the trace itself stays, since by it a conversation
   * finds back to the provider's own.
   *
   * @param before of traces last used before this, milliseconds since 1970
   * @param most characters of all steps together; beyond it those of the oldest traces go
   * @return how many traces
   */
  public int dropTraces(OptionalLong before, OptionalLong most) {
    int dropped = 0;
    while (true) {
      long excess = most.isPresent() ? traceCharacters() - most.getAsLong() : 0;
      List<String> due = new ArrayList<>();
      for (Traced trace : ended()) {
        if (excess <= 0 && trace.at() >= before.orElse(Long.MIN_VALUE)) {
          break;
        }
        due.add(trace.id());
        excess -= trace.characters();
      }
      if (due.isEmpty()) {
        return dropped;
      }
      dropped += dropSteps(due);
    }
  }

  /**
   * Drops the steps of these traces, but not of one that runs again by now.
   *
   * @return how many had any
   */
  int dropSteps(List<String> traces) {
    String ended = " AND EXISTS (SELECT 1 FROM trace t WHERE t.id = ? AND t.status <> 'RUNNING')";
    return database.write((sql, _) -> {
      int dropped = 0;
      for (String id : traces) {
        dropped += sql.update("DELETE FROM event WHERE trace = ?" + ended, id, id) > 0 ? 1 : 0;
        sql.update("DELETE FROM goal WHERE trace = ?" + ended, id, id);
      }
      return dropped;
    });
  }

  /** Those that do not run and have steps, the ones unused longest first. */
  private List<Traced> ended() {
    return database.read(sql ->
        sql.list(
            "SELECT id, last_at, (SELECT sum(length(text)) FROM event e WHERE e.trace = trace.id)"
                + " FROM trace WHERE status <> 'RUNNING'"
                + " AND EXISTS (SELECT 1 FROM event e WHERE e.trace = trace.id)"
                + " ORDER BY last_at LIMIT ?",
            row -> new Traced(row.getString(1), row.getLong(2), row.getLong(3)),
            BATCH));
  }

  /** What the database holds; space that was given up and will be used again does not count. */
  private long bytes() {
    return database.read(sql ->
        (pragma(sql, "page_count") - pragma(sql, "freelist_count")) * pragma(sql, "page_size"));
  }

  private static long pragma(Sql sql, String name) throws SQLException {
    return sql.one("PRAGMA " + name, row -> row.getLong(1)).orElse(0L);
  }

  private long traceCharacters() {
    return database
        .read(sql -> sql.one("SELECT sum(length(text)) FROM event", row -> row.getLong(1)))
        .orElse(0L);
  }
}
