package comity.meaning;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Some two hundred words of work in English and Chinese, from {@code words.tsv}. It turns a short
 * trigger phrase into words of the other language, one by one; a sentence it would only spoil.
 */
final class Glossary {
  private static final Glossary SHIPPED = load();

  private final Map<String, String> chinese = new HashMap<>();
  private final Map<String, String> english = new HashMap<>();
  private int longest;

  private Glossary() {}

  static Glossary shipped() {
    return SHIPPED;
  }

  private static Glossary load() {
    Glossary glossary = new Glossary();
    for (String line : Usual.lines("words.tsv")) {
      String[] pair = line.split("\t", -1);
      glossary.chinese.put(Words.stem(pair[0]), pair[1]);
      // Where several English words have one in Chinese, the first is the way back.
      glossary.english.putIfAbsent(pair[1], pair[0]);
      glossary.longest = Math.max(glossary.longest, pair[1].length());
    }
    return glossary;
  }

  /** The words that are known of a phrase, in that language; empty where none is. */
  String turn(String phrase, Language into) {
    Set<String> found = new LinkedHashSet<>();
    switch (into) {
      case CHINESE -> {
        for (String word : Words.of(phrase)) {
          String known = chinese.get(word);
          if (known != null) {
            found.add(known);
          }
        }
      }
      case ENGLISH -> {
        for (int at = 0; at < phrase.length(); ) {
          int end = Math.min(phrase.length(), at + longest);
          while (end > at && !english.containsKey(phrase.substring(at, end))) {
            end--;
          }
          if (end > at) {
            found.add(english.getOrDefault(phrase.substring(at, end), ""));
          }
          at = Math.max(end, at + 1);
        }
      }
    }
    return String.join(into == Language.CHINESE ? "、" : " ", found);
  }
}
