package comity.meaning;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a text, for comparing by words: English without common endings, Chinese by pairs of
 * characters. It is not the analysis of the search index, which takes longer to load than a cold
 * command has.
 */
final class Words {
  private static final Set<String> EMPTY_WORDS =
      Set.of(
          "a an the is are was were be been do does did have has had to of in on at it its i we he "
              .concat("she they you me my our us your their and or for with that this these ")
              .concat("there any can could would should will not no up out so as by from about ")
              .concat("if then again get got let s t re ve ll d m")
              .split(" "));

  private static final String[] ENDINGS = {"ing", "ed", "es", "s"};

  private static final int LEAST_STEM = 3;

  private Words() {}

  /** Each once, in the order they come. */
  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    int from = -1;
    boolean han = false;
    for (int at = 0; at <= text.length(); ) {
      int c = at < text.length() ? text.codePointAt(at) : ' ';
      boolean letter = Character.isLetterOrDigit(c);
      boolean ideograph = letter && Character.isIdeographic(c);
      if (from >= 0 && (!letter || ideograph != han)) {
        add(text.substring(from, at), han, words);
        from = -1;
      }
      if (letter && from < 0) {
        from = at;
        han = ideograph;
      }
      at += at < text.length() ? Character.charCount(c) : 1;
    }
    return words;
  }

  private static void add(String run, boolean han, Set<String> into) {
    if (!han) {
      String word = run.toLowerCase(Locale.ROOT);
      if (!EMPTY_WORDS.contains(word)) {
        into.add(stem(word));
      }
      return;
    }
    int[] signs = run.codePoints().toArray();
    if (signs.length == 1) {
      into.add(run);
    }
    for (int at = 0; at + 1 < signs.length; at++) {
      into.add(new String(signs, at, 2));
    }
  }

  /** Without the first common ending that leaves enough of the word. */
  static String stem(String word) {
    for (String ending : ENDINGS) {
      if (word.endsWith(ending) && word.length() - ending.length() >= LEAST_STEM) {
        return word.substring(0, word.length() - ending.length());
      }
    }
    return word;
  }
}
