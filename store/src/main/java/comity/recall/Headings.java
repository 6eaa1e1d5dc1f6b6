package comity.recall;

import java.util.List;
import java.util.regex.Pattern;

/** The headings of a Markdown text, without their marks. */
final class Headings {
  private static final Pattern HEADING =
      Pattern.compile("^ {0,3}#{1,6}[ \\t]+(.*)$", Pattern.MULTILINE);

  /** More say no more about what a file is for. */
  private static final int MAX = 40;

  private Headings() {}

  static List<String> of(String text) {
    return HEADING
        .matcher(text)
        .results()
        .limit(MAX)
        .map(heading -> closed(heading.group(1)))
        .toList();
  }

  /** Without the marks at its end. */
  private static String closed(String text) {
    int end = text.length();
    while (end > 0 && " \t#".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end);
  }
}
