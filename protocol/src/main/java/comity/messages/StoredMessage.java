package comity.messages;

import comity.json.JsonObject;

/**
 * A message of a conversation as it is read back.
 *
 * @param sequence its place in the conversation, from 1
 */
public record StoredMessage(long sequence, Envelope envelope, Delivery delivery) {

  /** Whether nobody is known to have taken it up. */
  public boolean isUnread() {
    return switch (delivery.state()) {
      case ACCEPTED, DELIVERED -> true;
      case READ, ANSWERED, FAILED -> false;
    };
  }

  /** The envelope with {@code conversation_id}, {@code sequence} and {@code delivery} (MSG-18). */
  public JsonObject toJson(String conversationId) {
    return envelope
        .json()
        .with("conversation_id", conversationId)
        .with("sequence", sequence)
        .with("delivery", delivery.toJson());
  }
}
