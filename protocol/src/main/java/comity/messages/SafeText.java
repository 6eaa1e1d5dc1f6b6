package comity.messages;

/**
 * Makes text and names from outside harmless before they reach a terminal, prompt or file system.
 */
public final class SafeText {
  /** Of a file name: most file systems take 255 bytes, and a character may need four. */
  public static final int MAX_NAME = 60;

  private SafeText() {}

  /**
   * Without control characters but tab and line feed; every other line end is a line feed, so that
   * no reader sees more lines than we quoted.
   */
  public static String plain(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean crlf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || c == '\t') {
        out.append(c);
      } else if (c == '\r'
          || c == '\u000B'
          || c == '\f'
          || c == '\u0085'
          || c == '\u2028'
          || c == '\u2029') {
        out.append(crlf ? "" : "\n");
      } else if (!Character.isISOControl(c)) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** {@link #plain} on one line. */
  public static String line(String text) {
    return plain(text).replace('\n', ' ').replace('\t', ' ');
  }

  /**
   * {@link #plain} without what a terminal obeys instead of showing it: characters that turn the
   * direction of what follows, or that nobody sees. Half a surrogate pair goes too.
   */
  public static String shown(String text) {
    String plain = plain(text);
    if (plain.codePoints().noneMatch(SafeText::isHidden)) {
      return plain;
    }
    StringBuilder out = new StringBuilder(plain.length());
    plain.codePoints().filter(c -> !isHidden(c)).forEach(out::appendCodePoint);
    return out.toString();
  }

  /** {@link #shown} on one line. */
  public static String shownLine(String text) {
    return line(shown(text));
  }

  /** Whether {@link #shown} leaves the character out beside what {@link #plain} does. */
  public static boolean isHidden(int c) {
    int type = Character.getType(c);
    return type == Character.SURROGATE || (type == Character.FORMAT && !isSignBeforeDigits(c));
  }

  /** Of the format characters, the few of Arabic, Syriac and Kaithi numbers that are seen. */
  private static boolean isSignBeforeDigits(int c) {
    return (c >= 0x600 && c <= 0x605)
        || c == 0x6DD
        || c == 0x70F
        || (c >= 0x890 && c <= 0x891)
        || c == 0x8E2
        || c == 0x110BD
        || c == 0x110CD;
  }

  /** A file name that is one path segment, no option and no hidden file. */
  public static String fileName(String name) {
    StringBuilder out = new StringBuilder();
    name.codePoints()
        .forEach(c -> {
          boolean kept = Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
          out.appendCodePoint(kept ? c : '_');
        });
    int over = out.codePointCount(0, out.length()) - MAX_NAME;
    // The end is kept: it has the extension.
    String cut = over > 0 ? out.substring(out.offsetByCodePoints(0, over)) : out.toString();
    String safe = cut.replaceFirst("^[.-]+", "_");
    return safe.isEmpty() ? "_" : safe;
  }
}
