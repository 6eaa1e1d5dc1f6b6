package comity.json;

/** A JSON string, unescaped. It holds no lone surrogate, so it can be written as UTF-8. */
public record JsonString(String value) implements JsonValue {
  public JsonString {
    value = Json.wellFormed(value);
  }
}
