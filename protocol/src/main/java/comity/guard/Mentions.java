package comity.guard;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Whether a text names what has rules of its own, or could be put together to name it. */
final class Mentions {
  private static final List<String> NAMES =
      List.of(".muse", "memory", "memories.md", "memory.md", "claude.md", "user.md");

  /** In text, the folder of the notes is a path; the bare word is in every second program. */
  private static final Pattern IN_TEXT =
      Pattern.compile(
          "\\.muse|memory[/\\\\]|[/\\\\'\"\\s.]memory['\"\\s/]|memor(y|ies)\\.md|claude\\.md|user\\.md"
              + "|group_names|\\.claude|\\.codex|\\.gemini|\\.qwen|\\.mcp\\.json|\\.git/");

  /** What keeps words apart that a program puts together. */
  private static final Pattern JOINTS =
      Pattern.compile("['\"`]\\s*[+.,]?\\s*['\"`]|\\\\(?=[a-zA-Z])");

  private static final Pattern BUILDING =
      Pattern.compile(
          "(?i)base64|b64decode|atob|unhex|xxd|fromcharcode|\\bchr\\s*\\(|\\\\x[0-9a-f]{2}"
              + "|\\\\u[0-9a-f]{4}|\\\\[0-7]{3}|\\brev\\b|\\btr\\b|listdir|scandir|readdir|iterdir|\\bglob\\b"
              + "|os\\.walk|rglob|\\.join\\(|\\$\\{!|\\bpack\\b|codecs|rot13|replace\\(|\\breversed?\\b");

  private Mentions() {}

  /** Whether it names one of them, also in pieces. */
  static boolean anyIn(String text) {
    String low = text.toLowerCase(Locale.ROOT);
    return IN_TEXT.matcher(low).find() || IN_TEXT.matcher(joined(low)).find();
  }

  /** The text as a program puts it together. */
  static String joined(String text) {
    return JOINTS.matcher(text).replaceAll("");
  }

  /** Whether a program of that text may make a name that does not stand in it. */
  static boolean mayBuild(String text) {
    return BUILDING.matcher(text).find();
  }

  /**
   * Whether a path of which a part is not known may be one of them.
   *
   * @param path where {@code *} stands for what is not known
   */
  static boolean mayBe(String path) {
    for (String segment : path.split("/", -1)) {
      boolean partly = segment.indexOf('*') >= 0 && !segment.replace("*", "").isEmpty();
      boolean whole = segment.indexOf('*') < 0;
      if (whole && NAMES.contains(segment.toLowerCase(Locale.ROOT))) {
        return true;
      }
      if (partly && NAMES.stream().anyMatch(name -> Wildcard.matches(segment, name))) {
        return true;
      }
    }
    return false;
  }
}
