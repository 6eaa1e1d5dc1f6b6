package comity.search;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who says a paragraph of a conversation: {@code **Name:** …}, {@code Name: …}, {@code 名字：…}. */
final class Speakers {
  /** A name has no more than this many words; a longer beginning is a sentence. */
  private static final String NAME =
      "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’._-]*(?: [\\p{L}\\p{N}'’._-]+){0,2}";

  private static final String HAN_NAME = "[\\p{IsHan}·]{1,8}";

  private static final Pattern SPEAKER =
      Pattern.compile(
          "(?:[-*+] )?(?:\\*\\*(?<bold>[^*:：]{1,40}?)(?:[:：]\\*\\*|\\*\\*[:：])"
              + "|(?<plain>"
              + NAME
              + "|"
              + HAN_NAME
              + ")(?:: |：)).*",
          Pattern.DOTALL);

  private Speakers() {}

  /** The name at the beginning of a paragraph; empty where there is none. */
  static String of(String text) {
    Matcher matcher = SPEAKER.matcher(text);
    if (!matcher.matches()) {
      return "";
    }
    String bold = matcher.group("bold");
    return bold != null ? bold.strip() : matcher.group("plain");
  }

  /** What stands behind the name. */
  static String said(String text) {
    Matcher matcher = SPEAKER.matcher(text);
    if (!matcher.matches()) {
      return text;
    }
    boolean bold = matcher.group("bold") != null;
    int end = matcher.end(bold ? "bold" : "plain");
    while (end < text.length() && ":：* ".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(end);
  }
}
