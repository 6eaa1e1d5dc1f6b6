package comity.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Words of others below or behind words of ours. Each further line is indented, so that none can
 * look like one of ours: not by line ends in it, nor because the terminal breaks it.
 */
final class Indented {
  private static final String INDENT = "    ";

  private Indented() {}

  /**
   * The text behind {@code head}, its further lines indented.
   *
   * @param width of the terminal; 0 where it is none, and lines stay as long as they are
   */
  static List<String> behind(String head, String text, int width) {
    List<String> lines = new ArrayList<>();
    String begin = head;
    for (String line : text.split("\n", -1)) {
      List<String> parts =
          width == 0
              ? List.of(line)
              : Cells.folded(line, width - Cells.width(begin), width - INDENT.length());
      for (String part : parts) {
        lines.add((begin + part).stripTrailing());
        begin = INDENT;
      }
    }
    return lines;
  }

  /** All lines of the text, indented. */
  static List<String> lines(String text, int width) {
    return behind(INDENT, text, width);
  }
}
