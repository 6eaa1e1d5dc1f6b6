package comity.messages;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two agents and their messages, in order (MSG-4, MSG-18).
 *
 * @param id this hub's id of it, {@code conv-} and a UUID
 * @param peer the authority of the hub that has an id of its own for it, or empty
 * @param remoteId the id that {@code peer} gave it, or empty while it is not known
 * @param opener who wrote the first message
 * @param agent whom the first message was for
 * @param keyed whether it was opened under a key: without one it is then neither read nor continued
 * @param createdAt milliseconds since 1970
 */
public record Conversation(
    String id,
    Optional<String> peer,
    Optional<String> remoteId,
    AgentUri opener,
    AgentUri agent,
    boolean keyed,
    State state,
    long createdAt,
    long lastMessageAt) {

  /** Whether messages are still taken. */
  public enum State {
    OPEN,
    STOPPED;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The id under which {@code receiver}'s hub knows it, or empty where that hub has not made one
   * yet: then the message opens the conversation there.
   */
  public Optional<String> idFor(AgentUri receiver) {
    return remoteId.or(() -> receiver.equals(opener) ? Optional.of(id) : Optional.empty());
  }

  /** Whether {@code from} writes to {@code to} in this conversation. */
  public boolean isBetween(AgentUri from, AgentUri to) {
    return (from.equals(opener) && to.equals(agent)) || (from.equals(agent) && to.equals(opener));
  }

  /**
   * Why this message may not be added, or empty. What the caller may not know of is "not found".
   */
  public Optional<Refusal> refusal(Envelope envelope, Caller caller) {
    boolean known = isBetween(envelope.from(), envelope.to()) && (!keyed || caller.isProven());
    if (!known) {
      return Optional.of(notFound(envelope.conversationId().orElse(id)));
    }
    return state == State.STOPPED
        ? Optional.of(
            Refusal.of(ErrorCode.CONVERSATION_STOPPED, "The conversation was stopped by its owner"))
        : Optional.empty();
  }

  /** The answer where a conversation is not there, or may not be known to be. */
  public static Refusal notFound(String id) {
    return Refusal.at(
        ErrorCode.CONVERSATION_NOT_FOUND, "/conversation_id", "Conversation " + id + " not found");
  }

  /** Whether the caller may read it. */
  public boolean mayRead(Caller caller) {
    return switch (caller) {
      case Caller.Owner _ -> true;
      case Caller.Keyed keyed -> keyed.speaksFor(opener) || keyed.speaksFor(agent);
      case Caller.Loopback _ -> !keyed;
      case Caller.Stranger _ -> false;
    };
  }

  /** {@code {"conversation_id","parties","state","created_at","last_message_at"}}. */
  public JsonObject toJson() {
    return JsonObject.empty()
        .with("conversation_id", id)
        .with(
            "parties",
            JsonArray.of(
                List.of(new JsonString(opener.toString()), new JsonString(agent.toString()))))
        .with("state", state.word())
        .with("created_at", Timestamps.write(createdAt))
        .with("last_message_at", Timestamps.write(lastMessageAt));
  }
}
