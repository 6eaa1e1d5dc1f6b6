package comity.conformance.memory;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that nobody writes by chance, each of which says whose memory it is from. They are one word
 * to a search index, and no form of JSON or Markdown changes them.
 */
final class Marks {
  /** Whose words they are. */
  enum Owner {
    OPS,
    ACME,
    /** A group that no room is mapped to. */
    VOID,
    /** Main's own files, which only a session of main is given. */
    MAIN,
    /** The notes, which a session of main is given, and whoever has no memory open. */
    NOTE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern MARK = Pattern.compile("mk(ops|acme|void|main|note)[0-9]+");

  private int last;

  /** A word of that owner that was never there before. */
  String next(Owner owner) {
    return "mk" + owner.word() + (1000 + ++last);
  }

  /** The words in a text of owners that it must not have any of. */
  static List<String> foreign(String text, Set<Owner> allowed) {
    List<String> foreign = new ArrayList<>();
    Matcher mark = MARK.matcher(text.toLowerCase(Locale.ROOT));
    while (mark.find()) {
      if (!allowed.contains(Owner.valueOf(mark.group(1).toUpperCase(Locale.ROOT)))) {
        foreign.add(mark.group());
      }
    }
    return foreign;
  }

  /** Whether a text has any of these words at all. */
  static boolean has(String text) {
    return !foreign(text, EnumSet.noneOf(Owner.class)).isEmpty();
  }
}
