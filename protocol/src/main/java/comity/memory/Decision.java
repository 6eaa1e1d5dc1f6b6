package comity.memory;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A decision in its parts (MEM-14).
 *
 * @param context why; may be empty
 * @param action what comes of it; may be empty
 */
record Decision(String decision, String context, String action) {
  private enum Part {
    DECISION("decision|决定|决策"),
    CONTEXT("context|background|背景|原因"),
    ACTION("action|行动|措施");

    private final Pattern line;

    Part(String labels) {
      line =
          Pattern.compile(
              "[ \\t]*(?:[-*+][ \\t]+)?(?:\\*\\*|__)?(?:"
                  + labels
                  + ")(?:\\*\\*|__)?[ \\t]*[:：](?:\\*\\*|__)?[ \\t]*(?<text>.*)",
              Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }
  }

  private static final Pattern ARROW = Pattern.compile("[ \\t]+(?:→|->|=>)[ \\t]+");
  private static final Pattern PARAGRAPH = Pattern.compile("\\R[ \\t]*\\R");

  /**
   * Takes a text apart: by lines that begin with {@code Decision:}, {@code Context:}, {@code
   * Action:}; as {@code decision → context → action} in one line; else its first paragraph is the
   * decision and the rest why.
   */
  static Decision read(String text) {
    Map<Part, List<String>> parts = new EnumMap<>(Part.class);
    Part at = Part.DECISION;
    for (String line : text.strip().split("\\R", -1)) {
      String rest = line;
      for (Part part : Part.values()) {
        Matcher labelled = part.line.matcher(line);
        if (labelled.matches()) {
          at = part;
          rest = labelled.group("text");
        }
      }
      parts.computeIfAbsent(at, _ -> new ArrayList<>()).add(rest);
    }
    Decision labelled =
        new Decision(
            joined(parts, Part.DECISION), joined(parts, Part.CONTEXT), joined(parts, Part.ACTION));
    if (labelled.decision().isEmpty()) {
      return new Decision(text.strip(), "", "");
    }
    if (!labelled.context().isEmpty() || !labelled.action().isEmpty()) {
      return labelled;
    }
    return free(labelled.decision());
  }

  private static Decision free(String text) {
    String[] arrows = ARROW.split(text, -1);
    if (arrows.length == 3
        && text.indexOf('\n') < 0
        && List.of(arrows).stream().noneMatch(String::isBlank)) {
      return new Decision(arrows[0].strip(), arrows[1].strip(), arrows[2].strip());
    }
    Matcher gap = PARAGRAPH.matcher(text);
    boolean hasCode = text.contains("```") || text.contains("~~~");
    return gap.find() && !hasCode
        ? new Decision(
            text.substring(0, gap.start()).strip(), text.substring(gap.end()).strip(), "")
        : new Decision(text, "", "");
  }

  private static String joined(Map<Part, List<String>> parts, Part part) {
    return String.join("\n", parts.getOrDefault(part, List.of())).strip();
  }

  /** The items of a list, in the language of the decision. */
  List<String> items() {
    boolean chinese = Prose.isChinese(decision);
    List<String> items = new ArrayList<>();
    items.addAll(Prose.item(chinese ? "- **决定：** " : "- **Decision:** ", decision));
    if (!context.isEmpty()) {
      items.addAll(Prose.item(chinese ? "- **背景：** " : "- **Context:** ", context));
    }
    if (!action.isEmpty()) {
      items.addAll(Prose.item(chinese ? "- **行动：** " : "- **Action:** ", action));
    }
    return items;
  }
}
