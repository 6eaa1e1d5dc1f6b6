package comity.json;

/** {@code true} or {@code false}. */
public record JsonBoolean(boolean value) implements JsonValue {}
