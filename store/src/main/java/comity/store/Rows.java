package comity.store;

import comity.messages.AgentUri;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.Envelope;
import comity.messages.StoredMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** How conversations and messages stand in their tables. */
final class Rows {
  static final String CONVERSATION =
      "SELECT cid, peer, remote_id, opener, agent, keyed, state, created_at, last_at, id"
          + " FROM conversation ";

  /** A conversation and the number of its row. */
  record ConversationRow(long row, Conversation conversation) {}

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

  /** Columns of {@link #message}: seq, body, state, the four times, reason, the body's bytes. */
  static final String MESSAGE_COLUMNS =
      "seq, body, message.state, accepted_at, delivered_at, read_at, ended_at, message.reason,"
          + " length(body)";

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

  /** Adds a conversation; false where it is there already. */
  static boolean insert(Sql sql, Conversation c) throws SQLException {
    return insert(sql, c, 0);
  }

  private static boolean insert(Sql sql, Conversation c, long lastSequence) throws SQLException {
    return sql.update(
            "INSERT INTO conversation"
                + " (cid, peer, remote_id, opener, agent, keyed, state, created_at, last_at,"
                + " last_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            c.id(),
            c.peer(),
            c.remoteId(),
            c.opener(),
            c.agent(),
            c.keyed(),
            c.state().name(),
            c.createdAt(),
            c.lastMessageAt(),
            lastSequence)
        == 1;
  }

  /**
   * Adds a message at the end of its conversation, which must be there; false where the message is
   * there already. After true, {@code last_insert_rowid()} is the message's row.
   */
  static boolean insert(
      Sql sql, String cid, String sender, String messageId, byte[] digest, byte[] body, long at)
      throws SQLException {
    int inserted =
        sql.update(
            "INSERT INTO message (conversation, seq, sender, message_id, digest, body, state,"
                + " accepted_at) SELECT id, last_seq + 1, ?, ?, ?, ?, 'ACCEPTED', ?"
                + " FROM conversation WHERE cid = ? ON CONFLICT (message_id, sender) DO NOTHING",
            sender,
            messageId,
            digest,
            body,
            at,
            cid);
    if (inserted == 0) {
      return false;
    }
    sql.update(
        "UPDATE conversation SET last_seq = last_seq + 1, last_at = max(last_at, ?) WHERE cid = ?",
        at,
        cid);
    return true;
  }

  private static final String DELIVERED =
      "UPDATE message SET state = ?, reason = ?, delivered_at = ? WHERE id = ?"
          + " AND state = 'ACCEPTED'";
  private static final String READ =
      "UPDATE message SET state = ?, reason = ?, read_at = ? WHERE id = ?"
          + " AND state IN ('ACCEPTED', 'DELIVERED')";
  private static final String ENDED =
      "UPDATE message SET state = ?, reason = ?, ended_at = ? WHERE id = ?"
          + " AND state IN ('ACCEPTED', 'DELIVERED', 'READ')";

  /** Moves a message on; a state that it has passed is left. */
  static void deliver(Sql sql, long message, Delivery delivery) throws SQLException {
    String update =
        switch (delivery.state()) {
          case ACCEPTED -> throw new IllegalArgumentException("every message begins so");
          case DELIVERED -> DELIVERED;
          case READ -> READ;
          case ANSWERED, FAILED -> ENDED;
        };
    sql.update(update, delivery.state().name(), delivery.reason(), delivery.at(), message);
  }

  static void apply(Sql sql, Acceptance a, Set<String> topics) throws SQLException {
    Conversation conversation = a.conversation();
    topics.add(Topics.conversation(conversation.id()));
    if (a.bindsRemote()) {
      // Another conversation may have got that id meanwhile: then this one stays without.
      sql.update(
          "UPDATE OR IGNORE conversation SET peer = ?, remote_id = ?"
              + " WHERE cid = ? AND remote_id IS NULL",
          conversation.peer(),
          conversation.remoteId(),
          conversation.id());
    }
    boolean inserted = a.isNew() ? open(sql, a) : insert(sql, a);
    if (!inserted && insert(sql, conversation)) {
      inserted = insert(sql, a); // All before it was dropped after the message was accepted.
    }
    if (inserted && a.runner().isPresent()) {
      queue(sql, a.runner().get(), topics);
    }
    if (inserted && a.answers().isPresent()) {
      sql.update(
          "UPDATE message SET state = 'ANSWERED', ended_at = ? WHERE message_id = ?"
              + " AND sender IN (?, ?)"
              + " AND conversation = (SELECT id FROM conversation WHERE cid = ?)"
              + " AND state IN ('ACCEPTED', 'DELIVERED', 'READ')",
          a.at(),
          a.answers().get().messageId(),
          a.answers().get().sender(),
          Known.UNPROVEN + a.answers().get().sender(),
          conversation.id());
    }
  }

  /** Adds a message together with the conversation that it opens; false where either is there. */
  private static boolean open(Sql sql, Acceptance a) throws SQLException {
    Conversation c = a.conversation();
    if (!insert(sql, c, 1)) {
      return insert(sql, a);
    }
    int inserted =
        sql.update(
            "INSERT INTO message (conversation, seq, sender, message_id, digest, body, state,"
                + " accepted_at) VALUES (last_insert_rowid(), 1, ?, ?, ?, ?, 'ACCEPTED', ?)"
                + " ON CONFLICT (message_id, sender) DO NOTHING",
            a.sender(),
            a.messageId(),
            a.digest(),
            a.body(),
            a.at());
    if (inserted == 0) {
      sql.update("UPDATE conversation SET last_seq = 0 WHERE cid = ?", c.id());
    }
    return inserted == 1;
  }

  private static boolean insert(Sql sql, Acceptance a) throws SQLException {
    return insert(
        sql, a.conversation().id(), a.sender(), a.messageId(), a.digest(), a.body(), a.at());
  }

  /** Queues a run of the message that was inserted just before. */
  static void queue(Sql sql, String agent, Set<String> topics) throws SQLException {
    sql.update(
        "INSERT INTO run (message, conversation, agent, state)"
            + " SELECT id, conversation, ?, 'queued' FROM message WHERE id = last_insert_rowid()",
        agent);
    topics.add(Topics.RUNS);
  }
}
