package comity.messages;

import comity.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Why something was not taken: the error object of MSG-15.
 *
 * @param message one sentence for a person, naming the field where there is one
 * @param pointer the JSON pointer of the fault (RFC 6901) in the request's body, or null
 */
public record Refusal(ErrorCode code, String message, @Nullable String pointer) {

  /** A refusal that points at no field. */
  public static Refusal of(ErrorCode code, String message) {
    return new Refusal(code, message, null);
  }

  /** A refusal of the field at {@code pointer}. */
  public static Refusal at(ErrorCode code, String pointer, String message) {
    return new Refusal(code, message, pointer);
  }

  /** {@code {"error","message","status_code"}}, and {@code "pointer"} where a field is at fault. */
  public JsonObject toJson() {
    JsonObject error =
        JsonObject.empty()
            .with("error", code.code())
            .with("message", message)
            .with("status_code", code.status());
    return pointer == null ? error : error.with("pointer", pointer);
  }
}
