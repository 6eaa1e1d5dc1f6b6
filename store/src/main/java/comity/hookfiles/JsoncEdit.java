package comity.hookfiles;

import comity.hookfiles.Jsonc.Comment;
import comity.hookfiles.Jsonc.Member;
import comity.hookfiles.Jsonc.Node;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts one value into a text of JSON, or takes one out, in the manner of the text: its indentation,
 * its line ends, its commas. Nothing else changes.
 */
final class JsoncEdit {
  private final String text;
  private final Node root;
  private final List<Comment> comments;
  private final String newline;

  JsoncEdit(String text, Jsonc.Reading.Read read) {
    this.text = text;
    this.root = read.root();
    this.comments = read.comments();
    this.newline = text.contains("\r\n") ? "\r\n" : "\n";
  }

  /** The text with one member more, the last of {@code table}. */
  String with(Jsonc.Table table, String name, JsonValue value) {
    List<Place> places =
        table.members().stream().map(each -> new Place(each.at(), each.value().to())).toList();
    return added(table, places, Json.text(new JsonString(name)) + ": ", value);
  }

  /** The text with one item more, the last of {@code items}. */
  String with(Jsonc.Items items, JsonValue value) {
    List<Place> places =
        items.items().stream().map(each -> new Place(each.from(), each.to())).toList();
    return added(items, places, "", value);
  }

  /** The text without a member of {@code table}. */
  String without(Jsonc.Table table, Member member) {
    return removed(
        table,
        table.members().stream().map(each -> new Place(each.at(), each.value().to())).toList(),
        table.members().indexOf(member));
  }

  /** The text without an item of {@code items}. */
  String without(Jsonc.Items items, Node item) {
    return removed(
        items,
        items.items().stream().map(each -> new Place(each.from(), each.to())).toList(),
        items.items().indexOf(item));
  }

  /** Where an item of a container stands. */
  private record Place(int from, int to) {}

  private String added(Node container, List<Place> places, String head, JsonValue value) {
    int last = places.isEmpty() ? container.from() + 1 : places.getLast().to();
    int comma = places.isEmpty() ? -1 : comma(last, container.to() - 1);
    int after = past(comma >= 0 ? comma + 1 : last, container.to() - 1, places.isEmpty());
    boolean oneLine =
        text.substring(container.from(), container.to()).indexOf('\n') < 0
            && !(places.isEmpty() && (container.equals(root) || isOverLines()));
    StringBuilder out = new StringBuilder();
    if (oneLine) {
      String gap = places.isEmpty() ? "" : " ";
      out.append(text, 0, last);
      if (!places.isEmpty() && comma < 0) {
        out.append(',');
      }
      out.append(text, last, after).append(gap).append(head).append(compact(value));
      return out.append(comma >= 0 ? "," : "").append(text, after, text.length()).toString();
    }
    String outer = indentOf(container.from());
    String indent = places.isEmpty() ? outer + unit() : indentOf(places.getLast().from());
    out.append(text, 0, last);
    if (!places.isEmpty() && comma < 0) {
      out.append(',');
    }
    out.append(text, last, after).append(newline).append(indent).append(head);
    pretty(value, indent, out);
    if (comma >= 0) {
      out.append(',');
    }
    boolean closed = text.substring(after, container.to()).indexOf('\n') >= 0;
    if (!closed) {
      out.append(newline).append(outer);
    }
    return out.append(text, after, text.length()).toString();
  }

  private String removed(Node container, List<Place> places, int index) {
    Place place = places.get(index);
    int comma = comma(place.to(), container.to() - 1);
    String rest = text.substring(place.to());
    if (comma >= 0) {
      // Comments before the comma belong to somebody.
      String between = text.substring(place.to(), comma);
      rest = (between.isBlank() ? "" : between) + text.substring(comma + 1);
    }
    int start = place.from();
    while (start > container.from() + 1 && Character.isWhitespace(text.charAt(start - 1))) {
      start--;
    }
    if (endsLineComment(start) && !rest.stripLeading().isEmpty() && !goesOnInNextLine(rest)) {
      // What follows must not become part of the comment.
      start = place.from();
    }
    if (comma < 0 && index > 0) {
      int before = comma(places.get(index - 1).to(), place.from());
      return text.substring(0, before) + text.substring(before + 1, start) + rest;
    }
    if (comma < 0
        && text.substring(container.from() + 1, start).isBlank()
        && text.substring(place.to(), container.to() - 1).isBlank()) {
      // Nothing is left in it.
      return text.substring(0, container.from() + 1) + text.substring(container.to() - 1);
    }
    return text.substring(0, start) + rest;
  }

  private boolean endsLineComment(int place) {
    return comments.stream().anyMatch(each -> each.line() && each.to() == place);
  }

  private static boolean goesOnInNextLine(String rest) {
    String shown = rest.replaceFirst("^[ \\t]+", "");
    return shown.startsWith("\n") || shown.startsWith("\r");
  }

  /** Where the comma is between there and {@code end}, outside of comments; -1 for none. */
  private int comma(int from, int end) {
    int at = from;
    while (at < end) {
      int here = at;
      Comment comment =
          comments.stream().filter(each -> each.from() == here).findFirst().orElse(null);
      if (comment != null) {
        at = comment.to();
      } else if (text.charAt(at) == ',') {
        return at;
      } else if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else {
        return -1;
      }
    }
    return -1;
  }

  /**
   * Past the comments that belong to what ends there: of its line, or all in an empty container.
   */
  private int past(int from, int end, boolean all) {
    int past = from;
    for (Comment comment : comments) {
      if (comment.from() >= past && comment.to() <= end) {
        String between = text.substring(past, comment.from());
        if (between.isBlank() && (all || between.indexOf('\n') < 0)) {
          past = comment.to();
        }
      }
    }
    return past;
  }

  /** The white space at the beginning of the line of that place. */
  private String indentOf(int place) {
    int line = text.lastIndexOf('\n', place - 1) + 1;
    int end = line;
    while (end < place && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(line, end);
  }

  private boolean isOverLines() {
    return text.substring(root.from(), root.to()).indexOf('\n') >= 0;
  }

  /** By how much each level is indented, as the first member of the text is. */
  private String unit() {
    if (root instanceof Jsonc.Table table && !table.members().isEmpty()) {
      int first = table.members().getFirst().at();
      int line = text.lastIndexOf('\n', first - 1) + 1;
      String before = text.substring(line, first);
      String outer = indentOf(root.from());
      if (line > root.from() && before.isBlank() && before.length() > outer.length()) {
        return before.substring(outer.length());
      }
    }
    return "  ";
  }

  private static String compact(JsonValue value) {
    return switch (value) {
      case JsonObject object -> {
        StringBuilder out = new StringBuilder("{");
        object
            .members()
            .forEach((name, member) ->
                out.append(out.length() > 1 ? ", " : "")
                    .append(Json.text(new JsonString(name)))
                    .append(": ")
                    .append(compact(member)));
        yield out.append('}').toString();
      }
      case JsonArray array ->
          "[" + String.join(", ", array.elements().stream().map(JsoncEdit::compact).toList()) + "]";
      default -> Json.text(value);
    };
  }

  /** Objects and arrays over several lines; the first is at the caller's indentation. */
  private void pretty(JsonValue value, String indent, StringBuilder out) {
    String inner = indent + unit();
    switch (value) {
      case JsonObject object when !object.members().isEmpty() -> {
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, JsonValue> each : object.members().entrySet()) {
          out.append(first ? "" : ",").append(newline).append(inner);
          out.append(Json.text(new JsonString(each.getKey()))).append(": ");
          pretty(Objects.requireNonNull(each.getValue()), inner, out);
          first = false;
        }
        out.append(newline).append(indent).append('}');
      }
      case JsonArray array when !array.elements().isEmpty() -> {
        out.append('[');
        boolean first = true;
        for (JsonValue each : array.elements()) {
          out.append(first ? "" : ",").append(newline).append(inner);
          pretty(each, inner, out);
          first = false;
        }
        out.append(newline).append(indent).append(']');
      }
      default -> out.append(Json.text(value));
    }
  }
}
