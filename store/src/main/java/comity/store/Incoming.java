package comity.store;

import comity.messages.Caller;
import comity.messages.Envelope;
import java.util.Optional;

/**
 * A message that was admitted and is to be added.
 *
 * @param freshConversation the id to use where it opens a conversation
 * @param runner the agent-id whose run it starts, or empty where it waits to be fetched
 * @param at milliseconds since 1970
 */
public record Incoming(
    Envelope envelope, Caller caller, String freshConversation, Optional<String> runner, long at) {}
