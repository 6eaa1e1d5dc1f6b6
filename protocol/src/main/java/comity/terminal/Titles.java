package comity.terminal;

/** Titles as they may be shown. */
final class Titles {
  /** In characters; no window shows more. */
  private static final int MAX = 256;

  private Titles() {}

  /** Without control characters, and no longer than the limit. */
  static String clipped(String text) {
    boolean clean = text.length() <= MAX;
    for (int i = 0; clean && i < text.length(); i++) {
      clean = !Character.isISOControl(text.charAt(i));
    }
    if (clean) {
      return text;
    }
    StringBuilder clipped = new StringBuilder();
    text.codePoints()
        .filter(c -> !Character.isISOControl(c))
        .limit(MAX)
        .forEach(clipped::appendCodePoint);
    return clipped.toString();
  }
}
