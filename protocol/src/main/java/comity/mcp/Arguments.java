package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a tool's arguments against its input schema, as far as our own tools need it: {@code
 * type}, {@code properties}, {@code required}, {@code enum}, {@code additionalProperties: false},
 * {@code items}, {@code minLength} and {@code maxLength}. What else a schema says is the tool's to
 * check.
 */
public final class Arguments {
  private Arguments() {}

  /** What is wrong, in a sentence that names the argument; empty where nothing is. */
  public static Optional<String> fault(JsonObject schema, JsonObject arguments) {
    return Optional.ofNullable(object(schema, arguments, ""));
  }

  private static @Nullable String object(JsonObject schema, JsonObject value, String at) {
    JsonObject properties = schema.object("properties").orElse(JsonObject.empty());
    if (schema.get("required") instanceof JsonArray required) {
      for (JsonValue each : required.elements()) {
        if (each instanceof JsonString(String name) && value.get(name) == null) {
          return inside(at, name) + " is missing";
        }
      }
    }
    boolean closed = new JsonBoolean(false).equals(schema.get("additionalProperties"));
    for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
      @Nullable JsonValue property = properties.get(member.getKey());
      if (property == null && closed) {
        String known = String.join(", ", properties.members().keySet());
        return "there is no argument "
            + inside(at, member.getKey())
            + (known.isEmpty() ? "; it takes none" : "; it takes " + known);
      }
      String fault =
          property instanceof JsonObject sub
              ? value(sub, member.getValue(), inside(at, member.getKey()))
              : null;
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable String value(JsonObject schema, JsonValue value, String at) {
    Optional<String> type = schema.string("type");
    if (type.isPresent() && !isOf(type.get(), value)) {
      return at + " must be of type " + type.get() + ", not " + value.kind();
    }
    if (schema.get("enum") instanceof JsonArray allowed && !allowed.elements().contains(value)) {
      return at
          + " must be one of "
          + allowed.elements().stream().map(Arguments::plain).collect(Collectors.joining(", "));
    }
    return switch (value) {
      case JsonString(String text) -> length(schema, text, at);
      case JsonObject object -> object(schema, object, at);
      case JsonArray array -> items(schema, array, at);
      default -> null;
    };
  }

  private static @Nullable String items(JsonObject schema, JsonArray array, String at) {
    if (!(schema.get("items") instanceof JsonObject items)) {
      return null;
    }
    for (int i = 0; i < array.elements().size(); i++) {
      String fault = value(items, array.elements().get(i), at + "[" + i + "]");
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable String length(JsonObject schema, String text, String at) {
    int length = text.codePointCount(0, text.length());
    if (schema.get("minLength") instanceof JsonNumber least
        && length < least.asLong().orElse(Long.MIN_VALUE)) {
      return length == 0 && least.digits().equals("1")
          ? at + " must not be empty"
          : at + " must have at least " + least.digits() + " characters";
    }
    if (schema.get("maxLength") instanceof JsonNumber most
        && length > most.asLong().orElse(Long.MAX_VALUE)) {
      return at + " must have at most " + most.digits() + " characters, not " + length;
    }
    return null;
  }

  private static boolean isOf(String type, JsonValue value) {
    return type.equals("integer")
        ? value instanceof JsonNumber number && number.asLong().isPresent()
        : type.equals(value.kind());
  }

  private static String plain(JsonValue value) {
    return value instanceof JsonString(String text) ? text : value.toString();
  }

  private static String inside(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }
}
