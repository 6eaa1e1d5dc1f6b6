package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JSON schemas of what tools take and give, as far as they need it. */
final class Shape {
  private JsonObject properties = JsonObject.empty();
  private final List<JsonString> required = new ArrayList<>();

  private Shape() {}

  /** Of an object that has nothing but what is added. */
  static Shape object() {
    return new Shape();
  }

  /** A text that must be there. */
  Shape needs(String name, String description) {
    required.add(new JsonString(name));
    return with(name, typed("string", description));
  }

  /** A text that may be there. */
  Shape takes(String name, String description) {
    return with(name, typed("string", description));
  }

  /** One of these words. */
  Shape takes(String name, String description, String... words) {
    return with(
        name,
        typed("string", description)
            .with("enum", JsonArray.of(Arrays.stream(words).map(JsonString::new).toList())));
  }

  /** One of these words, which must be there. */
  Shape needs(String name, String description, String... words) {
    required.add(new JsonString(name));
    return takes(name, description, words);
  }

  /** A truth that may be there. */
  Shape flag(String name, String description) {
    return with(name, typed("boolean", description));
  }

  /** A member of a result. */
  Shape gives(String name, String type) {
    required.add(new JsonString(name));
    return with(name, JsonObject.empty().with("type", type));
  }

  /** A member of a result that need not be there. */
  Shape mayGive(String name, String type) {
    return with(name, JsonObject.empty().with("type", type));
  }

  /** An array of such objects. */
  Shape gives(String name, Shape each) {
    required.add(new JsonString(name));
    return with(name, JsonObject.empty().with("type", "array").with("items", each.json()));
  }

  private Shape with(String name, JsonObject property) {
    properties = properties.with(name, property);
    return this;
  }

  private static JsonObject typed(String type, String description) {
    return JsonObject.empty().with("type", type).with("description", description);
  }

  JsonObject json() {
    JsonObject json = JsonObject.empty().with("type", "object").with("properties", properties);
    return (required.isEmpty() ? json : json.with("required", JsonArray.of(List.copyOf(required))))
        .with("additionalProperties", false);
  }
}
