package comity.cli;

import java.util.ArrayList;
import java.util.List;

/** How wide text is on a terminal, and where a line of it can be broken. */
final class Cells {
  /** Code points that take two cells, beside emoji: first and last of each range (UAX #11). */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0xA4CF,
    0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF01, 0xFF60,
    0xFFE0, 0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0, 0x1B2FF, 0x1F200, 0x1F265, 0x20000, 0x3FFFD
  };

  /** Two of them are one flag, which is two cells wide. */
  private static final int FIRST_FLAG_HALF = 0x1F1E6;

  private static final int LAST_FLAG_HALF = 0x1F1FF;

  private Cells() {}

  /** The cells of text without control characters. */
  static int width(String text) {
    int width = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      width += width(c);
      at += Character.charCount(c);
    }
    return width;
  }

  private static int width(int c) {
    if (c < 0x300) {
      return 1;
    }
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || (c >= 0x1160 && c <= 0x11FF)) {
      return 0;
    }
    if (c < WIDE[0] || (c >= FIRST_FLAG_HALF && c <= LAST_FLAG_HALF)) {
      return 1;
    }
    for (int at = 0; at < WIDE.length; at += 2) {
      if (c >= WIDE[at] && c <= WIDE[at + 1]) {
        return 2;
      }
    }
    return Character.isEmojiPresentation(c) ? 2 : 1;
  }

  /** {@code text} and so many blanks that it takes {@code width} cells. */
  static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - width(text)));
  }

  /** Lines of at most {@code width} cells, broken at blanks; a longer word stays whole. */
  static List<String> wrapped(String text, int width) {
    return lines(text, width, width, false);
  }

  /**
   * Lines of at most {@code width} cells whatever the text is: for words of others, that none of
   * them comes to stand at the edge of the terminal by itself. Tabs become blanks.
   *
   * @param first how many cells the first line may take; where that is too few, it is empty
   */
  static List<String> folded(String text, int first, int width) {
    return lines(expanded(text), first, Math.max(2, width), true);
  }

  private static String expanded(String text) {
    if (text.indexOf('\t') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    int column = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int cells = c == '\t' ? 8 - column % 8 : width(c);
      if (c == '\t') {
        out.repeat(' ', cells);
      } else {
        out.appendCodePoint(c);
      }
      column += cells;
      at += Character.charCount(c);
    }
    return out.toString();
  }

  private static List<String> lines(String text, int first, int width, boolean cuts) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (true) {
      int end = fitting(text, start, lines.isEmpty() ? first : width);
      if (end == text.length()) {
        lines.add(text.substring(start));
        return lines;
      }
      int blank = text.lastIndexOf(' ', end);
      boolean words = blank > start && !text.substring(start, blank).isBlank();
      if (!words && !cuts) {
        blank = text.indexOf(' ', end);
        if (blank < 0) {
          lines.add(text.substring(start));
          return lines;
        }
        words = true;
      }
      int stop = words ? blank : end;
      lines.add(text.substring(start, stop).stripTrailing());
      start = stop;
      while (start < text.length() && text.charAt(start) == ' ') {
        start++;
      }
      if (start == text.length()) {
        return lines;
      }
    }
  }

  /** The end of the longest part from {@code start} that takes at most {@code width} cells. */
  private static int fitting(String text, int start, int width) {
    int cells = 0;
    int at = start;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      cells += width(c);
      if (cells > width) {
        return at;
      }
      at += Character.charCount(c);
    }
    return at;
  }
}
