package comity.store;

import comity.messages.Conversation;
import comity.messages.Envelope;

/**
 * A message that an agent of this hub is to run with.
 *
 * @param message the message's row, in the order of acceptance
 * @param agent the agent-id
 * @param attempts how often it was begun before
 */
public record Run(
    long message,
    long conversationRow,
    Conversation conversation,
    String agent,
    int attempts,
    long sequence,
    Envelope envelope) {}
