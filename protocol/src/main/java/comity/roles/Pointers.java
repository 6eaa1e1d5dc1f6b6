package comity.roles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a project's files say that other projects are (ROLE-19).
 *
 * @param strategies absolute paths of strategy files
 * @param roots the roots of other projects by name
 */
public record Pointers(List<String> strategies, Map<String, String> roots) {
  private static final Pattern STRATEGY =
      Pattern.compile(
          "(?i)strategy\\.md[`*]*\\s*(?:绝对路径|absolute path)\\s*[:：]\\s*[`*\"]*(?<path>/[^`*\"\\r\\n]+)");

  private static final Pattern ROOT =
      Pattern.compile(
          "^[\\s>*-]*`?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}_.-]*?)_ROOT`?\\s*[:：=]\\s*"
              + "[`\"]?(?<path>/[^`\"\\r\\n]+)",
          Pattern.MULTILINE);

  public Pointers {
    strategies = List.copyOf(strategies);
    roots = Map.copyOf(roots);
  }

  /**
   * Reads them.
   *
   * @param rules the text of {@code CLAUDE.md}; empty where there is none
   * @param paths the text of {@code paths.md}; empty where there is none
   */
  public static Pointers read(String rules, String paths) {
    List<String> strategies = new ArrayList<>();
    for (String text : List.of(rules, paths)) {
      Matcher strategy = STRATEGY.matcher(text);
      while (strategy.find()) {
        strategies.add(strategy.group("path").strip());
      }
    }
    Map<String, String> roots = new LinkedHashMap<>();
    Matcher root = ROOT.matcher(paths);
    while (root.find()) {
      roots.put(root.group("name"), root.group("path").strip());
    }
    return new Pointers(strategies, roots);
  }
}
