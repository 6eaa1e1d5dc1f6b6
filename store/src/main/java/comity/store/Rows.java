package comity.store;

import comity.messages.AgentUri;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.Envelope;
import comity.messages.StoredMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How conversations and messages stand in their tables. */
final class Rows {
  static final String CONVERSATION =
      "SELECT cid, peer, remote_id, opener, agent, keyed, state, created_at, last_at, id"
          + " FROM conversation ";

  /** A conversation and the number of its row. */
  record ConversationRow(long row, Conversation conversation) {}

  /** Where a message was put. */
  record Place(long message, long conversation, long sequence) {}

  private Rows() {}

  static Conversation conversation(ResultSet row) throws SQLException {
    return new Conversation(
        row.getString(1),
        Optional.ofNullable(row.getString(2)),
        Optional.ofNullable(row.getString(3)),
        AgentUri.of(row.getString(4)),
        AgentUri.of(row.getString(5)),
        row.getInt(6) != 0,
        Conversation.State.valueOf(row.getString(7)),
        row.getLong(8),
        row.getLong(9));
  }

  static ConversationRow conversationRow(ResultSet row) throws SQLException {
    return new ConversationRow(row.getLong(10), conversation(row));
  }

  /** Columns of {@link #message}: seq, body, state, the four times, reason. */
  static final String MESSAGE_COLUMNS =
      "seq, body, message.state, accepted_at, delivered_at, read_at, ended_at, message.reason";

  static StoredMessage message(ResultSet row) throws SQLException {
    Delivery.State state = Delivery.State.valueOf(row.getString(3));
    long at =
        switch (state) {
          case ACCEPTED -> row.getLong(4);
          case DELIVERED -> row.getLong(5);
          case READ -> row.getLong(6);
          case ANSWERED, FAILED -> row.getLong(7);
        };
    return new StoredMessage(
        row.getLong(1),
        Envelope.stored(row.getBytes(2)),
        new Delivery(state, at, Optional.ofNullable(row.getString(8))));
  }

  static void insert(Sql sql, Conversation c) throws SQLException {
    sql.update(
        "INSERT INTO conversation"
            + " (cid, peer, remote_id, opener, agent, keyed, state, created_at, last_at, last_seq)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (cid) DO NOTHING",
        c.id(),
        c.peer(),
        c.remoteId(),
        c.opener(),
        c.agent(),
        c.keyed(),
        c.state().name(),
        c.createdAt(),
        c.lastMessageAt());
  }

  /** Adds a message at the end of its conversation; empty where it is there already. */
  static Optional<Place> insert(
      Sql sql, String cid, String sender, String messageId, byte[] digest, byte[] body, long at)
      throws SQLException {
    record Last(long row, long sequence) {}

    Last last =
        sql.one(
                "SELECT id, last_seq FROM conversation WHERE cid = ?",
                row -> new Last(row.getLong(1), row.getLong(2)),
                cid)
            .orElseThrow(() -> new SQLException("no conversation " + cid));
    long sequence = last.sequence() + 1;
    Optional<Long> message =
        sql.one(
            "INSERT INTO message (conversation, seq, sender, message_id, digest, body, state,"
                + " accepted_at) VALUES (?, ?, ?, ?, ?, ?, 'ACCEPTED', ?)"
                + " ON CONFLICT (message_id, sender) DO NOTHING RETURNING id",
            row -> row.getLong(1),
            last.row(),
            sequence,
            sender,
            messageId,
            digest,
            body,
            at);
    if (message.isEmpty()) {
      return Optional.empty();
    }
    sql.update(
        "UPDATE conversation SET last_seq = ?, last_at = max(last_at, ?) WHERE id = ?",
        sequence,
        at,
        last.row());
    return Optional.of(new Place(message.get(), last.row(), sequence));
  }

  /** Moves a message on; a state that it has passed is left. */
  static void deliver(Sql sql, long message, Delivery delivery) throws SQLException {
    String column =
        switch (delivery.state()) {
          case ACCEPTED -> "accepted_at";
          case DELIVERED -> "delivered_at";
          case READ -> "read_at";
          case ANSWERED, FAILED -> "ended_at";
        };
    String earlier =
        switch (delivery.state()) {
          case ACCEPTED -> "''";
          case DELIVERED -> "'ACCEPTED'";
          case READ -> "'ACCEPTED', 'DELIVERED'";
          case ANSWERED, FAILED -> "'ACCEPTED', 'DELIVERED', 'READ'";
        };
    sql.update(
        String.format(
            Locale.ROOT,
            "UPDATE message SET state = ?, reason = ?, %s = ? WHERE id = ? AND state IN (%s)",
            column,
            earlier),
        delivery.state().name(),
        delivery.reason(),
        delivery.at(),
        message);
  }

  static void apply(Sql sql, Acceptance a, Set<String> topics) throws SQLException {
    String cid = a.conversation().id();
    if (a.isNew()) {
      insert(sql, a.conversation());
    }
    if (a.bindsRemote()) {
      sql.update(
          "UPDATE conversation SET peer = ?, remote_id = ? WHERE cid = ? AND remote_id IS NULL",
          a.conversation().peer(),
          a.conversation().remoteId(),
          cid);
    }
    Optional<Place> place =
        insert(sql, cid, a.sender(), a.messageId(), a.digest(), a.body(), a.at());
    topics.add(Topics.conversation(cid));
    if (place.isPresent() && a.answers().isPresent()) {
      sql.update(
          "UPDATE message SET state = 'ANSWERED', ended_at = ? WHERE message_id = ? AND sender = ?"
              + " AND conversation = ? AND state IN ('ACCEPTED', 'DELIVERED', 'READ')",
          a.at(),
          a.answers().get().messageId(),
          a.answers().get().sender(),
          place.get().conversation());
    }
    if (place.isPresent() && a.runner().isPresent()) {
      queue(sql, place.get(), a.runner().get(), topics);
    }
  }

  static void queue(Sql sql, Place place, String agent, Set<String> topics) throws SQLException {
    sql.update(
        "INSERT INTO run (message, conversation, agent, state) VALUES (?, ?, ?, 'queued')",
        place.message(),
        place.conversation(),
        agent);
    topics.add(Topics.RUNS);
  }
}
