package comity.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Whether a word was made by chance, as keys are, or by a person. */
final class Randomness {
  /** Shorter words that mix letters and digits are names and numbers too often. */
  static final int MIN_LENGTH = 32;

  /** Keys are no longer; pictures and archives in base64 are. */
  static final int MAX_LENGTH = 200;

  /** Bits for each sign; names of classes stay below, 32 random signs of base64 are above. */
  private static final double MIN_BITS = 4.0;

  /**
   * How often small letters, capitals and digits follow one another. By chance it is six times in
   * ten; a name of words written together has at most three.
   */
  private static final double MIN_CHANGES = 0.42;

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?i).*(?:example|placeholder|dummy|changeme|change[_-]me|redacted|your[_-]|sample|"
              + "x{4}|\\*{3}|\\.{3}|…|0123456789|1234567890|abcdefgh|deadbeef).*"
              + "|(?:pass(?:word|wd|phrase)?|secret|token|string|text|null|none|nil|true|false|undefined"
              + "|required|optional|hidden|empty|unset|missing|todo|tbd|env|prompt|test|foo|bar|foobar"
              + "|user|username|root|admin|postgres|mysql|guest|localhost|pwd)",
          Pattern.DOTALL);

  private static final Pattern LEFT_OPEN =
      Pattern.compile("(?i).*(?:x{6}|\\*{3}|\\.{3}|…|your[_-]|<|>).*", Pattern.DOTALL);

  private Randomness() {}

  /** Whether a word holds the place of a secret that is not there. */
  static boolean isPlaceholder(String word) {
    return PLACEHOLDER.matcher(word).matches() || (bits(word) < 1.5 && word.length() > 5);
  }

  /** Whether a word has the form of a key without one in it, such as {@code ghp_xxxxxx…}. */
  static boolean isLeftOpen(String word) {
    return LEFT_OPEN.matcher(word).matches();
  }

  /** Whether a word on its own looks like a key. */
  static boolean isKey(String word) {
    if (word.length() < MIN_LENGTH || word.length() > MAX_LENGTH || isPlaceholder(word)) {
      return false;
    }
    int digits = (int) word.chars().filter(c -> kind((char) c) == 'd').count();
    boolean mixed =
        digits >= 2
            && word.chars().anyMatch(c -> kind((char) c) == 'u')
            && word.chars().anyMatch(c -> kind((char) c) == 'l');
    return mixed && bits(word) >= MIN_BITS && changes(word) >= MIN_CHANGES;
  }

  /** Shannon's entropy of its signs. */
  static double bits(String word) {
    Map<Character, Integer> counts = new HashMap<>();
    for (int at = 0; at < word.length(); at++) {
      counts.merge(word.charAt(at), 1, Integer::sum);
    }
    double bits = 0;
    for (int count : counts.values()) {
      double share = (double) count / word.length();
      bits -= share * Math.log(share) / Math.log(2);
    }
    return bits;
  }

  private static double changes(String word) {
    int changes = 0;
    int pairs = 0;
    for (int at = 1; at < word.length(); at++) {
      char before = kind(word.charAt(at - 1));
      char now = kind(word.charAt(at));
      if (before != 'o' && now != 'o') {
        pairs++;
        changes += before == now ? 0 : 1;
      }
    }
    return pairs == 0 ? 0 : (double) changes / pairs;
  }

  private static char kind(char c) {
    if (c >= '0' && c <= '9') {
      return 'd';
    }
    return c >= 'a' && c <= 'z' ? 'l' : c >= 'A' && c <= 'Z' ? 'u' : 'o';
  }
}
