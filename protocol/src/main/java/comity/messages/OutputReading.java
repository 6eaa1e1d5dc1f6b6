package comity.messages;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonPointer;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a program's standard output is read: where the reply stands in it, and the provider's own id
 * of the conversation.
 *
 * <p>Output with pointers is one JSON value, or JSON values a line each among other lines. Where a
 * pointer finds something in several of them (or in several elements of an array, as some programs
 * write their lines), the last counts: programs tell their progress first and their result last.
 *
 * @param reply where the reply stands; null when the whole output is the reply
 * @param sessionId where the provider's id stands; null when the program does not tell one
 */
public record OutputReading(@Nullable JsonPointer reply, @Nullable JsonPointer sessionId) {

  /** What came of reading an output. */
  public sealed interface Result {
    /**
     * What the output says.
     *
     * @param sessionId the provider's id of the conversation; null when the output has none
     */
    record Read(String reply, @Nullable String sessionId) implements Result {}

    /**
     * It does not say what it should.
     *
     * @param reason one clause that names the pointer
     */
    record Unreadable(String reason) implements Result {}
  }

  /** The ids of all providers known fit; it becomes an argument of a command later. */
  private static final Pattern SESSION_ID =
      Pattern.compile("[^\\s\\p{Cntrl}-][^\\s\\p{Cntrl}]{0,255}");

  /** The whole of standard output is the reply; malformed bytes in it become U+FFFD. */
  public static final OutputReading PLAIN = new OutputReading(null, null);

  /** Reads the whole standard output of a program that ended well. */
  public Result read(byte[] output) {
    String text = new String(output, StandardCharsets.UTF_8);
    // Written again, so that one malformed byte does not hide the line that it stands in.
    List<JsonValue> values =
        reply == null && sessionId == null
            ? List.of()
            : values(text.getBytes(StandardCharsets.UTF_8));
    String id = null;
    if (sessionId != null) {
      Optional<JsonValue> at = last(sessionId, values);
      id = at.map(OutputReading::text).orElse(null);
      if (at.isPresent() && (id == null || !SESSION_ID.matcher(id).matches())) {
        return new Result.Unreadable(
            "what stands at " + sessionId + " of the program's output cannot be a session id");
      }
    }
    if (reply == null) {
      return new Result.Read(withoutLastLineEnd(text), id);
    }
    Optional<JsonValue> at = last(reply, values);
    if (at.isEmpty()) {
      return new Result.Unreadable(
          values.isEmpty()
              ? "the program's output has no JSON, so no reply at " + reply
              : "no JSON value in the program's output has a reply at " + reply);
    }
    String found = text(at.get());
    return found == null
        ? new Result.Unreadable(
            "the reply at "
                + reply
                + " of the program's output is no text but an "
                + at.get().kind())
        : new Result.Read(found, id);
  }

  /** One line end at the end is the terminal's, not the reply's. */
  private static String withoutLastLineEnd(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private static List<JsonValue> values(byte[] output) {
    if (Json.read(output) instanceof JsonReading.Read(JsonValue whole)) {
      return List.of(whole);
    }
    List<JsonValue> values = new ArrayList<>();
    int from = 0;
    while (from < output.length) {
      int to = from;
      while (to < output.length && output[to] != '\n') {
        to++;
      }
      // Only containers can have something at a pointer; a lone word or number is a line of text.
      if ((output[from] == '{' || output[from] == '[')
          && Json.read(Arrays.copyOfRange(output, from, to))
              instanceof JsonReading.Read(JsonValue value)) {
        values.add(value);
      }
      from = to + 1;
    }
    return values;
  }

  private static Optional<JsonValue> last(JsonPointer pointer, List<JsonValue> values) {
    for (JsonValue value : values.reversed()) {
      Optional<JsonValue> at = pointer.in(value).filter(v -> !(v instanceof JsonNull));
      if (at.isEmpty() && value instanceof JsonArray array) {
        at = last(pointer, array.elements());
      }
      if (at.isPresent()) {
        return at;
      }
    }
    return Optional.empty();
  }

  private static @Nullable String text(JsonValue value) {
    return switch (value) {
      case JsonString s -> s.value();
      case JsonNumber n -> n.digits();
      case JsonBoolean b -> String.valueOf(b.value());
      case JsonObject _, JsonArray _, JsonNull _ -> null;
    };
  }
}
