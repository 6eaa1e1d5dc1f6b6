package comity.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON array. Equality is by elements; the bytes it was read from do not count. */
public final class JsonArray implements JsonValue {
  private final List<JsonValue> elements;
  private final @Nullable Source source;

  JsonArray(List<JsonValue> elements, @Nullable Source source) {
    this.elements = List.copyOf(elements);
    this.source = source;
  }

  /** An array of these elements. */
  public static JsonArray of(List<? extends JsonValue> elements) {
    return new JsonArray(List.copyOf(elements), null);
  }

  public List<JsonValue> elements() {
    return elements;
  }

  @Nullable Source source() {
    return source;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonArray that && elements.equals(that.elements);
  }

  @Override
  public int hashCode() {
    return elements.hashCode();
  }

  @Override
  public String toString() {
    return Json.text(this);
  }
}
