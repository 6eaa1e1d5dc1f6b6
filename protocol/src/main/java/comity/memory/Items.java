package comity.memory;

import comity.roles.Structure;
import java.util.List;

/**
 * The items of a file: a line with the indented ones that go on with it. All of a file is looked at
 * once, however long it is.
 */
final class Items {
  /** As many more lines than what is looked for: somebody broke them otherwise. */
  private static final int MORE_LINES = 100;

  /** As many letters more: of the label, the date, and where it is from. */
  private static final int MORE_LETTERS = 300;

  /** One letter may stand for as many when they are compared, such as a ligature. */
  private static final int WIDEST = 18;

  private final List<String> lines;

  /** By line: the one behind its item. */
  private final int[] ends;

  /** Letters and digits before each line, and at the end all of them. */
  private final int[] letters;

  Items(List<String> lines) {
    this.lines = lines;
    this.ends = new int[lines.size()];
    this.letters = new int[lines.size() + 1];
    int next = lines.size();
    for (int line = lines.size() - 1; line >= 0; line--) {
      boolean goesOn = next < lines.size() && lines.get(next).startsWith("  ");
      ends[line] = goesOn ? ends[next] : line + 1;
      next = lines.get(line).isBlank() ? next : line;
    }
    for (int line = 0; line < lines.size(); line++) {
      letters[line + 1] = letters[line] + letters(lines.get(line));
    }
  }

  private static int letters(String text) {
    return (int) text.codePoints().filter(Character::isLetterOrDigit).count();
  }

  int size() {
    return lines.size();
  }

  String line(int line) {
    return lines.get(line);
  }

  /** The whole item that begins with a line, in one. */
  String text(int line) {
    return String.join(" ", lines.subList(line, ends[line]));
  }

  /** Whether an item is long enough to say a text, and no longer than one that does. */
  boolean maySay(int line, String text) {
    int wanted = letters(text);
    int there = letters[ends[line]] - letters[line];
    return ends[line] - line <= text.length() + MORE_LINES
        && there <= 3L * wanted + MORE_LETTERS
        && (long) there * WIDEST >= wanted;
  }

  /** By line: whether it or one below it, up to the next heading, names a message. */
  boolean[] citing(String citation) {
    boolean[] citing = new boolean[lines.size()];
    boolean below = false;
    for (int line = lines.size() - 1; line >= 0 && !citation.isEmpty(); line--) {
      boolean heading = Structure.heading(lines.get(line), line).isPresent();
      below = !heading && (below || lines.get(line).contains(citation));
      citing[line] = below;
    }
    return citing;
  }
}
