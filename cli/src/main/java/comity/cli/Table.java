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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows in columns, for a person. What came from outside is made harmless for the terminal. */
final class Table {
  /** Between columns. */
  private static final int GAP = 2;

  private static final String INDENT = "    ";

  /** The last column is often words: it is broken into lines of no fewer cells. */
  private static final int LEAST_OF_LAST = 24;

  /** Fields with a time that do not say so by their end. */
  private static final Set<String> TIMES = Set.of("expires", "since", "created");

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
      case JsonString string -> SafeText.shownLine(string.value());
      case JsonArray array ->
          array.elements().stream().map(Table::text).collect(Collectors.joining(" "));
      case JsonNumber number -> number.digits();
      case JsonBoolean truth -> String.valueOf(truth.value());
      case JsonNull _ -> "";
      case JsonObject object -> SafeText.shownLine(object.toString());
    };
  }

  /**
   * A line for each object, below a line with the names of the columns. On a terminal that is too
   * narrow for a row, its further columns stand indented below the first; nothing is cut, since ids
   * and addresses are there to be copied.
   *
   * @param empty the line where there is no object
   * @param width of the terminal; 0 where it is none
   * @param columns the fields to show
   */
  static List<String> lines(List<JsonObject> rows, String empty, int width, List<String> columns) {
    if (rows.isEmpty()) {
      return List.of(empty);
    }
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        columns.stream().map(name -> name.replace('_', ' ').toUpperCase(Locale.ROOT)).toList());
    for (JsonObject row : rows) {
      cells.add(columns.stream().map(name -> cell(row, name)).toList());
    }
    int[] widths = new int[columns.size()];
    for (List<String> line : cells) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], Cells.width(line.get(at)));
      }
    }
    List<Integer> breaks = breaks(widths, width);
    List<String> lines = new ArrayList<>();
    for (List<String> line : cells) {
      int from = 0;
      for (int to : breaks) {
        List<String> part = part(line, widths, from, to, width);
        if (from == 0 || !part.getFirst().isEmpty()) {
          lines.addAll(part);
        }
        from = to;
      }
    }
    return lines;
  }

  /** Where the lines of one row end: after which columns. */
  private static List<Integer> breaks(int[] widths, int width) {
    List<Integer> breaks = new ArrayList<>();
    int used = 0;
    for (int at = 0; width > 0 && at < widths.length; at++) {
      int left = width - used;
      boolean fits = widths[at] <= left || (at == widths.length - 1 && left >= LEAST_OF_LAST);
      if (at > 0 && !fits) {
        breaks.add(at);
        used = INDENT.length();
      }
      used += widths[at] + GAP;
    }
    breaks.add(widths.length);
    return breaks;
  }

  /** The columns of a row on one line; the last one of all goes on below itself. */
  private static List<String> part(List<String> cells, int[] widths, int from, int to, int width) {
    StringBuilder line = new StringBuilder(from == 0 ? "" : INDENT);
    int last = to - 1;
    for (int at = from; at < last; at++) {
      line.append(Cells.padded(cells.get(at), widths[at] + GAP));
    }
    if (to < widths.length || width == 0) {
      return List.of(line.append(cells.get(last)).toString().stripTrailing());
    }
    List<String> lines = new ArrayList<>();
    int column = Cells.width(line.toString());
    for (String piece : Cells.wrapped(cells.get(last), width - column)) {
      lines.add(line.append(piece).toString().stripTrailing());
      line.setLength(0);
      line.repeat(' ', column);
    }
    return lines;
  }

  /** A field as a person is shown it: a time is one of this machine. */
  static String cell(JsonObject row, String name) {
    String text = text(row, name);
    return name.endsWith("_at") || TIMES.contains(name) ? Amounts.local(text) : text;
  }
}
