package comity.memory;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Iterator;
import java.util.Map;

/** JSON as people read it: a member a line, two blanks for each level. */
final class PrettyJson {
  private PrettyJson() {}

  static String of(JsonValue value) {
    StringBuilder text = new StringBuilder();
    write(text, value, "\n");
    return text.append('\n').toString();
  }

  private static void write(StringBuilder text, JsonValue value, String line) {
    switch (value) {
      case JsonObject object when !object.members().isEmpty() -> {
        text.append('{');
        Iterator<Map.Entry<String, JsonValue>> members = object.members().entrySet().iterator();
        while (members.hasNext()) {
          Map.Entry<String, JsonValue> member = members.next();
          text.append(line).append("  ").append(Json.text(new JsonString(member.getKey())));
          text.append(": ");
          write(text, member.getValue(), line + "  ");
          text.append(members.hasNext() ? "," : "");
        }
        text.append(line).append('}');
      }
      case JsonArray array when !array.elements().isEmpty() -> {
        text.append('[');
        for (int at = 0; at < array.elements().size(); at++) {
          text.append(at > 0 ? "," : "").append(line).append("  ");
          write(text, array.elements().get(at), line + "  ");
        }
        text.append(line).append(']');
      }
      default -> text.append(Json.text(value));
    }
  }
}
