package comity.memory;

import java.util.ArrayList;
import java.util.List;

/** Cuts a line into sentences, English and Chinese. */
final class Sentences {
  private static final String ENDS = ".!?";
  private static final String CHINESE_ENDS = "。！？；";
  private static final String CLOSING = "\"”')*_";

  private Sentences() {}

  /** Its sentences with what ends them, none of them blank. A dot within a word ends none. */
  static List<String> of(String line) {
    List<String> sentences = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < line.length(); at++) {
      if (!ends(line, at)) {
        continue;
      }
      int to = after(line, after(line, at, ENDS + CHINESE_ENDS), CLOSING);
      add(sentences, line.substring(from, to));
      from = to;
      at = to - 1;
    }
    add(sentences, line.substring(from));
    return sentences;
  }

  private static boolean ends(String line, int at) {
    char sign = line.charAt(at);
    boolean last = at + 1 == line.length() || Character.isWhitespace(line.charAt(at + 1));
    return CHINESE_ENDS.indexOf(sign) >= 0 || (last && ENDS.indexOf(sign) >= 0);
  }

  private static int after(String line, int from, String signs) {
    int at = from;
    while (at < line.length() && signs.indexOf(line.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static void add(List<String> sentences, String text) {
    if (!text.isBlank()) {
      sentences.add(text.strip());
    }
  }
}
