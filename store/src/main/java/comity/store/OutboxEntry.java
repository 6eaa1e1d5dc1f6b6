package comity.store;

import comity.messages.AgentUri;
import comity.messages.Conversation;

/**
 * A message on its way to another hub.
 *
 * @param message the message's row
 * @param messageId the sender's id of it
 * @param bytes of the message, which is not held here
 * @param state {@code pending} or {@code dead}
 * @param attempts how often it was tried
 * @param firstAt when it was put here, milliseconds since 1970
 * @param nextAt when it is tried next
 * @param reason why the last try failed, or empty
 */
public record OutboxEntry(
    long message,
    Conversation conversation,
    AgentUri target,
    String state,
    int attempts,
    long firstAt,
    long nextAt,
    String reason,
    String messageId,
    long bytes) {}
