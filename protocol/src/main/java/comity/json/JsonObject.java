package comity.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose members keep their order. Equality is by members; order and the bytes it was
 * read from do not count.
 */
public final class JsonObject implements JsonValue {
  private static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>(), null);

  private final SequencedMap<String, JsonValue> members;
  private final @Nullable Source source;

  /** Takes {@code members} over: the caller keeps no reference to it. */
  JsonObject(SequencedMap<String, JsonValue> members, @Nullable Source source) {
    this.members = Collections.unmodifiableSequencedMap(members);
    this.source = source;
  }

  /** The object without members. */
  public static JsonObject empty() {
    return EMPTY;
  }

  /** An object of these members, in their order. */
  public static JsonObject of(SequencedMap<String, ? extends JsonValue> members) {
    return new JsonObject(new LinkedHashMap<>(members), null);
  }

  public SequencedMap<String, JsonValue> members() {
    return members;
  }

  /** The member of that name; absent and {@code null} are told apart. */
  public @Nullable JsonValue get(String name) {
    return members.get(name);
  }

  /** The member of that name where it is a string. */
  public Optional<String> string(String name) {
    return members.get(name) instanceof JsonString s ? Optional.of(s.value()) : Optional.empty();
  }

  /** The member of that name where it is an object. */
  public Optional<JsonObject> object(String name) {
    return members.get(name) instanceof JsonObject o ? Optional.of(o) : Optional.empty();
  }

  /** A copy with this member, in its old place where the name was there, else last. */
  public JsonObject with(String name, JsonValue value) {
    LinkedHashMap<String, JsonValue> changed = new LinkedHashMap<>(members);
    changed.put(name, value);
    return new JsonObject(changed, null);
  }

  /** A copy with this string member. */
  public JsonObject with(String name, String value) {
    return with(name, new JsonString(value));
  }

  /** A copy with this number member. */
  public JsonObject with(String name, long value) {
    return with(name, JsonNumber.of(value));
  }

  /** A copy with this boolean member. */
  public JsonObject with(String name, boolean value) {
    return with(name, new JsonBoolean(value));
  }

  /** A copy without this member; this object itself where there is no such member. */
  public JsonObject without(String name) {
    if (!members.containsKey(name)) {
      return this;
    }
    LinkedHashMap<String, JsonValue> changed = new LinkedHashMap<>(members);
    changed.remove(name);
    return new JsonObject(changed, null);
  }

  @Nullable Source source() {
    return source;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonObject that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return Json.text(this);
  }
}
