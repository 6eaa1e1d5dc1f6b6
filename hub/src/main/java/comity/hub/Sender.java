package comity.hub;

import comity.control.Peer;
import comity.control.Resolution;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.Envelope;
import comity.messages.ErrorCode;
import comity.messages.Ids;
import comity.messages.Refusal;
import comity.messages.StoredMessage;
import comity.store.Appending;
import comity.store.Conversations;
import comity.store.Destination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Sends the owner's messages, to agents here and elsewhere (MSG-28). */
final class Sender {
  private final Supplier<Agents> agents;
  private final Inbox inbox;
  private final Conversations conversations;
  private final Cards cards;
  private final Clock clock;

  Sender(
      Supplier<Agents> agents, Inbox inbox, Conversations conversations, Cards cards, Clock clock) {
    this.agents = agents;
    this.inbox = inbox;
    this.conversations = conversations;
    this.cards = cards;
    this.clock = clock;
  }

  /**
   * What to send.
   *
   * @param conversationId ours or the other hub's; empty opens one
   * @param from an address of this hub; empty is the owner's
   */
  record Order(
      AgentUri to,
      JsonValue content,
      Optional<String> conversationId,
      Optional<AgentUri> from,
      Optional<String> messageId,
      JsonObject metadata) {}

  /** What came of sending. */
  sealed interface Sending {
    /** It is on disk; {@code here} where its receiver is an agent of this hub. */
    record Sent(String conversationId, AgentUri from, AgentUri to, String messageId, boolean here)
        implements Sending {}

    record Refused(Refusal refusal) implements Sending {}
  }

  Sending send(Order order) {
    Agents now = agents.get();
    AgentUri from = order.from().orElse(now.address(Agents.OWNER));
    if (!now.isOurs(from)) {
      return refused(ErrorCode.SENDER_NOT_ALLOWED, "/from", "from is no address of this hub");
    }
    Optional<Conversation> conversation = Optional.empty();
    if (order.conversationId().isPresent()) {
      List<Conversation> found = conversations.findAny(order.conversationId().get());
      conversation = found.stream().filter(c -> c.isBetween(from, order.to())).findFirst();
      if (conversation.isEmpty()) {
        return new Sending.Refused(Conversation.notFound(order.conversationId().get()));
      }
      if (conversation.get().state() == Conversation.State.STOPPED) {
        return refused(
            ErrorCode.CONVERSATION_STOPPED, "/conversation_id", "The conversation was stopped");
      }
    }
    String messageId = order.messageId().orElseGet(() -> Ids.message(clock.uuid()));
    Envelope.Reading reading =
        Envelope.compose(
            messageId,
            conversation.map(Conversation::id),
            from,
            order.to(),
            order.content(),
            order.metadata(),
            clock.now());
    return switch (reading) {
      case Envelope.Reading.Refused(Refusal refusal) -> new Sending.Refused(refusal);
      case Envelope.Reading.Accepted(Envelope envelope, _) ->
          now.isOurs(order.to()) ? here(envelope) : away(envelope, conversation, now);
    };
  }

  private Sending here(Envelope envelope) {
    long size = Json.write(envelope.json()).length;
    return sent(inbox.take(envelope, size, new Caller.Owner()), envelope, true);
  }

  private static Sending sent(Appending appending, Envelope envelope, boolean here) {
    return switch (appending) {
      case Appending.Accepted(String id) ->
          new Sending.Sent(id, envelope.from(), envelope.to(), envelope.messageId(), here);
      case Appending.Replayed(String id) ->
          new Sending.Sent(id, envelope.from(), envelope.to(), envelope.messageId(), here);
      case Appending.Refused(Refusal refusal) -> new Sending.Refused(refusal);
    };
  }

  private Sending away(Envelope envelope, Optional<Conversation> known, Agents now) {
    Optional<Refusal> refusal = cards.refusal(envelope, Json.write(envelope.json()).length);
    if (refusal.isPresent()) {
      return new Sending.Refused(refusal.get());
    }
    long at = clock.now();
    // A peer that we prove ourselves to is expected to prove itself to us.
    boolean keyed = Resolution.of(envelope.to(), now.peers()).peer().flatMap(Peer::key).isPresent();
    Conversation conversation =
        known.orElseGet(() ->
            new Conversation(
                Ids.conversation(clock.uuid()),
                Optional.of(envelope.to().authority()),
                Optional.empty(),
                envelope.from(),
                envelope.to(),
                keyed,
                Conversation.State.OPEN,
                at,
                at));
    return sent(
        conversations.send(conversation, envelope, new Destination.Push(envelope.to()), at),
        envelope,
        false);
  }

  /** What came of waiting for a reply. */
  sealed interface Awaiting {
    record Replied(StoredMessage reply) implements Awaiting {}

    /** None came; this is how far the message itself is. Where it failed, none will. */
    record Unanswered(Delivery delivery) implements Awaiting {}
  }

  /** Waits for the reply to a message that was sent, as long as the message has not failed. */
  Awaiting awaitReply(
      String conversationId, AgentUri from, AgentUri to, String messageId, Duration longest)
      throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    long sequence = conversations.sequence(from.toString(), messageId);
    long after = sequence;
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
      Optional<StoredMessage> next =
          conversations.awaitAnswer(conversationId, sequence, after, left);
      if (next.isEmpty()) {
        StoredMessage sent = conversations.messages(conversationId, sequence - 1, 1).getFirst();
        return new Awaiting.Unanswered(sent.delivery());
      }
      StoredMessage message = next.get();
      boolean answers = message.envelope().inReplyTo().equals(Optional.of(messageId));
      if (answers && message.envelope().from().equals(to)) {
        return new Awaiting.Replied(message);
      }
      after = message.sequence();
    }
  }

  private static Sending refused(ErrorCode code, String pointer, String why) {
    return new Sending.Refused(Refusal.at(code, pointer, why));
  }
}
