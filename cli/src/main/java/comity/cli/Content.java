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

  /** The lines of a message; control characters are taken out, as it may come from anyone. */
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
      case "file" -> List.of("[file " + Table.text(block, "name") + source(block) + "]");
      default -> List.of("[" + type + source(block) + "]");
    };
  }

  private static String source(JsonObject block) {
    String url = Table.text(block.object("source").orElse(JsonObject.empty()), "url");
    return url.isEmpty() ? "" : " " + url;
  }

  private static List<String> plain(String text) {
    return List.of(SafeText.plain(text).split("\n", -1));
  }
}
