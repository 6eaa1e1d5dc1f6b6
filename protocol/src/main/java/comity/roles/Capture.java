package comity.roles;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A lesson, decision or fact that somebody marked as one, to be kept (ROLE-24).
 *
 * @param label as it was written, such as {@code Lesson} or {@code 教训}
 * @param source where it was said
 */
public record Capture(String label, String text, String source) {
  private static final String LABELS = "lesson|decision|fact|教训|经验|决定|决策|事实";
  private static final String BULLET = "[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?";

  private static final Pattern MARKED =
      Pattern.compile(
          BULLET
              + "(?:\\*\\*|__)?(?<label>"
              + LABELS
              + ")(?:\\*\\*|__)?[ \\t]*[:：](?:\\*\\*|__)?[ \\t]*(?<text>\\S.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern DECORATION =
      Pattern.compile(
          "^" + BULLET + "(?:\\*\\*|__)?(?:(?:" + LABELS + ")(?:\\*\\*|__)?[ \\t]*[:：])?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SOURCE =
      Pattern.compile("[ \\t]*[(（][^()（）]*memory/[^()（）]*[)）][ \\t]*$");

  /** The marked lines of a text, in their order; none in code. */
  public static List<Capture> read(Lines lines, String source) {
    return read(lines, line -> source);
  }

  /** The marked lines of a file, each with the number of its line, from 1, in its source. */
  public static List<Capture> readFile(Lines lines, String file) {
    return read(lines, line -> file + ":" + (line + 1));
  }

  private static List<Capture> read(Lines lines, IntFunction<String> source) {
    Structure structure = Structure.of(lines.texts());
    List<Capture> found = new ArrayList<>();
    for (int line = 0; line < lines.size(); line++) {
      Matcher marked = MARKED.matcher(lines.text(line));
      if (structure.kind(line) == Structure.Kind.TEXT && marked.matches()) {
        found.add(
            new Capture(marked.group("label"), marked.group("text").strip(), source.apply(line)));
      }
    }
    return found;
  }

  /** Its line in a file of memory. */
  public String written() {
    boolean wide = label.codePointAt(0) > 0x7F;
    return "- " + label + (wide ? "：" : ": ") + text + " (" + source + ")";
  }

  /** One spelling for what says the same: letters and digits alone. */
  public static String normal(String line) {
    String bare = SOURCE.matcher(line).replaceFirst("");
    bare = DECORATION.matcher(bare).replaceFirst("");
    return Normalizer.normalize(bare, Normalizer.Form.NFKC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}]+", "");
  }
}
