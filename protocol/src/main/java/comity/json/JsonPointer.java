package comity.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON value (RFC 6901): {@code /result}, {@code /items/0/text}; the empty pointer is
 * the whole value.
 *
 * @param tokens the steps, unescaped
 */
public record JsonPointer(List<String> tokens) {

  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final Pattern LONE_TILDE = Pattern.compile("~(?![01])");

  public JsonPointer {
    tokens = List.copyOf(tokens);
  }

  /** The pointer that this text writes; empty when it writes none. */
  public static Optional<JsonPointer> parse(String text) {
    if (text.isEmpty()) {
      return Optional.of(new JsonPointer(List.of()));
    }
    if (text.charAt(0) != '/' || LONE_TILDE.matcher(text).find()) {
      return Optional.empty();
    }
    List<String> tokens = new ArrayList<>();
    for (String token : text.substring(1).split("/", -1)) {
      tokens.add(token.replace("~1", "/").replace("~0", "~"));
    }
    return Optional.of(new JsonPointer(tokens));
  }

  /** What stands at this place; empty when there is no such place. A null that stands there is. */
  public Optional<JsonValue> in(JsonValue value) {
    @Nullable JsonValue at = value;
    for (String token : tokens) {
      at =
          switch (at) {
            case JsonObject object -> object.get(token);
            case JsonArray array -> element(array, token);
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> null;
          };
      if (at == null) {
        return Optional.empty();
      }
    }
    return Optional.of(at);
  }

  private static @Nullable JsonValue element(JsonArray array, String token) {
    if (!INDEX.matcher(token).matches()) {
      return null;
    }
    int index = Integer.parseInt(token);
    return index < array.elements().size() ? array.elements().get(index) : null;
  }

  /** As it was written. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String token : tokens) {
      text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
    }
    return text.toString();
  }
}
