package comity.messages;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an agent did for a conversation (MSG-41). It is this hub's own and never appears in a MAMP
 * answer (MSG-14).
 *
 * @param id {@code trace-} and a UUID
 * @param agent the agent-id
 * @param conversation this hub's id of the conversation
 * @param createdAt milliseconds since 1970
 */
public record Trace(
    String id, String agent, String conversation, Status status, long createdAt, long lastAt) {

  /** How it stands with a trace or goal. */
  public enum Status {
    RUNNING,
    COMPLETED,
    FAILED,
    STOPPED;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A goal; each message makes one, and an agent may put others below it. */
  public record Goal(
      String id, Optional<String> parent, String description, Status status, String summary) {

    /** {@code {"id","parent"?,"description","status","summary"}}. */
    public JsonObject toJson() {
      JsonObject json = JsonObject.empty().with("id", id);
      return (parent.isPresent() ? json.with("parent", parent.get()) : json)
          .with("description", description)
          .with("status", status.word())
          .with("summary", summary);
    }
  }

  /**
   * One step.
   *
   * @param number from 1 in its trace, without a gap
   * @param kind {@code message}, {@code reply}, {@code failed}, {@code interrupted} or {@code
   *     stopped}
   */
  public record Event(long number, long at, String kind, String text) {

    /** {@code {"number","at","kind","text"}}. */
    public JsonObject toJson() {
      return JsonObject.empty()
          .with("number", number)
          .with("at", Timestamps.write(at))
          .with("kind", kind)
          .with("text", text);
    }
  }

  /** {@code {"trace_id","agent","conversation_id","status","created_at","last_at"}}. */
  public JsonObject toJson() {
    return JsonObject.empty()
        .with("trace_id", id)
        .with("agent", agent)
        .with("conversation_id", conversation)
        .with("status", status.word())
        .with("created_at", Timestamps.write(createdAt))
        .with("last_at", Timestamps.write(lastAt));
  }

  /** {@link #toJson} with {@code goals} and {@code events}. */
  public JsonObject toJson(List<Goal> goals, List<Event> events) {
    return toJson()
        .with("goals", JsonArray.of(goals.stream().map(Goal::toJson).toList()))
        .with("events", JsonArray.of(events.stream().map(Event::toJson).toList()));
  }
}
