package comity.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts texts together so that the whole never has more tokens than it may (MEM-11): what does not
 * fit is cut at a paragraph's end, and a line says so.
 *
 * <p>Tokens of a whole are not the sum of those of its parts, so the whole is counted anew for each
 * part. The sum only tells where to begin to try.
 */
final class Packing {
  /** The longest token of both vocabularies, in bytes: a text that is longer has more than one. */
  private static final int MAX_TOKEN_BYTES = 128;

  private final Tokenizer tokenizer;
  private final StringBuilder text = new StringBuilder();
  private int tokens;

  Packing(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /**
   * What was taken of a text.
   *
   * @param lines how many of its lines, from the first
   * @param tokens that the whole grew by
   * @param isWhole whether it is all of it
   */
  record Taken(int lines, int tokens, boolean isWhole) {}

  String text() {
    return text.toString();
  }

  int tokens() {
    return tokens;
  }

  /**
   * Adds a text, as far as it fits.
   *
   * @param heading a line above it
   * @param name how the line calls it that says what was left out
   * @param most tokens that the whole may have then
   */
  Taken add(String heading, String body, String name, int most) {
    String head = (text.isEmpty() ? "" : "\n") + heading + "\n";
    List<Integer> ends = Paragraphs.ends(body);
    if (ends.isEmpty()) {
      return new Taken(0, 0, true);
    }
    int before = tokens;
    // Mostly all of it fits, which one count tells.
    if (mayFit(body, most) && put(head + closed(body), most)) {
      return new Taken(lines(body), tokens - before, true);
    }
    int fitting = Math.min(fitting(head, body, ends, most), ends.size() - 1);
    for (int taken = fitting; taken > 0; taken--) {
      String part = body.substring(0, ends.get(taken - 1));
      if (put(head + closed(part) + leftOut(name, lines(part) + 1), most)) {
        return new Taken(lines(part), tokens - before, false);
      }
    }
    return new Taken(0, note(leftOut(name, 1), most), false);
  }

  /** Whether a text may have no more tokens than are left; one that may not need not be counted. */
  boolean mayFit(String body, int most) {
    return body.length() <= ((long) most - tokens) * MAX_TOKEN_BYTES;
  }

  /** Adds a text if it fits. */
  private boolean put(String added, int most) {
    int now = tokenizer.count(text + added);
    if (now > most) {
      return false;
    }
    text.append(added);
    tokens = now;
    return true;
  }

  /**
   * Adds the best of some passages, as many as fit, in the order of their file.
   *
   * @param ranked the best first
   * @return those that were taken, in the order of the file
   */
  List<Passage> add(String heading, List<Passage> ranked, int most) {
    String head = (text.isEmpty() ? "" : "\n") + heading + "\n";
    List<Passage> taken = new ArrayList<>();
    String best = "";
    int grown = tokens;
    for (Passage passage : ranked) {
      List<Passage> tried = new ArrayList<>(taken);
      tried.add(passage);
      tried.sort(Comparator.comparingInt(Passage::line));
      String added = head + joined(tried);
      int now = tokenizer.count(text + added);
      if (now <= most) {
        taken = tried;
        best = added;
        grown = now;
      }
    }
    text.append(best);
    tokens = grown;
    return taken;
  }

  private static String joined(List<Passage> passages) {
    StringBuilder joined = new StringBuilder();
    int next = 1;
    for (Passage passage : passages) {
      joined.append(passage.line() > next ? "[…]\n" : "").append(closed(passage.text()));
      next = passage.line() + (int) passage.text().lines().count();
    }
    return joined.toString();
  }

  /**
   * Adds lines, as many of the first as fit.
   *
   * @return how many
   */
  int lines(List<String> lines, int most) {
    long left = (long) most - tokens;
    int fitting = 0;
    while (fitting < lines.size() && left >= 0) {
      String line = lines.get(fitting) + "\n";
      left -= mayFit(line, most) ? tokenizer.count(line) : Integer.MAX_VALUE;
      fitting += left >= 0 ? 1 : 0;
    }
    while (fitting > 0 && !put(String.join("\n", lines.subList(0, fitting)) + "\n", most)) {
      fitting--;
    }
    // Together they may have had fewer tokens than each by itself.
    while (fitting < lines.size()
        && mayFit(lines.get(fitting), most)
        && put(lines.get(fitting) + "\n", most)) {
      fitting++;
    }
    return fitting;
  }

  /** Adds a line where it fits; gives the tokens that the whole grew by. */
  int note(String line, int most) {
    int before = tokens;
    return put(line, most) ? tokens - before : 0;
  }

  private static String leftOut(String name, int line) {
    return "[left out: " + name + " from line " + line + ", over the budget]\n";
  }

  private static String closed(String part) {
    return part.isEmpty() || part.endsWith("\n") ? part : part + "\n";
  }

  private static int lines(String part) {
    return (int) part.lines().count();
  }

  /** How many paragraphs may fit; tokens that two of them would share are not counted on. */
  private int fitting(String head, String body, List<Integer> ends, int most) {
    long left = (long) most - tokens - tokenizer.count(head);
    int from = 0;
    for (int at = 0; at < ends.size(); at++) {
      int end = ends.get(at);
      if (end - from > left * MAX_TOKEN_BYTES) {
        return at;
      }
      left -= tokenizer.count(body.substring(from, end));
      if (left < 0) {
        return at;
      }
      from = end;
    }
    return ends.size();
  }
}
