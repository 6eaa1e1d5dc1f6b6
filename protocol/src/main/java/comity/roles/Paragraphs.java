package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Where a Markdown text can be cut so that what is left reads well. */
final class Paragraphs {
  private static final Pattern FENCE = Pattern.compile("[ \\t]*(```|~~~).*", Pattern.DOTALL);
  private static final Pattern BEGINS =
      Pattern.compile("(#{1,6}[ \\t]|[-*+][ \\t]|\\d{1,9}[.)][ \\t]|📡).*", Pattern.DOTALL);

  private Paragraphs() {}

  /**
   * The pieces of a text, which together are the text: paragraphs, headings, items of lists; code
   * in a fence is one piece.
   */
  static List<String> of(String text) {
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    boolean fenced = false;
    boolean blank = false;
    for (String line : text.split("(?<=\n)", -1)) {
      boolean begins = !fenced && !line.isBlank() && (blank || BEGINS.matcher(line).matches());
      if (begins && !piece.isEmpty()) {
        pieces.add(piece.toString());
        piece.setLength(0);
      }
      if (FENCE.matcher(line).matches()) {
        fenced = !fenced;
      }
      blank = line.isBlank();
      piece.append(line);
    }
    if (!piece.isEmpty()) {
      pieces.add(piece.toString());
    }
    return pieces;
  }
}
