package comity.json;

/** A JSON value. Values are immutable. */
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /** The JSON word for the kind of this value: object, array, string, number, boolean, null. */
  default String kind() {
    return switch (this) {
      case JsonObject _ -> "object";
      case JsonArray _ -> "array";
      case JsonString _ -> "string";
      case JsonNumber _ -> "number";
      case JsonBoolean _ -> "boolean";
      case JsonNull _ -> "null";
    };
  }
}
