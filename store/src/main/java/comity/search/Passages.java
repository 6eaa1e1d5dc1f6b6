package comity.search;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a Markdown file into passages. A passage ends at a blank line, a heading, the next item of a
 * list, a fence; what is too long for the model is cut once more, between lines or, within one
 * line, behind a sentence. A heading alone is none: it says what others are about.
 */
public final class Passages {
  /**
   * The most one passage weighs: some 400 tokens, which the models still read whole. A letter
   * weighs 1.
   */
  static final int MAX_WEIGHT = 1600;

  /** Signs of Chinese, Japanese and Korean are about a token each, other letters a quarter. */
  private static final int WIDE_WEIGHT = 3;

  private static final Pattern HEADING =
      Pattern.compile(" {0,3}(#{1,6})(?:[ \\t]+(.*?))??(?:[ \\t]+#+)?[ \\t]*");
  private static final Pattern ITEM = Pattern.compile("(?:[-*+]|\\d{1,9}[.)])[ \\t]+\\S.*");
  private static final Pattern FENCE = Pattern.compile("[ \\t]*(?:[-*+][ \\t]+)?(```+|~~~+).*");
  private static final Pattern SENTENCE_END =
      Pattern.compile("[.!?;][\"')\\]”’]*\\s+|[。！？；…][”』」）]*|\\s+");

  private final List<Passage> passages = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private final List<Integer> levels = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private int firstOpen;
  private int section;
  private OptionalLong day;

  private Passages(OptionalLong day) {
    this.day = day;
  }

  /**
   * The passages of a file in their order.
   *
   * @param name of the file; a date in it is the day of its passages until a heading has another
   * @param text of the file; lines end with {@code \n} or {@code \r\n}
   */
  public static List<Passage> of(String name, String text) {
    Passages cutting = new Passages(Days.in(name.substring(name.lastIndexOf('/') + 1)));
    cutting.cut(text.split("\r?\n", -1));
    return List.copyOf(cutting.passages);
  }

  private void cut(String[] lines) {
    String fence = "";
    for (int i = 0; i < lines.length; i++) {
      String line = i == 0 && lines[i].startsWith("\uFEFF") ? lines[i].substring(1) : lines[i];
      Matcher fenced = FENCE.matcher(line);
      if (!fence.isEmpty()) {
        take(line, i + 1);
        fence = fenced.matches() && fenced.group(1).startsWith(fence) ? "" : fence;
        continue;
      }
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        close();
        heading(heading.group(1).length(), heading.group(2) == null ? "" : heading.group(2));
      } else if (line.isBlank() || isRule(line)) {
        close();
      } else {
        if (ITEM.matcher(line).matches()) {
          close();
        }
        take(line, i + 1);
        fence = fenced.matches() ? fenced.group(1) : "";
      }
    }
    close();
  }

  private void heading(int level, String text) {
    while (!levels.isEmpty() && levels.getLast() >= level) {
      levels.removeLast();
      path.removeLast();
    }
    levels.add(level);
    path.add(text.strip());
    section++;
    OptionalLong dated = Days.in(text);
    day = dated.isPresent() ? dated : day;
  }

  private void take(String line, int number) {
    if (open.isEmpty()) {
      firstOpen = number;
    }
    open.add(line);
  }

  /** A line of three or more hyphens, stars or underscores, with blanks between them. */
  private static boolean isRule(String line) {
    String bare = line.strip();
    char mark = bare.isEmpty() ? ' ' : bare.charAt(0);
    long marks = bare.chars().filter(c -> c == mark).count();
    return "-*_".indexOf(mark) >= 0
        && marks >= 3
        && bare.chars().allMatch(c -> c == mark || c == ' ' || c == '\t');
  }

  private void close() {
    if (open.isEmpty()) {
      return;
    }
    String speaker = Speakers.of(open.getFirst().strip());
    int from = 0;
    int weight = 0;
    for (int i = 0; i < open.size(); i++) {
      int more = weight(open.get(i));
      if (weight + more > MAX_WEIGHT && i > from) {
        add(from, i, speaker);
        from = i;
        weight = 0;
      }
      weight += more;
    }
    add(from, open.size(), speaker);
    open.clear();
  }

  private void add(int from, int to, String speaker) {
    int first = firstOpen + from;
    String text = String.join("\n", open.subList(from, to)).strip();
    for (String piece : pieces(text)) {
      passages.add(
          new Passage(
              first,
              firstOpen + to - 1,
              piece,
              String.join(" > ", path),
              section,
              day,
              Speakers.of(piece).equals(speaker) ? speaker : ""));
    }
  }

  /** More than one only where a single line is too long. */
  private static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int to = end(text, from);
      pieces.add(text.substring(from, to).strip());
      from = to;
    }
    pieces.removeIf(String::isEmpty);
    return pieces;
  }

  /** Where a piece that begins at {@code from} ends: the last end of a sentence that still fits. */
  private static int end(String text, int from) {
    int limit = from;
    for (int weight = 0; limit < text.length(); limit++) {
      weight += weight(text.charAt(limit));
      if (weight > MAX_WEIGHT) {
        break;
      }
    }
    if (limit == text.length()) {
      return limit;
    }
    int sentence = from;
    int blank = from;
    Matcher matcher = SENTENCE_END.matcher(text).region(from, limit);
    while (matcher.find()) {
      if (Character.isWhitespace(text.charAt(matcher.start()))) {
        blank = matcher.end();
      } else {
        sentence = matcher.end();
      }
    }
    // A first half that is much too short would say too little.
    int half = from + (limit - from) / 2;
    if (sentence > half) {
      return sentence;
    }
    if (blank > half) {
      return blank;
    }
    return Character.isLowSurrogate(text.charAt(limit)) ? limit - 1 : limit;
  }

  private static int weight(String line) {
    int weight = 1;
    for (int i = 0; i < line.length(); i++) {
      weight += weight(line.charAt(i));
    }
    return weight;
  }

  private static int weight(char sign) {
    boolean wide =
        (sign >= 0x2E80 && sign < 0xE000) || (sign >= 0xF900 && sign < 0xFB00) || sign >= 0xFE30;
    return wide ? WIDE_WEIGHT : 1;
  }
}
