package comity.messages;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a message may come in, before anything stored is looked at: the caller, the receiver and
 * the content (MSG-6, MSG-9, MSG-12, MSG-22 to MSG-24, MSG-47).
 *
 * @param openToStrangers whether the owner said that agents without {@code requireAuth} take
 *     messages without a key from other machines too
 */
public record Admission(boolean openToStrangers) {

  /**
   * The refusal of this message, or empty where it may come in.
   *
   * @param size bytes of the message as it was sent
   * @param receiver the agent that {@code to} names, if there is one
   * @param fromIsOurs whether {@code from} has an authority of this hub
   */
  public Optional<Refusal> refusal(
      Envelope envelope,
      long size,
      Caller caller,
      Optional<AgentProfile> receiver,
      boolean fromIsOurs) {
    return sender(envelope, caller, fromIsOurs)
        .or(() -> receiver.isPresent() ? Optional.empty() : noAgent(envelope))
        .or(() -> access(envelope, caller, receiver.orElseThrow()))
        .or(() -> content(envelope, size, receiver.orElseThrow()));
  }

  private Optional<Refusal> sender(Envelope envelope, Caller caller, boolean fromIsOurs) {
    return switch (caller) {
      case Caller.Owner _ -> Optional.empty();
      case Caller.Keyed keyed ->
          keyed.speaksFor(envelope.from())
              ? Optional.empty()
              : notAllowed("The key does not cover the sender " + envelope.from());
      case Caller.Loopback _ ->
          fromIsOurs
              ? notAllowed("Only a key may send as an agent of this hub: " + envelope.from())
              : Optional.empty();
      case Caller.Stranger _ -> !openToStrangers || fromIsOurs ? keyNeeded() : Optional.empty();
    };
  }

  private static Optional<Refusal> access(Envelope envelope, Caller caller, AgentProfile agent) {
    if (caller instanceof Caller.Owner) {
      return Optional.empty();
    }
    if (agent.requireAuth() && !caller.isProven()) {
      return keyNeeded();
    }
    return agent.allows(envelope.from())
        ? Optional.empty()
        : notAllowed("The agent " + agent.agentId() + " takes no messages from " + envelope.from());
  }

  private static Optional<Refusal> content(Envelope envelope, long size, AgentProfile agent) {
    if (size > agent.maxMessageSize()) {
      return Optional.of(
          Refusal.of(
              ErrorCode.MESSAGE_TOO_LARGE,
              String.format(
                  Locale.ROOT,
                  "The message has %d bytes; %s takes at most %d",
                  size,
                  agent.agentId(),
                  agent.maxMessageSize())));
    }
    List<Block> blocks = envelope.content();
    for (int i = 0; i < blocks.size(); i++) {
      if (!agent.takes(blocks.get(i).type())) {
        return Optional.of(
            Refusal.at(
                ErrorCode.UNSUPPORTED_CONTENT_TYPE,
                "/content/" + i + "/type",
                agent.agentId() + " takes " + String.join(", ", agent.contentTypes())));
      }
    }
    if (envelope.hops() > Envelope.MAX_HOPS) {
      return Optional.of(
          Refusal.at(
              ErrorCode.LOOP_DETECTED,
              "/metadata/hops",
              "More than " + Envelope.MAX_HOPS + " messages led to this one"));
    }
    return Optional.empty();
  }

  private static Optional<Refusal> noAgent(Envelope envelope) {
    return Optional.of(
        Refusal.at(ErrorCode.AGENT_NOT_FOUND, "/to", "No agent here is " + envelope.to()));
  }

  private static Optional<Refusal> keyNeeded() {
    return Optional.of(
        Refusal.of(ErrorCode.UNAUTHORIZED, "A key is needed: send Authorization: Bearer KEY"));
  }

  private static Optional<Refusal> notAllowed(String message) {
    return Optional.of(Refusal.at(ErrorCode.SENDER_NOT_ALLOWED, "/from", message));
  }
}
