package comity.files;

/**
 * Finds the first bracket that nests too deeply, before a parser that descends once a level sees
 * it. Brackets in strings and comments do not count.
 *
 * @param line 0 where none is too deep
 */
record TomlDepth(int line, int column) {
  /** The schema needs five levels. */
  static final int MAX_DEPTH = 32;

  private static final TomlDepth NONE = new TomlDepth(0, 0);

  boolean tooDeep() {
    return line > 0;
  }

  static TomlDepth of(String text) {
    int depth = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        at = afterString(text, at);
        continue;
      }
      if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        continue;
      }
      if (c == '[' || c == '{') {
        depth++;
      } else if (c == ']' || c == '}') {
        depth = Math.max(0, depth - 1);
      }
      if (depth > MAX_DEPTH) {
        return position(text, at);
      }
      at++;
    }
    return NONE;
  }

  private static int afterString(String text, int start) {
    char quote = text.charAt(start);
    String three = String.valueOf(quote).repeat(3);
    boolean multi = text.startsWith(three, start);
    int at = start + (multi ? 3 : 1);
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && quote == '"') {
        at += 2;
      } else if (multi ? text.startsWith(three, at) : c == quote || c == '\n') {
        return at + (multi ? 3 : 1);
      } else {
        at++;
      }
    }
    return text.length();
  }

  private static TomlDepth position(String text, int at) {
    int lineStart = text.lastIndexOf('\n', at) + 1;
    int line = 1 + (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
    return new TomlDepth(line, text.codePointCount(lineStart, at) + 1);
  }
}
