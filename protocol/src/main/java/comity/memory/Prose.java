package comity.memory;

import comity.roles.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text that somebody gave, made fit to stand among the lines of a file: it opens no code and no
 * comment that it does not close, and begins no section. What is escaped looks the same when
 * Markdown is shown.
 */
final class Prose {
  private static final Pattern FENCE =
      Pattern.compile(" {0,3}(?<mark>`{3,}|~{3,})(?<rest>.*)", Pattern.DOTALL);

  /** A heading, a line under one, or what begins a block of HTML that only its end ends. */
  private static final Pattern SECTION =
      Pattern.compile(
          "(?<indent> {0,3})(?<mark>#{1,6}(?=[ \\t]|$)|=+(?=[ \\t]*$)|-{2,}(?=[ \\t]*$)"
              + "|<(?=[!?]|(?i:script|pre|style|textarea)\\b))(?<rest>.*)",
          Pattern.DOTALL);

  /** Signs of a line beside what it says: its bullet, label, date and where it is from. */
  private static final int MAX_ORNAMENT = 1000;

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\t]]|\\x{2028}|\\x{2029}");

  private Prose() {}

  /** Its lines; none is blank at the beginning or the end. */
  static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    String open = "";
    for (String raw : text.strip().split("\\R", -1)) {
      String line = CONTROL.matcher(raw).replaceAll("").stripTrailing();
      Matcher fence = FENCE.matcher(line);
      boolean fenced = fence.matches();
      if (!open.isEmpty()) {
        lines.add(line);
        if (fenced && fence.group("mark").startsWith(open) && fence.group("rest").isBlank()) {
          open = "";
        }
      } else if (fenced && !isInline(fence)) {
        open = fence.group("mark");
        lines.add(line);
      } else {
        lines.add(escaped(line));
      }
    }
    if (!open.isEmpty()) {
      lines.add(open);
    }
    return lines;
  }

  /** What stands between backticks in one line is no fence. */
  private static boolean isInline(Matcher fence) {
    return fence.group("mark").startsWith("`") && fence.group("rest").contains("`");
  }

  private static String escaped(String line) {
    Matcher section = SECTION.matcher(line);
    String safe =
        section.matches()
            ? section.group("indent") + "\\" + section.group("mark") + section.group("rest")
            : line;
    return safe.replaceAll("(?<!\\\\)<!--", "\\\\<!--");
  }

  /** All of it in one line. */
  static String oneLine(String text) {
    String joined = CONTROL.matcher(text.strip().replaceAll("\\s+", " ")).replaceAll("");
    return joined.replaceAll("(?<!\\\\)<!--", "\\\\<!--");
  }

  /**
   * An item of a list, its further lines indented.
   *
   * @param head what stands before the text, such as {@code "- **Decision:** "}
   */
  static List<String> item(String head, String text) {
    List<String> lines = lines(text);
    List<String> item = new ArrayList<>();
    boolean own = FENCE.matcher(lines.getFirst()).matches();
    item.add(own ? head.stripTrailing() : head + unescaped(lines.getFirst()));
    for (String line : own ? lines : lines.subList(1, lines.size())) {
      item.add(line.isEmpty() ? "" : "  " + line);
    }
    return item;
  }

  /** Behind something else a mark begins nothing. */
  private static String unescaped(String line) {
    return line.matches("\\s*\\\\[#=-].*") ? line.replaceFirst("\\\\", "") : line;
  }

  /** A line that is much longer says something else; to look closer would take long. */
  static boolean maySay(String line, String text) {
    return line.length() <= 2 * text.length() + MAX_ORNAMENT;
  }

  /**
   * Whether a line of a file says a text: the same letters and digits, or, of what has none, such
   * as an emoji, the same signs at its end.
   */
  static boolean says(String line, String text) {
    if (!maySay(line, text)) {
      return false;
    }
    String there = Capture.normal(line);
    String normal = Capture.normal(text);
    if (normal.isEmpty()) {
      return there.isEmpty() && line.strip().endsWith(oneLine(text));
    }
    // Of a text that begins with a bullet that is left off too, unless another stands before it.
    return there.equals(normal) || there.equals(Capture.normal("- " + text));
  }

  static boolean isChinese(String text) {
    return text.codePoints().anyMatch(Character::isIdeographic);
  }
}
