package comity.store;

import comity.messages.Conversation;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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

  private record Added(long number, Identity identity, Acceptance acceptance) {}

  /**
   * The id of a message among those of its sender.
   *
   * @param sender its address; where nobody proved to speak for it, behind a question mark, so that
   *     who only says to be somebody neither takes that one's ids nor learns of them
   */
  record Identity(String sender, String messageId) {
    static Identity of(Incoming incoming) {
      String sender = incoming.envelope().from().toString();
      return new Identity(
          incoming.caller().isProven() ? sender : UNPROVEN + sender,
          incoming.envelope().messageId());
    }
  }

  /** No address begins so. */
  static final String UNPROVEN = "?";

  /** Sizes in which many are asked for at once; each is a statement of its own. */
  private static final int[] SIZES = {64, 8, 1};

  private final Sql sql;
  private final Map<Identity, Optional<Prior>> looked = new HashMap<>();
  private final Map<Identity, Prior> messages = new HashMap<>();
  private final Map<String, Conversation> conversations = new HashMap<>();
  private final Map<String, String> remotes = new HashMap<>();
  private final Map<String, Long> lastUse = new HashMap<>();
  private final Set<String> stopped = new HashSet<>();
  private final Deque<Added> order = new ArrayDeque<>();

  Known(Sql sql) {
    this.sql = sql;
  }

  /** Asks the database for all of these at once, instead of the ones looked up before. */
  void look(List<Identity> wanted) throws SQLException {
    looked.clear();
    int at = 0;
    for (int size : SIZES) {
      for (; wanted.size() - at >= size; at += size) {
        List<Identity> some = wanted.subList(at, at + size);
        some.forEach(one -> looked.put(one, Optional.empty()));
        priors(sql, some, looked);
      }
    }
  }

  Optional<Prior> message(Identity identity) throws SQLException {
    Prior added = messages.get(identity);
    if (added != null) {
      return Optional.of(added);
    }
    Optional<Prior> before = looked.get(identity);
    return before != null ? before : prior(sql, identity.sender(), identity.messageId());
  }

  /** The messages of these identities that the database has. */
  private static void priors(Sql sql, List<Identity> wanted, Map<Identity, Optional<Prior>> into)
      throws SQLException {
    Object[] arguments = new Object[2 * wanted.size()];
    for (int i = 0; i < wanted.size(); i++) {
      arguments[2 * i] = wanted.get(i).messageId();
      arguments[2 * i + 1] = wanted.get(i).sender();
    }
    sql.list(
        lookUp(wanted.size()),
        row ->
            into.put(
                new Identity(row.getString(1), row.getString(2)),
                Optional.of(new Prior(row.getBytes(3), row.getString(4)))),
        arguments);
  }

  /** A statement that takes so many pairs of id and sender. */
  static String lookUp(int count) {
    // The cross joins keep SQLite from going through all messages instead.
    return "WITH asked (id, by) AS (VALUES "
        + "(?, ?), ".repeat(count - 1)
        + "(?, ?)) SELECT sender, message_id, digest, cid FROM asked"
        + " CROSS JOIN message ON message_id = asked.id AND sender = asked.by"
        + " CROSS JOIN conversation ON conversation.id = conversation";
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
    String added = remotes.get(remoteKey(peer, remoteId));
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
    Prior prior = message(new Identity(sender, messageId)).orElse(null);
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
    Added added = new Added(number, new Identity(a.sender(), a.messageId()), a);
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
    return remoteKey(conversation.peer().orElse(""), conversation.remoteId().orElse(""));
  }

  /** No authority has a line feed. */
  private static String remoteKey(String peer, String remoteId) {
    return peer + "\n" + remoteId;
  }
}
