package comity.hub;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.messages.AgentUri;
import comity.messages.Conversation;
import comity.messages.StoredMessage;
import comity.store.Conversations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Pages of messages (MSG-18). */
final class Pages {
  /** Pages that are made at a time: each may hold some megabytes, several times over. */
  private static final int AT_A_TIME = 2;

  private final Conversations conversations;
  private final Clock clock;
  private final Semaphore making = new Semaphore(AT_A_TIME);

  Pages(Conversations conversations, Clock clock) {
    this.conversations = conversations;
    this.clock = clock;
  }

  /** A page of messages, oldest first; those to {@code reader} count as read. */
  JsonObject page(Conversation conversation, Query query, AgentUri reader)
      throws InterruptedException {
    String id = conversation.id();
    if (query.waitSeconds() > 0) {
      conversations.await(id, query.after(), Duration.ofSeconds(query.waitSeconds()));
    }
    making.acquire();
    try {
      return page(id, conversations.messages(id, query.after(), query.limit()), query, reader);
    } finally {
      making.release();
    }
  }

  private JsonObject page(String id, List<StoredMessage> page, Query query, AgentUri reader) {
    long next = page.isEmpty() ? query.after() : page.getLast().sequence();
    boolean unread = page.stream().anyMatch(m -> m.envelope().to().equals(reader) && m.isUnread());
    if (unread) {
      conversations.read(id, reader.toString(), query.after(), next, clock.now());
    }
    List<JsonObject> messages = page.stream().map(m -> m.toJson(id)).toList();
    return JsonObject.empty().with("messages", JsonArray.of(messages)).with("next", next);
  }
}
