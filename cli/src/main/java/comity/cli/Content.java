package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.SafeText;
import java.util.ArrayList;
import java.util.List;

/** The content of a message, for a person at a terminal. */
final class Content {
  private Content() {}

  /** The lines of a message; it may come from anyone, so nothing in it acts on a terminal. */
  static List<String> lines(JsonObject envelope) {
    List<String> lines = new ArrayList<>();
    if (envelope.get("content") instanceof JsonArray blocks) {
      blocks.elements().forEach(block -> lines.addAll(block(block)));
    } else if (envelope.get("content") instanceof JsonString text) {
      lines.addAll(plain(text.value()));
    }
    return lines;
  }

  private static List<String> block(JsonValue value) {
    if (!(value instanceof JsonObject block)) {
      return List.of();
    }
    String type = Table.text(block, "type");
    return switch (type) {
      case "text" -> plain(block.string("text").orElse(""));
      case "code" -> {
        List<String> lines = new ArrayList<>();
        lines.add("```" + Table.text(block, "language"));
        lines.addAll(plain(block.string("code").orElse("")));
        lines.add("```");
        yield lines;
      }
      case "file" ->
          List.of(
              "[file "
                  + Table.text(block, "name")
                  + about(block, Table.text(block, "mime_type"))
                  + "]");
      default -> List.of("[" + type + about(block, "") + "]");
    };
  }

  /** Where it is, or what it is and how large. */
  private static String about(JsonObject block, String mimeType) {
    JsonObject source = block.object("source").orElse(JsonObject.empty());
    String url = Table.text(source, "url");
    if (!url.isEmpty()) {
      return " " + url;
    }
    if (source.members().isEmpty()) {
      return "";
    }
    String type = mimeType.isEmpty() ? Table.text(source, "media_type") : mimeType;
    String data = source.string("data").orElse("");
    int padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
    return ", " + type + ", " + Amounts.bytes((data.length() - padding) * 3L / 4);
  }

  private static List<String> plain(String text) {
    return List.of(SafeText.shown(text).split("\n", -1));
  }
}
