package comity.search;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A piece of a Markdown file that can be found: a paragraph, an item of a list, a table, a block of
 * code.
 *
 * @param firstLine of the file, from 1
 * @param lastLine of the file; the same as the first where it has one line only
 * @param text as it is in the file, without the blank lines around it
 * @param headings those that it stands under, the outermost first, joined by {@code " > "}; empty
 *     where there are none
 * @param section counts the headings before it, from 0; passages of one section stand together
 * @param day days since 1970-01-01 that it is about, of a heading or the file's name
 * @param speaker who says it, where it begins like {@code **Name:** …}; otherwise empty
 */
public record Passage(
    int firstLine,
    int lastLine,
    String text,
    String headings,
    int section,
    OptionalLong day,
    String speaker) {
  private static final Pattern MARKS =
      Pattern.compile(
          "^[ \\t]*(?:[-*+]|\\d{1,9}[.)])[ \\t]+|^[ \\t]*>+[ \\t]?|\\*\\*|__|`+",
          Pattern.MULTILINE);

  public Passage {
    if (firstLine < 1 || lastLine < firstLine || section < 0) {
      throw new IllegalArgumentException("lines " + firstLine + " to " + lastLine);
    }
  }

  /** What is said, without the name of who says it. */
  public String said() {
    return speaker.isEmpty() ? text : Speakers.said(text);
  }

  /** What a model reads: who says what, without the marks of Markdown. */
  static String plain(String speaker, String said) {
    String plain = MARKS.matcher(said).replaceAll("");
    return Han.simple(speaker.isEmpty() ? plain : speaker + ": " + plain);
  }

  /** What its vector is kept under: equal texts have equal vectors. */
  long print() {
    return Fingerprint.of(plain(speaker, said()));
  }
}
