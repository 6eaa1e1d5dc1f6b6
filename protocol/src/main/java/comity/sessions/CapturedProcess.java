package comity.sessions;

import java.util.ArrayList;
import java.util.List;

/**
 * A process as it was when a hook was called.
 *
 * @param pid its number, above 0
 * @param start when it began, in ticks since the machine started (field 22 of proc(5)'s stat)
 * @param name the short name that the kernel knows it by
 * @param words the first words of its command line, the program's among them; none where it has
 *     ended or is a part of the kernel
 */
public record CapturedProcess(long pid, long start, String name, List<String> words) {
  /** The kernel keeps 15 bytes; a few more where another system tells. */
  public static final int MAX_NAME = 64;

  /** Enough for the options of a runtime, its script and what comes first behind it. */
  public static final int MAX_WORDS = 12;

  /** Of a word in characters: most paths are shorter, and a prompt need not be kept. */
  public static final int MAX_WORD = 200;

  public CapturedProcess {
    if (pid <= 0 || start < 0) {
      throw new IllegalArgumentException("pid " + pid + " started at " + start);
    }
    name = cut(name, MAX_NAME);
    // No stream: a hook, which is a process of its own, would load them for this alone.
    List<String> kept = new ArrayList<>();
    for (int at = 0; at < words.size() && at < MAX_WORDS; at++) {
      kept.add(cutWord(words.get(at)));
    }
    words = List.copyOf(kept);
  }

  /** Of a path the end tells what it is. */
  private static String cutWord(String word) {
    if (word.length() <= MAX_WORD || word.charAt(0) != '/') {
      return cut(word, MAX_WORD);
    }
    int from = word.length() - MAX_WORD;
    return word.substring(Character.isLowSurrogate(word.charAt(from)) ? from + 1 : from);
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }
}
