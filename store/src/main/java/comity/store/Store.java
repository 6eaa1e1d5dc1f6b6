package comity.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
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

    /**
     * What is there can't be read, or can't be written. {@code what} tells a person what is wrong
     * and how to recover.
     */
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
   * Opens the store of a home, bringing what the log has into the database first. It is looked
   * through before anything is written: what is refused stays as it was.
   *
   * @param file the database
   * @param journalFolder the log
   */
  public static Opening open(Path file, Path journalFolder, Listener listener) {
    return open(file, journalFolder, listener, new FileDisk());
  }

  static Opening open(Path file, Path journalFolder, Listener listener, Disk disk) {
    JournalReading read;
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return new Opening.Damaged(file + " is no regular file; move it away");
    }
    try {
      writable(file);
      writable(journalFolder);
      read = JournalReading.of(journalFolder, Schema.inspect(file));
      List<Acceptance> missing = new ArrayList<>();
      for (Journal.Entry entry : read.entries()) {
        missing.add(Acceptance.decode(journalFolder, entry));
      }
      return new Opening.Opened(opened(file, journalFolder, listener, disk, read, missing));
    } catch (DamagedException e) {
      return new Opening.Damaged(
          e.getMessage()
              + ". Restore "
              + file
              + " and "
              + journalFolder
              + " together from a backup, or move both away to start empty");
    } catch (StoreException e) {
      return new Opening.Damaged(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      return new Opening.Damaged(String.valueOf(Failure.of("Opening", file, e).getMessage()));
    } catch (IOException e) {
      return new Opening.Damaged(
          String.valueOf(Failure.of("Opening", journalFolder, e).getMessage()));
    }
  }

  /** SQLite opens what it may not write without a word. */
  private static void writable(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    for (Path path : folder == null ? List.of(file) : List.of(folder, file)) {
      if (Files.exists(path) && !Files.isWritable(path)) {
        throw new AccessDeniedException(path.toString(), null, "it can't be written");
      }
    }
  }

  private static Store opened(
      Path file,
      Path journalFolder,
      Listener listener,
      Disk disk,
      JournalReading read,
      List<Acceptance> missing)
      throws SQLException, IOException {
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
    PrivateFiles.create(file);
    Database database = Database.open(file, committed, listener::onTrouble);
    try {
      if (!missing.isEmpty()) {
        database.write((sql, topics) -> {
          Acceptor.apply(sql, missing, read.next() - 1, topics);
          return "";
        });
      }
      Journal journal = Journal.open(disk, journalFolder, read, Journal.SEGMENT_BYTES);
      Acceptor acceptor = new Acceptor(journalFolder, journal, database, Sql.open(file, true));
      acceptor.start();
      return new Store(database, acceptor, signals);
    } catch (SQLException | IOException | StoreException e) {
      database.close();
      throw e;
    }
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

  /** Lets all who wait for a commit go on without it: the hub stops. */
  public void endWaiting() {
    signals.end();
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
