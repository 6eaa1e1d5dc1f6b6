package comity.frames;

import comity.json.JsonBoolean;
import comity.json.JsonObject;
import java.util.Locale;
import java.util.Optional;

/**
 * What the host answers: {@code {"ok":true,…}} or {@code {"ok":false,"error":…,"why":…,"todo":…}}.
 */
public sealed interface Reply {
  /** Done; what came of it is in the object. */
  record Done(JsonObject result) implements Reply {}

  /** Not done. */
  record Refused(Refusal error, String why, String todo) implements Reply {}

  /** What kind of refusal. */
  enum Refusal {
    /** What was asked is nothing that the host knows. */
    WRONG,
    /** There is no such session, or several could be meant. */
    NOT_FOUND,
    /** It can't be done. */
    REFUSED
  }

  /** As it is sent. */
  default JsonObject toJson() {
    return switch (this) {
      case Done(JsonObject result) -> result.with("ok", true);
      case Refused(Refusal error, String why, String todo) ->
          JsonObject.empty()
              .with("ok", false)
              .with("error", error.name().toLowerCase(Locale.ROOT))
              .with("why", why)
              .with("todo", todo);
    };
  }

  /** What was answered; empty where it is no answer. */
  static Optional<Reply> read(JsonObject json) {
    if (!(json.get("ok") instanceof JsonBoolean(boolean ok))) {
      return Optional.empty();
    }
    if (ok) {
      return Optional.of(new Done(json.without("ok")));
    }
    Refusal error =
        switch (json.string("error").orElse("")) {
          case "not_found" -> Refusal.NOT_FOUND;
          case "wrong" -> Refusal.WRONG;
          default -> Refusal.REFUSED;
        };
    return Optional.of(
        new Refused(error, json.string("why").orElse(""), json.string("todo").orElse("")));
  }
}
