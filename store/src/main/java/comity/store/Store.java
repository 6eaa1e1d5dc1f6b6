package comity.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Everything that a hub keeps of messages, in one home: opened once, by one process.
 *
 * <p>What was acknowledged is on disk. A message that comes in is acknowledged when the log has it;
 * everything else when the database has it.
 */
public final class Store implements AutoCloseable {
  /** What came of opening. */
  public sealed interface Opening {
    /** It is open. */
    record Opened(Store store) implements Opening {}

    /** What is there can't be read; nothing was changed. {@code what} is for a person. */
    record Damaged(String what) implements Opening {}
  }

  /** Told after commits, on the store's own thread: only to wake others. */
  public interface Listener {
    /** There may be queued runs. */
    void onRuns();

    /** The outbox changed. */
    void onOutbox();

    /** The disk does not take what is written; each time once. */
    void onTrouble(String what);
  }

  private final Database database;
  private final Acceptor acceptor;
  private final Signals signals;
  private final Keys keys;

  private Store(Database database, Acceptor acceptor, Signals signals) {
    this.database = database;
    this.acceptor = acceptor;
    this.signals = signals;
    this.keys = new Keys(database);
  }

  /**
   * Opens the store of a home, bringing what the log has into the database first.
   *
   * @param file the database
   * @param journalFolder the log
   * @throws StoreException where the machine fails
   */
  public static Opening open(Path file, Path journalFolder, Listener listener) {
    Signals signals = new Signals();
    Consumer<Set<String>> committed =
        topics -> {
          signals.tell(topics);
          if (topics.contains(Topics.RUNS)) {
            listener.onRuns();
          }
          if (topics.contains(Topics.OUTBOX)) {
            listener.onOutbox();
          }
        };
    Database database;
    try {
      PrivateFiles.create(file);
      database = Database.open(file, committed, listener::onTrouble);
    } catch (DamagedException e) {
      return new Opening.Damaged(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      throw Failure.of("Opening", file, e);
    } catch (IOException e) {
      throw Failure.of("Opening", file, e);
    }
    try {
      Acceptor acceptor = recover(file, journalFolder, database);
      acceptor.start();
      return new Opening.Opened(new Store(database, acceptor, signals));
    } catch (DamagedException e) {
      database.close();
      return new Opening.Damaged(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      database.close();
      throw Failure.of("Opening", file, e);
    } catch (IOException e) {
      database.close();
      throw Failure.of("Opening", journalFolder, e);
    }
  }

  private static Acceptor recover(Path file, Path journalFolder, Database database)
      throws SQLException, IOException, DamagedException {
    long applied =
        database
            .read(sql ->
                sql.one(
                    "SELECT value FROM meta WHERE key = 'journal_applied'", row -> row.getLong(1)))
            .orElse(0L);
    List<Journal.Entry> entries = new ArrayList<>();
    Journal journal = Journal.open(journalFolder, applied, entries::add);
    List<Acceptance> missing = new ArrayList<>();
    for (Journal.Entry entry : entries) {
      missing.add(Acceptance.decode(entry.payload()));
    }
    if (!missing.isEmpty()) {
      long last = entries.getLast().number();
      database.write((sql, topics) -> {
        Acceptor.apply(sql, missing, last, topics);
        return "";
      });
    }
    return new Acceptor(journalFolder, journal, database, Sql.open(file, true));
  }

  public Conversations conversations() {
    return new Conversations(database, acceptor, signals);
  }

  public Runs runs() {
    return new Runs(database);
  }

  public Outbox outbox() {
    return new Outbox(database);
  }

  public Traces traces() {
    return new Traces(database, signals);
  }

  public Upkeep upkeep() {
    return new Upkeep(database);
  }

  public Keys keys() {
    return keys;
  }

  /** How much waits. */
  public record Counts(long runsQueued, long outboxPending, long outboxDead) {}

  public Counts counts() {
    return database.read(sql ->
        sql.one(
                "SELECT (SELECT count(*) FROM run WHERE state = 'queued'),"
                    + " (SELECT count(*) FROM outbox WHERE state = 'pending'),"
                    + " (SELECT count(*) FROM outbox WHERE state = 'dead')",
                row -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3)))
            .orElseThrow());
  }

  /** Writes what was given, then closes the files. */
  @Override
  public void close() {
    try {
      acceptor.close();
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("closing the store", e);
    } finally {
      database.close();
    }
  }
}
