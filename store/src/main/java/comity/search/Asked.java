package comity.search;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * A question, taken apart.
 *
 * @param text without quotation marks
 * @param words each once, as the index has them
 * @param phrases what must be found as it stands
 * @param onlyPhrases whether there is nothing else
 * @param names the words as they are, small, to know the names in it
 */
record Asked(
    String text, List<String> words, List<String> phrases, boolean onlyPhrases, Set<String> names) {
  /** Words that say how sentences are built, not what they are about. */
  private static final String FUNCTION_WORDS =
      """
      i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her
      hers herself it its itself they them their theirs themselves one who whom whose what which
      when where why how this that these those here there do does did doing done am is are was were
      be been being have has had having will would shall should can could might must get got a an
      the and or but nor if than then so as of at by for with about into to from in on out up down
      over under again not no only own same too very just also any some all both each more most
      other such
      """;

  /** Each costs time; what is asked is in the first ones. */
  private static final int MAX_WORDS = 64;

  private static final Pattern PHRASE = Pattern.compile("[\"“”„«»]([^\"“”„«»]{2,200})[\"“”«»]");

  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  Asked {
    words = List.copyOf(words);
    phrases = List.copyOf(phrases);
    names = Set.copyOf(names);
  }

  private static final class FunctionWords {
    static final Set<String> ALL;

    static {
      try (Analyzer analyzer = new WordAnalyzer()) {
        ALL = Set.copyOf(new HashSet<>(words(analyzer, FUNCTION_WORDS)));
      }
    }
  }

  static Asked of(Analyzer analyzer, String question) {
    List<String> phrases = new ArrayList<>();
    Matcher quoted = PHRASE.matcher(question);
    StringBuilder rest = new StringBuilder();
    while (quoted.find()) {
      phrases.add(quoted.group(1).strip());
      quoted.appendReplacement(rest, " ");
    }
    quoted.appendTail(rest);
    String text = question.replaceAll("[\"“”„«»]", " ").strip();
    List<String> all = words(analyzer, text);
    Set<String> telling = new LinkedHashSet<>(all);
    telling.removeAll(FunctionWords.ALL);
    List<String> words = List.copyOf(telling.isEmpty() ? new LinkedHashSet<>(all) : telling);
    Set<String> names =
        new HashSet<>(NO_LETTERS.splitAsStream(text.toLowerCase(Locale.ROOT)).toList());
    return new Asked(
        text,
        words.subList(0, Math.min(words.size(), MAX_WORDS)),
        phrases,
        !phrases.isEmpty() && words(analyzer, rest.toString()).isEmpty(),
        names);
  }

  /** Whether somebody is named in it, by any part of the name. */
  boolean hasName(String speaker) {
    if (speaker.isEmpty()) {
      return false;
    }
    String low = speaker.toLowerCase(Locale.ROOT);
    if (Han.is(low.charAt(0))) {
      return text.contains(low);
    }
    return NO_LETTERS.splitAsStream(low).anyMatch(part -> !part.isEmpty() && names.contains(part));
  }

  /** The words of a text as the index has them, in their order. */
  static List<String> words(Analyzer analyzer, String text) {
    List<String> words = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream(Fields.WORDS, new StringReader(text))) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        words.add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }
}
