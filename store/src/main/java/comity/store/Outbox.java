package comity.store;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonString;
import comity.messages.AgentUri;
import comity.messages.Delivery;
import comity.messages.Envelope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Messages on their way to other hubs; each stays until that hub has it or it is a dead letter. */
public final class Outbox {
  private static final String ENTRY =
      "SELECT c.cid, c.peer, c.remote_id, c.opener, c.agent, c.keyed, c.state, c.created_at,"
          + " c.last_at, o.message, o.target, o.state, o.attempts, o.first_at, o.next_at,"
          + " coalesce(o.reason, ''), m.message_id, length(m.body) FROM outbox o JOIN message m ON m.id = o.message"
          + " JOIN conversation c ON c.id = o.conversation ";

  /**
   * One message of a conversation at a time, in order: the next waits, also behind a dead letter
   * where the other hub has no id of the conversation yet.
   */
  private static final String FIRST =
      "o.state = 'pending' AND NOT EXISTS (SELECT 1 FROM outbox b WHERE"
          + " b.conversation = o.conversation AND b.message < o.message AND (b.state = 'pending'"
          + " OR (b.state = 'dead' AND c.remote_id IS NULL AND c.opener <> o.target))) ";

  private final Database database;

  Outbox(Database database) {
    this.database = database;
  }

  /** Gives the message that was inserted just before its way. */
  static void route(Sql sql, Destination destination, long at, Set<String> topics)
      throws SQLException {
    switch (destination) {
      case Destination.Run(String agent) -> Rows.queue(sql, agent, topics);
      case Destination.Wait _ -> {}
      case Destination.Push(AgentUri target) -> {
        sql.update(
            "INSERT INTO outbox (message, conversation, target, state, first_at, next_at,"
                + " put_off_at) SELECT id, conversation, ?, 'pending', ?, ?, ? FROM message"
                + " WHERE id = last_insert_rowid()",
            target.toString(),
            at,
            at,
            at);
        topics.add(Topics.OUTBOX);
      }
    }
  }

  /**
   * What may be sent now: at most one message of each conversation. What was put off at a time that
   * is to come is due too, for then the clock was set back.
   *
   * @param busy the authorities to which nothing is sent now
   */
  public List<OutboxEntry> due(long now, Collection<String> busy, int limit) {
    JsonArray prefixes =
        JsonArray.of(busy.stream().map(hub -> new JsonString("agent://" + hub + "/")).toList());
    return database.read(sql ->
        sql.list(
            ENTRY
                + "WHERE "
                + FIRST
                + "AND (o.next_at <= ? OR o.put_off_at > ?) AND NOT EXISTS (SELECT 1 FROM json_each(?)"
                + " WHERE substr(o.target, 1, length(value)) = value) ORDER BY o.message LIMIT ?",
            Outbox::entry,
            now,
            now,
            Json.text(prefixes),
            limit));
  }

  /** When the next message falls due after {@code now}, or empty where none will. */
  public OptionalLong nextDue(long now) {
    return database
        .read(sql ->
            sql.one(
                "SELECT min(o.next_at), count(*) FROM outbox o JOIN conversation c"
                    + " ON c.id = o.conversation WHERE "
                    + FIRST
                    + "AND o.next_at > ?",
                row -> row.getLong(2) == 0 ? OptionalLong.empty() : OptionalLong.of(row.getLong(1)),
                now))
        .orElse(OptionalLong.empty());
  }

  /** All that is not delivered. */
  public List<OutboxEntry> list(int limit) {
    return database.read(
        sql -> sql.list(ENTRY + "ORDER BY o.message LIMIT ?", Outbox::entry, limit));
  }

  /** A message that is not delivered. */
  public Optional<OutboxEntry> find(String sender, String messageId) {
    return database.read(sql ->
        sql.one(
            ENTRY + "WHERE m.message_id = ? AND m.sender = ?", Outbox::entry, messageId, sender));
  }

  private static OutboxEntry entry(ResultSet row) throws SQLException {
    return new OutboxEntry(
        row.getLong(10),
        Rows.conversation(row),
        AgentUri.of(row.getString(11)),
        row.getString(12),
        row.getInt(13),
        row.getLong(14),
        row.getLong(15),
        row.getString(16),
        row.getString(17),
        row.getLong(18));
  }

  /** The message itself; empty where it is not on its way any more. */
  public Optional<Envelope> message(OutboxEntry entry) {
    return database.read(sql ->
        sql.one(
            "SELECT m.body FROM outbox o JOIN message m ON m.id = o.message WHERE o.message = ?"
                + " AND o.state = 'pending'",
            row -> Envelope.stored(row.getBytes(1)),
            entry.message()));
  }

  /**
   * The other hub has it.
   *
   * @param remoteId that hub's id of the conversation
   * @return false where that hub gave the id of another conversation: then nothing was changed
   */
  public boolean delivered(OutboxEntry entry, String remoteId, long at) {
    return database.write((sql, topics) -> {
      String peer = entry.target().authority();
      boolean open = entry.conversation().idFor(entry.target()).isEmpty();
      if (open && isTaken(sql, peer, remoteId, entry.conversation().id())) {
        return false;
      }
      if (open) {
        sql.update(
            "UPDATE conversation SET peer = ?, remote_id = ? WHERE cid = ?"
                + " AND remote_id IS NULL",
            peer,
            remoteId,
            entry.conversation().id());
      }
      sql.update("DELETE FROM outbox WHERE message = ?", entry.message());
      Rows.deliver(
          sql, entry.message(), new Delivery(Delivery.State.DELIVERED, at, Optional.empty()));
      topics.add(Topics.OUTBOX);
      topics.add(Topics.conversation(entry.conversation().id()));
      return true;
    });
  }

  private static boolean isTaken(Sql sql, String peer, String remoteId, String cid)
      throws SQLException {
    return sql.one(
            "SELECT 1 FROM conversation WHERE peer = ? AND remote_id = ? AND cid <> ?",
            row -> row.getInt(1),
            peer,
            remoteId,
            cid)
        .isPresent();
  }

  /** It is tried again at {@code nextAt}. */
  public void later(OutboxEntry entry, long at, long nextAt, String reason) {
    database.write((sql, topics) -> {
      topics.add(Topics.OUTBOX);
      return sql.update(
          "UPDATE outbox SET attempts = attempts + 1, next_at = ?, put_off_at = ?, reason = ?"
              + " WHERE message = ? AND state = 'pending'",
          nextAt,
          at,
          reason,
          entry.message());
    });
  }

  /** It is given up until someone asks for it to be sent again. */
  public void dead(OutboxEntry entry, String reason, long at) {
    database.write((sql, topics) -> {
      sql.update(
          "UPDATE outbox SET attempts = attempts + 1, state = 'dead', reason = ?"
              + " WHERE message = ?",
          reason,
          entry.message());
      Rows.deliver(
          sql, entry.message(), new Delivery(Delivery.State.FAILED, at, Optional.of(reason)));
      topics.add(Topics.OUTBOX);
      topics.add(Topics.conversation(entry.conversation().id()));
      return "";
    });
  }

  /**
   * Sends dead letters again, all or the one of that message id.
   *
   * @return how many
   */
  public int retry(Optional<String> messageId, long at) {
    return database.write((sql, topics) -> {
      topics.add(Topics.OUTBOX);
      sql.update(
          "UPDATE message SET state = 'ACCEPTED', ended_at = NULL, reason = NULL WHERE id IN"
              + " (SELECT message FROM outbox WHERE state = 'dead')"
              + " AND (? IS NULL OR message_id = ?)",
          messageId,
          messageId);
      return sql.update(
          "UPDATE outbox SET state = 'pending', attempts = 0, first_at = ?, next_at = ?,"
              + " put_off_at = ? WHERE state = 'dead' AND (? IS NULL OR message IN"
              + " (SELECT id FROM message WHERE message_id = ?))",
          at,
          at,
          at,
          messageId,
          messageId);
    });
  }
}
