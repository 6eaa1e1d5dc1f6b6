package comity.meaning;

import comity.memory.Candidate;
import comity.memory.Match.Evidence;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All that a message in one language can be compared with in one candidate.
 *
 * @param items in the order phrases, name, usual meanings, headings, sentences
 */
record Dossier(Candidate candidate, List<Item> items) {

  /** One phrase, heading or sentence. */
  record Item(Evidence kind, String text) {}

  /** More sentences of a file are not looked at: each takes five milliseconds once. */
  private static final int MAX_SENTENCES = 60;

  /** A longer sentence is cut here. */
  private static final int MAX_LENGTH = 300;

  private static final Pattern MARK = Pattern.compile("^([-*+>|]|[0-9]+[.)])\\s*");
  private static final Pattern RULE = Pattern.compile("[-=|:\\s]+");
  private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+|(?<=[。！？])");

  Dossier {
    items = List.copyOf(items);
  }

  static Dossier of(Candidate candidate, Language language) {
    List<Item> items = new ArrayList<>();
    Glossary glossary = Glossary.shipped();
    for (String phrase : candidate.phrases()) {
      add(inLanguage(phrase, language, glossary), Evidence.PHRASE, items);
    }
    String name = Usual.name(candidate.file()).replaceAll("[-_?.\\s]+", " ").strip();
    if (Language.of(name) == language) {
      add(name, Evidence.NAME, items);
    }
    for (String usual : Usual.shipped().of(candidate, language)) {
      add(usual, Evidence.USUAL, items);
    }
    for (String heading : candidate.headings()) {
      add(inLanguage(heading, language, glossary), Evidence.HEADING, items);
    }
    for (String sentence : sentences(candidate.text(), language)) {
      add(sentence, Evidence.TEXT, items);
    }
    return new Dossier(candidate, items);
  }

  private static String inLanguage(String phrase, Language language, Glossary glossary) {
    return Language.of(phrase) == language ? phrase : glossary.turn(phrase, language);
  }

  private static void add(String text, Evidence kind, List<Item> to) {
    if (!text.isBlank()) {
      to.add(new Item(kind, text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text));
    }
  }

  /** The first sentences of Markdown without its marks; headings come by themselves. */
  private static List<String> sentences(String markdown, Language language) {
    List<String> found = new ArrayList<>();
    // A log may be long, so nothing is read behind what is looked at.
    for (Iterator<String> lines = markdown.lines().iterator();
        lines.hasNext() && found.size() < MAX_SENTENCES; ) {
      String plain = MARK.matcher(lines.next().strip()).replaceFirst("");
      if (plain.isEmpty() || plain.startsWith("#") || RULE.matcher(plain).matches()) {
        continue;
      }
      for (String sentence : END.split(plain, -1)) {
        if (!sentence.isBlank()
            && found.size() < MAX_SENTENCES
            && Language.of(sentence.strip()) == language) {
          found.add(sentence.strip());
        }
      }
    }
    return found;
  }
}
