package comity.store;

import comity.messages.Conversation;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was accepted so far: the database, and over it what is in the log alone. Owned by the
 * accepting thread.
 */
final class Known {
  /** A message that is there. */
  record Prior(byte[] digest, String conversationId) {}

  private record Added(long number, String identity, Acceptance acceptance) {}

  private final Sql sql;
  private final Map<String, Prior> messages = new HashMap<>();
  private final Map<String, Conversation> conversations = new HashMap<>();
  private final Map<String, String> remotes = new HashMap<>();
  private final Map<String, Long> lastUse = new HashMap<>();
  private final Set<String> stopped = new HashSet<>();
  private final Deque<Added> order = new ArrayDeque<>();

  Known(Sql sql) {
    this.sql = sql;
  }

  Optional<Prior> message(String sender, String messageId) throws SQLException {
    Prior added = messages.get(identity(sender, messageId));
    if (added != null) {
      return Optional.of(added);
    }
    return prior(sql, sender, messageId);
  }

  /** The message of that sender and id in the database. */
  static Optional<Prior> prior(Sql sql, String sender, String messageId) throws SQLException {
    return sql.one(
        "SELECT digest, cid FROM message JOIN conversation ON conversation.id = conversation"
            + " WHERE message_id = ? AND sender = ?",
        row -> new Prior(row.getBytes(1), row.getString(2)),
        messageId,
        sender);
  }

  Optional<Conversation> conversation(String cid) throws SQLException {
    Conversation added = conversations.get(cid);
    return added != null
        ? Optional.of(added)
        : sql.one(Rows.CONVERSATION + "WHERE cid = ?", Rows::conversation, cid);
  }

  Optional<Conversation> remote(String peer, String remoteId) throws SQLException {
    String added = remotes.get(identity(peer, remoteId));
    return added != null
        ? conversation(added)
        : sql.one(
            Rows.CONVERSATION + "WHERE peer = ? AND remote_id = ?",
            Rows::conversation,
            peer,
            remoteId);
  }

  /** The conversation in which we sent this message, while the peer's id of it is not known. */
  Optional<Conversation> sent(String sender, String messageId) throws SQLException {
    Prior prior = message(sender, messageId).orElse(null);
    if (prior == null) {
      return Optional.empty();
    }
    return conversation(prior.conversationId()).filter(c -> c.remoteId().isEmpty());
  }

  /**
   * Whether its owner stops it. Kept here as long as the program runs, since what the log has of a
   * conversation does not say so; the owner's doing bounds it.
   */
  boolean isStopped(String cid) {
    return stopped.contains(cid);
  }

  void stop(String cid, boolean isStopped) {
    if (isStopped) {
      stopped.add(cid);
    } else {
      stopped.remove(cid);
    }
  }

  void add(long number, Acceptance a) {
    Added added = new Added(number, identity(a.sender(), a.messageId()), a);
    order.addLast(added);
    take(added);
  }

  private void take(Added added) {
    Conversation conversation = added.acceptance().conversation();
    messages.put(added.identity(), new Prior(added.acceptance().digest(), conversation.id()));
    conversations.put(conversation.id(), conversation);
    lastUse.put(conversation.id(), added.number());
    if (conversation.peer().isPresent() && conversation.remoteId().isPresent()) {
      remotes.put(remoteKey(conversation), conversation.id());
    }
  }

  /** Forgets what the database has, on disk. */
  void forget(long applied) {
    while (!order.isEmpty() && order.getFirst().number() <= applied) {
      Added added = order.removeFirst();
      messages.remove(added.identity());
      Conversation conversation = added.acceptance().conversation();
      if (lastUse.getOrDefault(conversation.id(), 0L) <= added.number()) {
        conversations.remove(conversation.id());
        lastUse.remove(conversation.id());
        remotes.remove(remoteKey(conversation));
      }
    }
  }

  /** Forgets what could not be made durable; what came before stands as it was. */
  void undo(long fromNumber) {
    if (order.isEmpty() || order.getLast().number() < fromNumber) {
      return;
    }
    order.removeIf(added -> added.number() >= fromNumber);
    messages.clear();
    conversations.clear();
    lastUse.clear();
    remotes.clear();
    order.forEach(this::take);
  }

  private static String remoteKey(Conversation conversation) {
    return identity(conversation.peer().orElse(""), conversation.remoteId().orElse(""));
  }

  /** No address or authority has a line feed. */
  private static String identity(String sender, String id) {
    return sender + "\n" + id;
  }
}
