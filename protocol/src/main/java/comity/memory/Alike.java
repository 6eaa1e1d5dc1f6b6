package comity.memory;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether two short texts say the same in nearly the same words: case, punctuation, articles and
 * the common endings of English words don't count, nor does the order where it says nothing: {@code
 * move A to B} is not {@code move B to A}. A word more or less is something else: {@code review the
 * API} is not {@code review the API tests}.
 */
final class Alike {
  /** They say nothing of which task is meant. */
  private static final Set<String> SMALL =
      Set.of("a an the this that these those my our your of please 的 了 把 将 请 那 这 个".split(" "));

  private static final String[] ENDINGS = {"ing", "ed", "es", "e", "s"};

  /** What is left of a shorter word could be anything's. */
  private static final int LEAST_STEM = 3;

  /** With one of them, shortened as all words are, the order says which is meant. */
  private static final Set<String> ORDERED =
      Stream.of(
              "to from into onto under over above below before after since until then"
                  + " than instead by for with without against not except block blocks while when"
                  + " if unless because between through via per as like")
          .flatMap(words -> Arrays.stream(words.split(" ", -1)))
          .map(Alike::stem)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

  private static final Pattern WORD =
      Pattern.compile("\\p{IsHan}|[\\p{L}\\p{M}\\p{N}&&[^\\p{IsHan}]]+");

  private Alike() {}

  static boolean are(String one, String other) {
    List<String> words = words(one);
    List<String> others = words(other);
    if (!isOrdered(words)) {
      Collections.sort(words);
      Collections.sort(others);
    }
    return !words.isEmpty() && words.equals(others);
  }

  /** A sign of Chinese is a part of a word, which its order makes. */
  private static boolean isOrdered(List<String> words) {
    return words.stream().anyMatch(word -> ORDERED.contains(word) || HAN.matcher(word).matches());
  }

  private static List<String> words(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    List<String> words = new ArrayList<>();
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
