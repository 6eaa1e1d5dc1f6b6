package comity.store;

import comity.json.Json;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.Envelope;
import comity.messages.StoredMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Conversations and their messages, in order. */
public final class Conversations {
  /** Messages in one page. */
  public static final int MAX_PAGE = 1000;

  /** Of the messages in one page, which is in memory as a whole. */
  public static final long MAX_PAGE_BYTES = 8L << 20;

  private final Database database;
  private final Acceptor acceptor;
  private final Signals signals;

  Conversations(Database database, Acceptor acceptor, Signals signals) {
    this.database = database;
    this.acceptor = acceptor;
    this.signals = signals;
  }

  /**
   * Adds a message that came in. At return it is on disk, or was there before, or was refused.
   *
   * @throws StoreException where the disk does not take it: then it was not accepted
   */
  public Appending append(Incoming incoming) {
    return acceptor.append(incoming);
  }

  /**
   * Adds a message of our own that goes to another hub.
   *
   * @param conversation as it is, or is to be where it is not there yet
   * @return also where the sender used its id before: then nothing was changed (MSG-3)
   */
  public Appending send(
      Conversation conversation, Envelope envelope, Destination destination, long at) {
    return database.write((sql, topics) -> {
      String sender = envelope.from().toString();
      Optional<Known.Prior> prior = Known.prior(sql, sender, envelope.messageId());
      if (prior.isPresent()) {
        return Admitting.again(envelope, envelope.digest(), prior.get());
      }
      Rows.insert(sql, conversation);
      boolean inserted =
          Rows.insert(
              sql,
              conversation.id(),
              sender,
              envelope.messageId(),
              envelope.digest(),
              Json.write(envelope.json()),
              at);
      if (inserted) {
        Outbox.route(sql, destination, at, topics);
      }
      topics.add(Topics.conversation(conversation.id()));
      return new Appending.Accepted(conversation.id());
    });
  }

  /** The conversation of this id of ours. */
  public Optional<Conversation> find(String id) {
    database.settle();
    return database.read(
        sql -> sql.one(Rows.CONVERSATION + "WHERE cid = ?", Rows::conversation, id));
  }

  /** The conversation that {@code peer} knows under this id. */
  public Optional<Conversation> findRemote(String peer, String remoteId) {
    database.settle();
    return database.read(sql ->
        sql.one(
            Rows.CONVERSATION + "WHERE peer = ? AND remote_id = ?",
            Rows::conversation,
            peer,
            remoteId));
  }

  /** The conversations that any hub knows under this id: ours, or theirs. */
  public List<Conversation> findAny(String id) {
    database.settle();
    return database.read(sql ->
        sql.list(Rows.CONVERSATION + "WHERE cid = ? OR remote_id = ?", Rows::conversation, id, id));
  }

  /** The latest conversations, the last used first. */
  public List<Conversation> latest(int limit) {
    database.settle();
    return database.read(sql ->
        sql.list(
            Rows.CONVERSATION + "ORDER BY last_at DESC, id DESC LIMIT ?",
            Rows::conversation,
            limit));
  }

  /**
   * Messages after this sequence, oldest first: as many as fit into {@link #MAX_PAGE_BYTES}, and at
   * least one.
   */
  public List<StoredMessage> messages(String id, long after, int limit) {
    return database.read(sql ->
        sql.list(
            "SELECT "
                + Rows.MESSAGE_COLUMNS
                + " FROM message WHERE conversation ="
                + " (SELECT id FROM conversation WHERE cid = ?) AND seq > ? ORDER BY seq LIMIT ?",
            row -> row.getLong(9),
            MAX_PAGE_BYTES,
            Rows::message,
            id,
            after,
            Math.min(limit, MAX_PAGE)));
  }

  /** The place of a message in its conversation, or 0 where it is not there. */
  public long sequence(String sender, String messageId) {
    database.settle();
    return database
        .read(sql ->
            sql.one(
                "SELECT seq FROM message WHERE message_id = ? AND sender = ?",
                row -> row.getLong(1),
                messageId,
                sender))
        .orElse(0L);
  }

  /** Where there is no message after this sequence yet, waits for one. */
  public void await(String id, long after, Duration longest) throws InterruptedException {
    await(id, longest, () -> isThere(id, after));
  }

  private boolean isThere(String id, long after) {
    return database
        .read(sql ->
            sql.one(
                "SELECT 1 FROM message WHERE conversation ="
                    + " (SELECT id FROM conversation WHERE cid = ?) AND seq > ? LIMIT 1",
                row -> row.getInt(1),
                id,
                after))
        .isPresent();
  }

  /**
   * The next message after {@code after}, waited for as long as the message at {@code sent} may
   * still be answered; empty where there is none by then.
   */
  public Optional<StoredMessage> awaitAnswer(String id, long sent, long after, Duration longest)
      throws InterruptedException {
    // Asked first: a reply that came with the end is then among the messages.
    await(id, longest, () -> isFailed(id, sent) || isThere(id, after));
    return messages(id, after, 1).stream().findFirst();
  }

  private boolean isFailed(String id, long sent) {
    return database
        .read(sql ->
            sql.one(
                "SELECT 1 FROM message WHERE conversation ="
                    + " (SELECT id FROM conversation WHERE cid = ?) AND seq = ?"
                    + " AND state = 'FAILED'",
                row -> row.getInt(1),
                id,
                sent))
        .isPresent();
  }

  private void await(String id, Duration longest, BooleanSupplier isSo)
      throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    while (true) {
      try (Signals.Waiting signal = signals.next(Topics.conversation(id))) {
        boolean over = isSo.getAsBoolean();
        Duration left = Duration.ofNanos(until - System.nanoTime());
        if (over || left.isNegative() || signals.hasEnded() || !signal.await(left)) {
          return;
        }
      }
    }
  }

  /** Messages that were fetched by their receiver are read; written down soon, not at return. */
  public void read(String id, String receiver, long after, long upTo, long at) {
    var _ =
        database.apply(
            (sql, topics) -> {
              read(sql, id, receiver, after, upTo, at);
              topics.add(Topics.conversation(id));
              return "";
            },
            false);
  }

  private static void read(Sql sql, String id, String receiver, long after, long upTo, long at)
      throws SQLException {
    List<Long> fetched =
        sql.list(
            "SELECT m.id FROM message m JOIN conversation c ON c.id = m.conversation"
                + " WHERE c.cid = ? AND m.seq > ? AND m.seq <= ? AND m.sender NOT IN (?, ?)"
                + " AND m.state IN ('ACCEPTED', 'DELIVERED')"
                + " AND NOT EXISTS (SELECT 1 FROM run r WHERE r.message = m.id)"
                + " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.id)",
            row -> row.getLong(1),
            id,
            after,
            upTo,
            receiver,
            Known.UNPROVEN + receiver);
    for (long message : fetched) {
      Rows.deliver(sql, message, new Delivery(Delivery.State.DELIVERED, at, Optional.empty()));
      Rows.deliver(sql, message, new Delivery(Delivery.State.READ, at, Optional.empty()));
    }
  }

  /**
   * Takes no more messages into this conversation; what is queued in it is not run, and what is not
   * yet with another hub is not sent.
   *
   * @return false where there is no such conversation
   */
  public boolean stop(String id, long at) {
    acceptor.halt(id, true);
    boolean stopped = false;
    try {
      stopped = database.write((sql, topics) -> stop(sql, id, at, topics));
    } finally {
      if (!stopped) {
        acceptor.halt(id, false);
      }
    }
    return stopped;
  }

  private static boolean stop(Sql sql, String id, long at, Set<String> topics) throws SQLException {
    Optional<Long> conversation =
        sql.one(
            "UPDATE conversation SET state = 'STOPPED' WHERE cid = ? RETURNING id",
            row -> row.getLong(1),
            id);
    if (conversation.isEmpty()) {
      return false;
    }
    List<Long> ended =
        sql.list(
            "SELECT message FROM run WHERE state = 'queued' AND conversation = ?"
                + " UNION ALL SELECT message FROM outbox WHERE conversation = ?",
            row -> row.getLong(1),
            conversation.get(),
            conversation.get());
    sql.update(
        "UPDATE run SET state = 'failed' WHERE state = 'queued' AND conversation = ?",
        conversation.get());
    sql.update("DELETE FROM outbox WHERE conversation = ?", conversation.get());
    for (long message : ended) {
      Rows.deliver(
          sql,
          message,
          new Delivery(Delivery.State.FAILED, at, Optional.of("the conversation was stopped")));
    }
    topics.add(Topics.conversation(id));
    topics.add(Topics.OUTBOX);
    topics.add(Topics.RUNS); // What came after them in the conversation may start.
    return true;
  }
}
