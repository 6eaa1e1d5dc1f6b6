package comity.store;

import comity.json.Json;
import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Accepts messages: decides each in the order in which they came, puts a batch of them on disk with
 * one flush, then answers. One thread owns the log and what is {@link Known}.
 */
final class Acceptor implements AutoCloseable {
  private static final int MAX_BATCH = 256;

  /**
   * Of messages in the log alone: they are held in memory, and at the next start brought in first.
   */
  private static final long MAX_WAITING_BYTES = 48L << 20;

  private static final class Task {
    final @Nullable Incoming incoming;
    final CompletableFuture<Appending> done = new CompletableFuture<>();
    @Nullable Appending decided;

    Task(@Nullable Incoming incoming) {
      this.incoming = incoming;
    }
  }

  /** Ends the thread. */
  private static final Task STOP = new Task(null);

  private final Path folder;
  private final Journal journal;
  private final Database database;
  private final Sql sql;
  private final Known known;
  private final LinkedBlockingQueue<Task> queue = new LinkedBlockingQueue<>();
  private final AtomicLong applied = new AtomicLong();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;

  Acceptor(Path folder, Journal journal, Database database, Sql sql) {
    this.folder = folder;
    this.journal = journal;
    this.database = database;
    this.sql = sql;
    this.known = new Known(sql);
    this.applied.set(journal.last());
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
    if (closing) {
      throw new StoreException("Accepting into", folder, "the store was closed", "", null);
    }
    Task task = new Task(incoming);
    queue.add(task);
    try {
      return task.done.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreException machine) {
        throw machine;
      }
      throw e;
    }
  }

  private void loop() {
    List<Task> batch = new ArrayList<>();
    boolean stopped = false;
    while (!stopped) {
      batch.clear();
      try {
        batch.add(queue.take());
      } catch (InterruptedException notHere) {
        continue; // Only close ends this thread: an interrupt would close the log's file.
      }
      queue.drainTo(batch, MAX_BATCH - 1);
      stopped = batch.remove(STOP);
      if (!batch.isEmpty()) {
        accept(batch);
      }
    }
  }

  private void accept(List<Task> batch) {
    List<Acceptance> accepted = new ArrayList<>(batch.size());
    List<byte[]> payloads = new ArrayList<>(batch.size());
    long first = journal.last() + 1;
    try {
      known.forget(applied.get());
      journal.release(applied.get());
      for (Task task : batch) {
        if (task.incoming != null) {
          task.decided = decide(task.incoming, first + accepted.size(), accepted, payloads);
        }
      }
      if (waitingBytes.get() + Segment.sizeOf(payloads) > MAX_WAITING_BYTES) {
        throw new StoreException(
            "Accepting into", folder, "the database takes nothing", "Check the disk", null);
      }
      if (!payloads.isEmpty()) {
        journal.append(payloads);
        bringIn(first, accepted, payloads);
      }
      for (Task task : batch) {
        task.done.complete(task.decided);
      }
    } catch (IOException e) {
      fail(batch, first, Failure.of("Writing", folder, e));
    } catch (SQLException e) {
      fail(batch, first, Failure.of("Reading", sql.file(), e));
    } catch (StoreException e) {
      fail(batch, first, e);
    } catch (RuntimeException bug) {
      fail(
          batch,
          first,
          new StoreException("Accepting into", folder, bug.toString(), "Please report it", bug));
    }
  }

  private void fail(List<Task> batch, long first, StoreException failure) {
    known.undo(first);
    for (Task task : batch) {
      task.done.completeExceptionally(failure);
    }
  }

  /** Hands durable messages on to the database. */
  private void bringIn(long first, List<Acceptance> accepted, List<byte[]> payloads) {
    long bytes = Segment.sizeOf(payloads);
    waitingBytes.addAndGet(bytes);
    long last = first + accepted.size() - 1;
    boolean urgent = false;
    for (Acceptance a : accepted) {
      urgent |= a.runner().isPresent();
    }
    boolean waitedFor = urgent;
    var _ =
        database
            .apply(
                (rows, topics) -> {
                  apply(rows, accepted, last, topics);
                  return "";
                },
                waitedFor)
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
    applied.set(last);
    waitingBytes.addAndGet(-bytes);
  }

  private Appending decide(
      Incoming in, long number, List<Acceptance> accepted, List<byte[]> payloads)
      throws SQLException {
    Envelope envelope = in.envelope();
    String sender = envelope.from().toString();
    byte[] digest = envelope.digest();
    Optional<Known.Prior> prior = known.message(sender, envelope.messageId());
    if (prior.isPresent()) {
      return again(envelope, digest, prior.get());
    }
    Found found = find(in);
    Optional<Refusal> refusal =
        found == null
            ? Optional.of(Conversation.notFound(envelope.conversationId().orElse("")))
            : found.conversation().refusal(envelope, in.caller());
    if (found == null || refusal.isPresent()) {
      return new Appending.Refused(refusal.orElseThrow());
    }
    Acceptance acceptance =
        new Acceptance(
            found.conversation(),
            found.isNew(),
            found.bindsRemote(),
            sender,
            envelope.messageId(),
            digest,
            in.runner(),
            envelope.inReplyTo().map(id -> new Acceptance.Answered(envelope.to().toString(), id)),
            in.at(),
            Json.write(envelope.json()));
    accepted.add(acceptance);
    payloads.add(acceptance.encode());
    known.add(number, acceptance);
    return new Appending.Accepted(envelope.conversationId().orElse(found.conversation().id()));
  }

  static Appending again(Envelope envelope, byte[] digest, Known.Prior prior) {
    if (MessageDigest.isEqual(digest, prior.digest())) {
      return new Appending.Replayed(envelope.conversationId().orElse(prior.conversationId()));
    }
    return new Appending.Refused(
        Refusal.at(
            ErrorCode.MESSAGE_ID_CONFLICT,
            "/message_id",
            "The sender used this message_id before, with other content"));
  }

  private record Found(Conversation conversation, boolean isNew, boolean bindsRemote) {}

  private @Nullable Found find(Incoming in) throws SQLException {
    Envelope envelope = in.envelope();
    if (envelope.conversationId().isEmpty()) {
      Conversation fresh =
          new Conversation(
              in.freshConversation(),
              Optional.empty(),
              Optional.empty(),
              envelope.from(),
              envelope.to(),
              in.caller().isProven(),
              Conversation.State.OPEN,
              in.at(),
              in.at());
      return new Found(fresh, true, false);
    }
    String id = envelope.conversationId().get();
    String peer = envelope.from().authority();
    Optional<Conversation> theirs = known.remote(peer, id);
    if (theirs.isPresent()) {
      return new Found(theirs.get(), false, false);
    }
    Optional<Conversation> ours = known.conversation(id);
    if (ours.isPresent()) {
      return new Found(ours.get(), false, false);
    }
    return byReply(envelope, peer, id);
  }

  /** A peer's reply may be quicker than the answer that tells us its id of the conversation. */
  private @Nullable Found byReply(Envelope envelope, String peer, String id) throws SQLException {
    if (envelope.inReplyTo().isEmpty()) {
      return null;
    }
    Optional<Conversation> sent =
        known
            .sent(envelope.to().toString(), envelope.inReplyTo().get())
            .filter(c -> c.isBetween(envelope.from(), envelope.to()));
    if (sent.isEmpty()) {
      return null;
    }
    Conversation c = sent.get();
    Conversation bound =
        new Conversation(
            c.id(),
            Optional.of(peer),
            Optional.of(id),
            c.opener(),
            c.agent(),
            c.keyed(),
            c.state(),
            c.createdAt(),
            c.lastMessageAt());
    return new Found(bound, false, true);
  }

  @Override
  public void close() throws IOException, SQLException {
    closing = true;
    queue.add(STOP);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    journal.close();
    sql.close();
  }
}
