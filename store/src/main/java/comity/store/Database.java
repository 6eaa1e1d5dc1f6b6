package comity.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The SQLite file: one thread writes, a few read.
 *
 * <p>Changes that wait at the same time share one transaction and so one flush. A change that fails
 * is undone by itself; one that must not fail, because the {@link Journal} has it already, is tried
 * again until the disk takes it.
 */
final class Database implements AutoCloseable {
  /** Reads are short; more threads would only wait for the two processors of a small machine. */
  private static final int READERS = 2;

  /** Changes in one transaction: bounds the time until the first of them is answered. */
  private static final int MAX_GROUP = 512;

  /**
   * How long changes that nobody waits for are gathered: a page that many of them touch is then
   * written once.
   */
  private static final long LINGER_MILLIS = 25;

  /** The same while so many come that these pages are many. */
  private static final long BUSY_LINGER_MILLIS = 100;

  /** Changes that were gathered in the shorter time, and make it busy. */
  private static final int BUSY_GROUP = 8;

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
  private boolean busy;
  private volatile boolean inTrouble;
  private volatile boolean ended;

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
    boolean ran;

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
   */
  static Database open(Path file, Consumer<Set<String>> committed, Consumer<String> trouble)
      throws SQLException, IOException {
    Sql sql = Sql.open(file, false);
    try {
      sql.script(
          """
          PRAGMA page_size = 8192;
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = FULL;
          PRAGMA wal_autocheckpoint = 1000;
          PRAGMA cache_size = -16000;
          """);
      Schema.migrate(sql);
    } catch (SQLException | IOException e) {
      sql.close();
      throw e;
    }
    Database database = new Database(file, sql, committed, trouble);
    database.thread.start();
    return database;
  }

  /** Makes a change and returns when it is on disk. */
  @SuppressWarnings("unchecked")
  <T> T write(Change<T> change) {
    Task task = new Task(change, true, false);
    put(task);
    return (T) joined(task.done);
  }

  /**
   * Makes a change that may wait to be grouped and is tried until it succeeds.
   *
   * @param urgent whether something waits for it
   */
  CompletableFuture<Object> apply(Change<?> change, boolean urgent) {
    Task task = new Task(change, urgent, true);
    put(task);
    return task.done;
  }

  private void put(Task task) {
    queue.add(task);
    if (ended) {
      failRest(); // The writing thread may not have seen it.
    }
  }

  /** Whether the last try to write failed. */
  boolean isInTrouble() {
    return inTrouble;
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
    } finally {
      ended = true;
      queue.addAll(group);
      failRest();
    }
  }

  /** Waits for work; false when the store is being closed and nothing is left to write. */
  private boolean gather(List<Task> group) throws InterruptedException {
    boolean urgent = closing;
    if (!group.isEmpty()) {
      // A change that must not fail did: wait, and let others fail quickly instead of piling up.
      Task next = queue.poll(RETRY_MILLIS, TimeUnit.MILLISECONDS);
      if (next != null) {
        group.add(next);
      }
      urgent = true;
    } else if (closing) {
      queue.drainTo(group, 1);
    } else {
      group.add(queue.take());
      urgent = group.getFirst().urgent;
    }
    long linger = busy ? BUSY_LINGER_MILLIS : LINGER_MILLIS;
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(linger);
    while (group.size() < MAX_GROUP) {
      Task next =
          urgent ? queue.poll() : queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      group.add(next);
      urgent |= next.urgent;
    }
    busy = group.size() >= BUSY_GROUP;
    closing |= group.remove(STOP);
    return !(closing && group.isEmpty());
  }

  /** Leaves in {@code group} what is to be tried again. */
  private void commit(List<Task> group) {
    Set<String> topics = new HashSet<>();
    @Nullable StoreException held = null;
    try {
      if (!together(group, topics)) {
        held = apart(group, topics);
      }
      writer.update("COMMIT");
    } catch (SQLException e) {
      rollback();
      group.forEach(task -> task.ran = false);
      StoreException failure = Failure.of("Writing", file, e);
      tell(failure);
      keep(group, failure);
      return;
    }
    tell(held);
    committed.accept(topics);
    for (Task task : group) {
      if (task.ran) {
        task.done.complete(task.result);
      }
    }
    group.removeIf(task -> task.ran);
    keep(group, held);
  }

  /** Runs all changes; false, with all undone, where one fails. */
  private boolean together(List<Task> group, Set<String> topics) throws SQLException {
    writer.update("BEGIN IMMEDIATE");
    try {
      for (Task task : group) {
        task.result = task.change.run(writer, topics);
      }
    } catch (SQLException | RuntimeException oneOfThem) {
      rollback();
      return false;
    }
    group.forEach(task -> task.ran = true);
    return true;
  }

  /**
   * Runs each change so that its failure undoes nothing else. Savepoints cost a copy of each page,
   * so this is done only where running all together failed.
   *
   * @return why a change failed that must not, or null; those of its kind after it were not tried
   */
  private @Nullable StoreException apart(List<Task> group, Set<String> topics) throws SQLException {
    @Nullable StoreException held = null;
    writer.update("BEGIN IMMEDIATE");
    for (Task task : group) {
      if (held == null || !task.mustSucceed) {
        StoreException failure = attempt(task, topics);
        held = task.mustSucceed && failure != null ? failure : held;
      }
    }
    return held;
  }

  /**
   * What must not fail stays, in its order, for the next try, or for the log at the next start; the
   * rest is told.
   */
  private void keep(List<Task> group, @Nullable StoreException failure) {
    if (failure != null) {
      for (Task task : group) {
        if (!task.mustSucceed || closing) {
          task.done.completeExceptionally(failure);
        }
      }
    }
    group.removeIf(task -> !task.mustSucceed || closing);
  }

  private void tell(@Nullable StoreException failure) {
    boolean before = inTrouble;
    inTrouble = failure != null;
    if (failure != null && !before) {
      trouble.accept(String.valueOf(failure.getMessage()));
    }
  }

  /** Runs one change so that its failure undoes nothing else; the failure, or null. */
  private @Nullable StoreException attempt(Task task, Set<String> topics) throws SQLException {
    writer.update("SAVEPOINT one");
    try {
      task.result = task.change.run(writer, topics);
      writer.update("RELEASE one");
      task.ran = true;
      return null;
    } catch (SQLException | RuntimeException e) {
      try {
        writer.update("ROLLBACK TO one");
        writer.update("RELEASE one");
      } catch (SQLException gone) {
        // A full disk ends the whole transaction: what counts is why.
        throw e instanceof SQLException why ? why : gone;
      }
      StoreException failure =
          e instanceof SQLException sql
              ? Failure.of("Writing", file, sql)
              : new StoreException("Writing", file, e.toString(), "Please report it", e);
      if (!task.mustSucceed) {
        task.done.completeExceptionally(failure);
      }
      return failure;
    }
  }

  private void rollback() {
    try {
      writer.update("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // SQLite ends the transaction itself when the disk is full.
    }
  }

  private void failRest() {
    StoreException closed = new StoreException("Writing", file, "the store was closed", "", null);
    for (Task task = queue.poll(); task != null; task = queue.poll()) {
      task.done.completeExceptionally(closed);
    }
  }

  /** Writes what was given, then closes the file. */
  @Override
  public void close() {
    queue.add(STOP);
    Waiting.forEnd(thread);
    try {
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
