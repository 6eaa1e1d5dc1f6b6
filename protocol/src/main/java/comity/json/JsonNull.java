package comity.json;

/** The JSON literal {@code null}. */
public enum JsonNull implements JsonValue {
  NULL
}
