package comity.store;

import comity.json.Json;
import comity.messages.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Accepts messages: decides each in the order in which they came, puts a batch of them on disk with
 * one flush, then answers. One thread owns the log and what is {@link Known}.
 */
final class Acceptor implements AutoCloseable {
  private static final int MAX_BATCH = 256;

  /** A batch is written in one piece, from one buffer. */
  private static final long MAX_BATCH_BYTES = 4L << 20;

  /**
   * Of messages in the log alone: they are held in memory, and at the next start brought in first.
   */
  private static final long MAX_WAITING_BYTES = 48L << 20;

  /** What a message that waits takes beside its bytes. */
  private static final long BYTES_BESIDE = 1_000;

  /** Messages in one batch that show that many come at once. */
  private static final int MANY = 12;

  /**
   * How long more are waited for then: a flush takes as much of the processor as ten messages, and
   * meanwhile those who bring them get on.
   */
  private static final long GATHER_NANOS = 300_000;

  /** How soon it is noticed that the log's folder was removed. */
  private static final long CHECK_NANOS = 1_000_000_000;

  /** How soon it is noticed that the database takes nothing. */
  private static final long LOOK_MILLIS = 100;

  /** What the thread is asked to do. */
  private sealed interface Task {
    /** Digest and body are made by the thread that asks, beside the others. */
    record Add(
        Known.Identity identity,
        Incoming incoming,
        byte[] digest,
        byte[] body,
        CompletableFuture<Appending> done)
        implements Task {}

    record Halt(String conversation, boolean stopped, CompletableFuture<Boolean> done)
        implements Task {}

    record End() implements Task {}

    /** Not done: the store was closed, or the machine failed. */
    default void fail(StoreException failure) {
      switch (this) {
        case Add add -> add.done().completeExceptionally(failure);
        case Halt halt -> halt.done().completeExceptionally(failure);
        case End _ -> {}
      }
    }
  }

  private record Decided(Task.Add task, Appending answer) {}

  private final Path folder;
  private final Journal journal;
  private final Database database;
  private final Sql sql;
  private final Known known;
  private final Admitting admitting;
  private final LinkedBlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final Object room = new Object();
  private final Thread thread;
  private long applied;
  private long waitingBytes;
  private long checked = System.nanoTime();
  private volatile boolean ended;

  Acceptor(Path folder, Journal journal, Database database, Sql sql) {
    this.folder = folder;
    this.journal = journal;
    this.database = database;
    this.sql = sql;
    this.known = new Known(sql);
    this.admitting = new Admitting(known);
    this.applied = journal.last();
    this.thread = Thread.ofPlatform().daemon().name("store-accept").unstarted(this::loop);
  }

  void start() {
    thread.start();
  }

  /**
   * Adds a message; returns when it is on disk.
   *
   * @throws StoreException where the disk does not take it: then it was not accepted
   */
  Appending append(Incoming incoming) {
    Envelope envelope = incoming.envelope();
    var task =
        new Task.Add(
            Known.Identity.of(incoming),
            incoming,
            envelope.digest(),
            Json.write(envelope.json()),
            new CompletableFuture<>());
    return ask(task, task.done());
  }

  /**
   * Takes no more messages into a conversation, or takes them again. At return, what was accepted
   * before is on its way into the database.
   */
  void halt(String conversation, boolean stopped) {
    var task = new Task.Halt(conversation, stopped, new CompletableFuture<>());
    ask(task, task.done());
  }

  private <T> T ask(Task task, CompletableFuture<T> done) {
    queue.add(task);
    if (ended) {
      failAll(); // The thread may not have seen it.
    }
    try {
      return done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException machine) {
        throw machine;
      }
      throw e;
    }
  }

  private void failAll() {
    StoreException closed =
        new StoreException("Accepting into", folder, "the store was closed", "", null);
    for (Task task = queue.poll(); task != null; task = queue.poll()) {
      task.fail(closed);
    }
  }

  private void loop() {
    try {
      List<Task> tasks = new ArrayList<>();
      boolean many = false;
      boolean stopped = false;
      while (!stopped) {
        tasks.clear();
        try {
          tasks.add(queue.take());
        } catch (InterruptedException notHere) {
          continue; // Only close ends this thread: an interrupt would close the log's file.
        }
        if (many) {
          LockSupport.parkNanos(this, GATHER_NANOS);
        }
        queue.drainTo(tasks, MAX_BATCH - 1);
        many = tasks.size() >= MANY;
        stopped = work(tasks);
      }
    } finally {
      ended = true;
      failAll();
    }
  }

  /** Does what is asked, in order; whether that was to end. */
  private boolean work(List<Task> tasks) {
    List<Task.Add> batch = new ArrayList<>();
    long bytes = 0;
    boolean stopped = false;
    for (Task task : tasks) {
      switch (task) {
        case Task.Add add -> {
          batch.add(add);
          bytes += add.body().length;
        }
        case Task.Halt(String conversation, boolean halted, var done) -> {
          accept(batch);
          bytes = 0;
          known.stop(conversation, halted);
          done.complete(true);
        }
        case Task.End _ -> stopped = true;
      }
      if (bytes >= MAX_BATCH_BYTES) {
        accept(batch);
        bytes = 0;
      }
    }
    accept(batch);
    return stopped;
  }

  /** Decides on a batch, writes it, answers, and empties the list. */
  private void accept(List<Task.Add> batch) {
    if (batch.isEmpty()) {
      return;
    }
    List<Acceptance> accepted = new ArrayList<>(batch.size());
    List<Decided> decided = new ArrayList<>(batch.size());
    long first = journal.last() + 1;
    try {
      long inDatabase = applied();
      known.forget(inDatabase);
      journal.release(inDatabase);
      known.look(batch.stream().map(Task.Add::identity).toList());
      for (Task.Add task : batch) {
        decide(task, first, accepted, decided);
      }
      if (!accepted.isEmpty()) {
        write(first, accepted);
      }
      for (Decided one : decided) {
        one.task().done().complete(one.answer());
      }
    } catch (IOException e) {
      fail(batch, first, Failure.of("Writing", folder, e));
    } catch (SQLException e) {
      fail(batch, first, Failure.of("Reading", sql.file(), e));
    } catch (StoreException e) {
      fail(batch, first, e);
    } catch (RuntimeException bug) {
      fail(batch, first, bug(bug));
    }
    batch.clear();
  }

  private void decide(Task.Add task, long first, List<Acceptance> accepted, List<Decided> decided)
      throws SQLException {
    try {
      Admitting.Decision decision =
          admitting.decide(task.incoming(), task.identity(), task.digest(), task.body());
      if (decision.toWrite().isPresent()) {
        known.add(first + accepted.size(), decision.toWrite().get());
        accepted.add(decision.toWrite().get());
      }
      decided.add(new Decided(task, decision.answer()));
    } catch (RuntimeException bug) {
      task.fail(bug(bug)); // The others have no part in it.
    }
  }

  private StoreException bug(RuntimeException bug) {
    return new StoreException("Accepting into", folder, bug.toString(), "Please report it", bug);
  }

  private void fail(List<Task.Add> batch, long first, StoreException failure) {
    known.undo(first);
    for (Task.Add task : batch) {
      task.fail(failure);
    }
  }

  private void write(long first, List<Acceptance> accepted) throws IOException {
    checkFolder();
    List<byte[]> payloads = new ArrayList<>(accepted.size());
    for (Acceptance a : accepted) {
      payloads.add(a.encode());
    }
    long bytes = Frame.sizeOf(payloads) + BYTES_BESIDE * payloads.size();
    awaitRoom(bytes);
    journal.append(payloads);
    bringIn(first + accepted.size() - 1, accepted, bytes);
  }

  /** What is written into a file that was removed is lost with this process. */
  private void checkFolder() {
    long now = System.nanoTime();
    if (now - checked < CHECK_NANOS) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new StoreException(
          "Accepting into", folder, "it was removed", "Stop the hub and restore its home", null);
    }
    checked = now;
  }

  /** A database that is slow is waited for; one that takes nothing is not. */
  private void awaitRoom(long bytes) {
    synchronized (room) {
      while (waitingBytes > 0 && waitingBytes + bytes > MAX_WAITING_BYTES) {
        if (database.isInTrouble()) {
          throw new StoreException(
              "Accepting into", folder, "the database takes nothing", "Check the disk", null);
        }
        try {
          room.wait(LOOK_MILLIS);
        } catch (InterruptedException notHere) {
          // As in the loop above.
        }
      }
    }
  }

  /** Hands durable messages on to the database. */
  private void bringIn(long last, List<Acceptance> accepted, long bytes) {
    synchronized (room) {
      waitingBytes += bytes;
    }
    boolean urgent = accepted.stream().anyMatch(a -> a.runner().isPresent());
    var _ =
        database
            .apply(
                (rows, topics) -> {
                  apply(rows, accepted, last, topics);
                  return "";
                },
                urgent)
            .thenRun(() -> onApplied(last, bytes));
  }

  static void apply(Sql rows, List<Acceptance> accepted, long last, Set<String> topics)
      throws SQLException {
    for (Acceptance a : accepted) {
      Rows.apply(rows, a, topics);
    }
    rows.update("UPDATE meta SET value = ? WHERE key = 'journal_applied'", last);
  }

  private void onApplied(long last, long bytes) {
    synchronized (room) {
      applied = last;
      waitingBytes -= bytes;
      room.notifyAll();
    }
  }

  private long applied() {
    synchronized (room) {
      return applied;
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    queue.add(new Task.End());
    Waiting.forEnd(thread);
    journal.close();
    sql.close();
  }
}
