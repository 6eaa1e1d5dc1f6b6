package comity.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The SQLite file: one thread writes, a few read.
 *
 * <p>Changes that wait at the same time share one transaction and so one flush. A change that fails
 * is undone by itself; one that must not fail, because the {@link Journal} has it already, is tried
 * again until the disk takes it.
 */
final class Database implements AutoCloseable {
  private static final int VERSION = 1;

  /** Reads are short; more threads would only wait for the two processors of a small machine. */
  private static final int READERS = 2;

  /** Changes in one transaction: bounds the time until the first of them is answered. */
  private static final int MAX_GROUP = 512;

  /**
   * How long changes that nobody waits for are gathered: a page that many of them touch is then
   * written once.
   */
  private static final long LINGER_MILLIS = 25;

  /** Between two tries of a change that must not fail. */
  private static final long RETRY_MILLIS = 250;

  private final Path file;
  private final Sql writer;
  private final LinkedBlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final ExecutorService readers;
  private final List<Sql> readConnections = new ArrayList<>();
  private final ThreadLocal<Sql> reader = ThreadLocal.withInitial(this::openReader);
  private final Consumer<Set<String>> committed;
  private final Consumer<String> trouble;
  private final Thread thread;
  private boolean closing;

  /** A change: runs in a transaction; {@code topics} takes what is to be told after the commit. */
  interface Change<T> {
    T run(Sql sql, Set<String> topics) throws SQLException;
  }

  /** A question. */
  interface Query<T> {
    T run(Sql sql) throws SQLException;
  }

  private static final class Task {
    final Change<?> change;
    final boolean urgent;
    final boolean mustSucceed;
    final CompletableFuture<Object> done = new CompletableFuture<>();
    Object result = "";

    Task(Change<?> change, boolean urgent, boolean mustSucceed) {
      this.change = change;
      this.urgent = urgent;
      this.mustSucceed = mustSucceed;
    }
  }

  private static final Task STOP = new Task((_, _) -> "", true, false);

  private Database(
      Path file, Sql writer, Consumer<Set<String>> committed, Consumer<String> trouble) {
    this.file = file;
    this.writer = writer;
    this.committed = committed;
    this.trouble = trouble;
    this.readers =
        Executors.newFixedThreadPool(
            READERS, Thread.ofPlatform().daemon().name("store-read-", 0).factory());
    this.thread = Thread.ofPlatform().daemon().name("store-write").unstarted(this::loop);
  }

  /**
   * Opens the file, making or migrating it.
   *
   * @param committed is told the topics of each commit, on the writing thread
   * @param trouble is told once for each time that writing begins to fail
   * @throws DamagedException where the file is no database, is damaged or is of a later version
   */
  static Database open(Path file, Consumer<Set<String>> committed, Consumer<String> trouble)
      throws SQLException, DamagedException, IOException {
    Sql sql = Sql.open(file, false);
    try {
      sql.script(
          """
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = FULL;
          PRAGMA wal_autocheckpoint = 1000;
          PRAGMA cache_size = -16000;
          """);
      migrate(sql);
    } catch (SQLException e) {
      sql.close();
      if (Failure.isDamage(e)) {
        throw new DamagedException(file, String.valueOf(e.getMessage()));
      }
      throw e;
    }
    Database database = new Database(file, sql, committed, trouble);
    database.thread.start();
    return database;
  }

  private static void migrate(Sql sql) throws SQLException, DamagedException, IOException {
    int version = sql.one("PRAGMA user_version", row -> row.getInt(1)).orElse(0);
    if (version > VERSION) {
      throw new DamagedException(
          sql.file(), "it was written by a later version of Comity (schema " + version + ")");
    }
    for (int next = version + 1; next <= VERSION; next++) {
      sql.script("BEGIN IMMEDIATE;\n");
      sql.script(migration(next));
      sql.script("PRAGMA user_version = " + next + ";\n");
      sql.script("COMMIT;\n");
    }
  }

  private static String migration(int number) throws IOException {
    String name = String.format(Locale.ROOT, "%03d-messages.sql", number);
    try (InputStream in = Database.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Makes a change and returns when it is on disk. */
  @SuppressWarnings("unchecked")
  <T> T write(Change<T> change) {
    Task task = new Task(change, true, false);
    queue.add(task);
    return (T) joined(task.done);
  }

  /**
   * Makes a change that may wait to be grouped and is tried until it succeeds.
   *
   * @param urgent whether something waits for it
   */
  CompletableFuture<Object> apply(Change<?> change, boolean urgent) {
    Task task = new Task(change, urgent, true);
    queue.add(task);
    return task.done;
  }

  /** Returns when every change given so far is on disk. */
  void settle() {
    write((_, _) -> "");
  }

  <T> T read(Query<T> query) {
    return joined(CompletableFuture.supplyAsync(() -> ask(query), readers));
  }

  private <T> T ask(Query<T> query) {
    try {
      return query.run(reader.get());
    } catch (SQLException e) {
      throw Failure.of("Reading", file, e);
    }
  }

  private Sql openReader() {
    try {
      Sql sql = Sql.open(file, true);
      synchronized (readConnections) {
        readConnections.add(sql);
      }
      return sql;
    } catch (SQLException e) {
      throw Failure.of("Opening", file, e);
    }
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException machine) {
        throw machine;
      }
      throw e;
    }
  }

  private void loop() {
    List<Task> group = new ArrayList<>();
    try {
      while (gather(group)) {
        commit(group);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    failAll(group, new StoreException("Writing", file, "the store was closed", "", null));
    queue.drainTo(group);
    failAll(group, new StoreException("Writing", file, "the store was closed", "", null));
  }

  /** Waits for work; false when the store is being closed and nothing is left to write. */
  private boolean gather(List<Task> group) throws InterruptedException {
    boolean urgent = false;
    if (group.isEmpty()) {
      // The one that closes may have come in a group that had something to write.
      Task first = closing ? queue.poll() : queue.take();
      if (first == null) {
        return false;
      }
      group.add(first);
    } else {
      // A change that must not fail did: wait, and let others fail quickly instead of piling up.
      Task next = queue.poll(RETRY_MILLIS, TimeUnit.MILLISECONDS);
      if (next != null) {
        group.add(next);
      }
      urgent = true;
    }
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS);
    urgent |= group.getLast().urgent;
    while (group.size() < MAX_GROUP) {
      Task next =
          urgent ? queue.poll() : queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      group.add(next);
      urgent |= next.urgent;
    }
    closing |= group.remove(STOP);
    return !(closing && group.isEmpty());
  }

  private void commit(List<Task> group) {
    Set<String> topics = new HashSet<>();
    List<Task> ok = new ArrayList<>();
    try {
      writer.update("BEGIN IMMEDIATE");
      for (Task task : group) {
        if (task.mustSucceed || attempt(task, topics)) {
          if (task.mustSucceed) {
            task.result = task.change.run(writer, topics);
          }
          ok.add(task);
        }
      }
      writer.update("COMMIT");
    } catch (SQLException e) {
      failed(group, Failure.of("Writing", file, e));
      return;
    } catch (RuntimeException bug) {
      failed(group, new StoreException("Writing", file, bug.toString(), "Please report it", bug));
      return;
    }
    group.clear();
    committed.accept(topics);
    for (Task task : ok) {
      task.done.complete(task.result);
    }
  }

  /**
   * Undoes the group; what must not fail stays for the next try, or for the log at the next start.
   */
  private void failed(List<Task> group, StoreException failure) {
    rollback();
    trouble.accept(String.valueOf(failure.getMessage()));
    for (Task task : group) {
      if (!task.mustSucceed || closing) {
        task.done.completeExceptionally(failure);
      }
    }
    group.removeIf(task -> !task.mustSucceed || closing);
  }

  /** Runs one change so that its failure undoes nothing else. */
  private boolean attempt(Task task, Set<String> topics) throws SQLException {
    writer.update("SAVEPOINT one");
    try {
      task.result = task.change.run(writer, topics);
      writer.update("RELEASE one");
      return true;
    } catch (SQLException | RuntimeException e) {
      writer.update("ROLLBACK TO one");
      writer.update("RELEASE one");
      task.done.completeExceptionally(
          e instanceof SQLException sql ? Failure.of("Writing", file, sql) : e);
      return false;
    }
  }

  private void rollback() {
    try {
      writer.update("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // SQLite ends the transaction itself when the disk is full.
    }
  }

  private static void failAll(List<Task> tasks, StoreException failure) {
    for (Task task : tasks) {
      task.done.completeExceptionally(failure);
    }
    tasks.clear();
  }

  /** Writes what was given, then closes the file. */
  @Override
  public void close() {
    queue.add(STOP);
    try {
      thread.join();
      readers.shutdown();
      readers.awaitTermination(10, TimeUnit.SECONDS);
      synchronized (readConnections) {
        for (Sql sql : readConnections) {
          sql.close();
        }
      }
      writer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw Failure.of("Closing", file, e);
    }
  }
}
