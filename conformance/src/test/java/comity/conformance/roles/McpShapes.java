package comity.conformance.roles;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares what a tool gave with the schema that it names for it. */
final class McpShapes {
  private McpShapes() {}

  /** What does not fit; empty where all does. */
  static List<String> faults(JsonObject schema, JsonValue value) {
    List<String> faults = new ArrayList<>();
    compare(schema, value, "$", faults);
    return faults;
  }

  private static void compare(JsonObject schema, JsonValue value, String at, List<String> faults) {
    String type = schema.string("type").orElse("(none)");
    boolean fits =
        switch (type) {
          case "object" -> value instanceof JsonObject;
          case "array" -> value instanceof JsonArray;
          case "string" -> value instanceof JsonString;
          case "boolean" -> value instanceof JsonBoolean;
          case "number" -> value instanceof JsonNumber;
          case "integer" -> value instanceof JsonNumber number && number.asLong().isPresent();
          default -> false;
        };
    if (!fits) {
      faults.add(at + " is no " + type + ": " + value);
    }
    if (value instanceof JsonArray array && schema.get("items") instanceof JsonObject items) {
      array.elements().forEach(each -> compare(items, each, at + "[]", faults));
    }
    if (value instanceof JsonObject object) {
      members(schema, object, at, faults);
    }
  }

  private static void members(
      JsonObject schema, JsonObject object, String at, List<String> faults) {
    for (String name : McpClient.texts(schema, "required")) {
      if (object.get(name) == null) {
        faults.add(at + "." + name + " is missing");
      }
    }
    JsonObject properties = schema.object("properties").orElse(JsonObject.empty());
    for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
      if (properties.get(member.getKey()) instanceof JsonObject property) {
        compare(property, member.getValue(), at + "." + member.getKey(), faults);
      } else {
        faults.add(at + "." + member.getKey() + " is not named");
      }
    }
  }
}
