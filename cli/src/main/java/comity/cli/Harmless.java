package comity.cli;

import comity.json.Json;
import comity.json.JsonValue;
import comity.messages.SafeText;

/** JSON that means the same and does nothing to a terminal it is printed on. */
final class Harmless {
  private Harmless() {}

  /** One line; what a terminal would obey or hide stands as an escape. */
  static String json(JsonValue value) {
    String text = Json.text(value);
    if (text.codePoints().noneMatch(Harmless::acts)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (acts(c)) {
            // Such a character stands in a string only.
            Character.toString(c).chars().forEach(half -> out.append("\\u%04X".formatted(half)));
          } else {
            out.appendCodePoint(c);
          }
        });
    return out.toString();
  }

  private static boolean acts(int c) {
    return Character.isISOControl(c) || SafeText.isHidden(c) || c == 0x2028 || c == 0x2029;
  }
}
