package comity.memory;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether two short texts say the same in nearly the same words: case, punctuation, articles, the
 * common endings of English words and the order don't count. A word more or less is something else:
 * {@code review the API} is not {@code review the API tests}.
 */
final class Alike {
  /** They say nothing of which task is meant. */
  private static final Set<String> SMALL =
      Set.of("a an the this that these those my our your of please 的 了 把 将 请 那 这 个".split(" "));

  private static final Pattern WORD =
      Pattern.compile("\\p{IsHan}|[\\p{L}\\p{M}\\p{N}&&[^\\p{IsHan}]]+");

  private static final String[] ENDINGS = {"ing", "ed", "es", "e", "s"};

  private static final int LEAST_STEM = 3;

  private Alike() {}

  static boolean are(String one, String other) {
    Set<String> words = words(one);
    return !words.isEmpty() && words.equals(words(other));
  }

  private static Set<String> words(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    Set<String> words = new HashSet<>();
    for (Matcher word = WORD.matcher(plain); word.find(); ) {
      if (!SMALL.contains(word.group())) {
        words.add(stem(word.group()));
      }
    }
    return words;
  }

  private static String stem(String word) {
    for (String ending : ENDINGS) {
      if (word.endsWith(ending) && word.length() - ending.length() >= LEAST_STEM) {
        return word.substring(0, word.length() - ending.length());
      }
    }
    return word;
  }
}
