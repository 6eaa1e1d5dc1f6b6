package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows in columns, for a person. What came from outside is made harmless for the terminal. */
final class Table {
  private Table() {}

  /** The objects of an array. */
  static List<JsonObject> objects(JsonObject body, String name) {
    List<JsonObject> objects = new ArrayList<>();
    if (body.get(name) instanceof JsonArray array) {
      for (JsonValue value : array.elements()) {
        if (value instanceof JsonObject object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  /** A field as one line of text; empty where it is absent. */
  static String text(JsonObject object, String name) {
    return text(object.get(name));
  }

  private static String text(@Nullable JsonValue value) {
    return switch (value) {
      case null -> "";
      case JsonString string -> SafeText.line(string.value());
      case JsonArray array ->
          array.elements().stream().map(Table::text).collect(Collectors.joining(" "));
      case JsonNumber number -> number.digits();
      case JsonBoolean truth -> String.valueOf(truth.value());
      case JsonNull _ -> "";
      case JsonObject object -> SafeText.line(object.toString());
    };
  }

  /**
   * A line for each object, below a line with the names of the columns.
   *
   * @param empty the line where there is no object
   * @param columns the fields to show
   */
  static List<String> lines(List<JsonObject> rows, String empty, String... columns) {
    if (rows.isEmpty()) {
      return List.of(empty);
    }
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        Arrays.stream(columns)
            .map(name -> name.replace('_', ' ').toUpperCase(Locale.ROOT))
            .toList());
    for (JsonObject row : rows) {
      cells.add(Arrays.stream(columns).map(name -> text(row, name)).toList());
    }
    int[] widths = new int[columns.length];
    for (List<String> line : cells) {
      for (int at = 0; at < columns.length; at++) {
        widths[at] = Math.max(widths[at], width(line.get(at)));
      }
    }
    return cells.stream().map(line -> padded(line, widths)).toList();
  }

  private static String padded(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int at = 0; at < cells.size(); at++) {
      line.append(cells.get(at)).repeat(' ', widths[at] - width(cells.get(at)) + 2);
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
