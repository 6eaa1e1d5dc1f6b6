package comity.files;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Writes tables as TOML, below what a file has already. */
final class TomlText {
  private static final String HEADER =
      """
      # Comity's configuration. All keys, with their defaults: docs/configuration.md.
      # A running hub takes changes over once they are right.
      """;

  private static final String ECHO =
      """

      # The agent that a hub has while no other is named; remove it if you do not need it.
      [agents.echo]
      runner = "echo"
      access = { public = true, require_auth = false, allowed_agents = ["*"] }
      """;

  private TomlText() {}

  /**
   * The bytes before, a blank line, and the table, with the line ends that the bytes before have.
   *
   * @param hasAgents whether agents are named there already; the first to be named must not take
   *     the one away that is there when none is
   */
  static byte[] append(byte[] before, List<String> path, JsonObject values, boolean hasAgents) {
    String old = new String(before, StandardCharsets.UTF_8);
    StringBuilder added = new StringBuilder();
    if (old.isEmpty()) {
      added.append(HEADER);
    } else if (!old.endsWith("\n")) {
      added.append('\n');
    }
    if (path.getFirst().equals("agents") && !hasAgents && !path.getLast().equals("echo")) {
      added.append(ECHO);
    }
    String name = path.stream().map(TomlText::key).collect(Collectors.joining("."));
    added
        .append('\n')
        .append(path.size() == 1 ? "[[" + name + "]]" : "[" + name + "]")
        .append('\n');
    values
        .members()
        .forEach((k, v) -> added.append(key(k)).append(" = ").append(value(v)).append('\n'));
    String text = added.toString();
    byte[] end =
        (old.contains("\r\n") ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[before.length + end.length];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(end, 0, all, before.length, end.length);
    return all;
  }

  private static String key(String name) {
    return name.matches("[A-Za-z0-9_-]+") ? name : quoted(name);
  }

  private static String value(JsonValue value) {
    return switch (value) {
      case JsonString text -> quoted(text.value());
      case JsonNumber number -> number.digits();
      case JsonBoolean truth -> String.valueOf(truth.value());
      case JsonArray array ->
          array.elements().stream()
              .map(TomlText::value)
              .collect(Collectors.joining(", ", "[", "]"));
      case JsonObject object ->
          object.members().isEmpty()
              ? "{}"
              : object.members().entrySet().stream()
                  .map(m -> key(m.getKey()) + " = " + value(m.getValue()))
                  .collect(Collectors.joining(", ", "{ ", " }"));
      case JsonNull _ -> throw new IllegalArgumentException("TOML has no null");
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7F) {
            out.append("\\u%04X".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
