package comity.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Where a Markdown text can be cut so that what is before reads as a whole. */
final class Paragraphs {
  private static final Pattern ITEM =
      Pattern.compile("(?:[-*+]|\\d{1,9}[.)])[ \\t].*|#{1,6}[ \\t].*");
  private static final Pattern FENCE = Pattern.compile(" {0,3}(```+|~~~+).*", Pattern.DOTALL);

  private Paragraphs() {}

  /**
   * The offsets behind each paragraph, item of a list and block of code, the last one being the
   * text's length; none where the text is blank. A heading belongs to what follows it.
   */
  static List<Integer> ends(String text) {
    List<Integer> ends = new ArrayList<>();
    if (text.isBlank()) {
      return ends;
    }
    boolean open = false;
    boolean heading = true;
    String fence = "";
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end + 1;
      String line = text.substring(from, end);
      boolean begins =
          fence.isEmpty() && ITEM.matcher(line.strip()).matches() && !line.startsWith("    ");
      if (begins && open && !heading) {
        ends.add(from);
        open = false;
      }
      if (fence.isEmpty() && line.isBlank()) {
        if (open && !heading) {
          ends.add(end);
          open = false;
        }
      } else {
        heading = fence.isEmpty() && line.startsWith("#") && begins;
        open = true;
        fence = fence(fence, line);
      }
      from = end;
    }
    if (ends.isEmpty() || ends.getLast() < text.length()) {
      if (!open && !ends.isEmpty()) {
        ends.removeLast();
      }
      ends.add(text.length());
    }
    return ends;
  }

  private static String fence(String open, String line) {
    var mark = FENCE.matcher(line);
    if (!mark.matches()) {
      return open;
    }
    if (open.isEmpty()) {
      return mark.group(1);
    }
    String bare = line.strip();
    return bare.length() >= open.length() && bare.chars().allMatch(c -> c == open.charAt(0))
        ? ""
        : open;
  }
}
