package comity.messages;

import comity.json.JsonObject;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a message has come (MSG-45).
 *
 * @param at when it came there, milliseconds since 1970
 * @param reason why it failed, else empty
 */
public record Delivery(State state, long at, Optional<String> reason) {
  /** Each state is reached at most once, and only ever a later one. */
  public enum State {
    /** On this hub's disk. */
    ACCEPTED,
    /** The runner, or the receiving hub, has it. */
    DELIVERED,
    /** A turn began with it, or the agent fetched it. */
    READ,
    /** Its turn ended, and the reply, where there is one, is on disk. */
    ANSWERED,
    /** It will not be answered. */
    FAILED;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** {@code {"state","at","reason"?}}. */
  public JsonObject toJson() {
    JsonObject json =
        JsonObject.empty().with("state", state.word()).with("at", Timestamps.write(at));
    return reason.isPresent() ? json.with("reason", reason.get()) : json;
  }
}
