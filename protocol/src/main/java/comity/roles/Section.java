package comity.roles;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A part of a role file under a heading (ROLE-7).
 *
 * @param title the heading's text as it stands
 * @param from the heading's line
 * @param to the line after the section's last
 */
public record Section(Kind kind, int level, String title, int from, int to) {

  /** What a section means. */
  public enum Kind {
    BOUNDARIES("职责边界|(role )?(boundaries|responsibilities)"),
    TASKS("待办|待办事项|todos?|tasks|pending tasks"),
    RECEIVED("已接收战略指令|已接收指令|received( strategic)? directives"),
    NOTICES("[\\p{L}\\p{N}_-]+\\s*(→|->)\\s*[\\p{L}\\p{N}_-]+\\s*(通知|notices?|notifications?)"),
    TECH_STACK("技术栈|tech(nology)? stack"),
    CHANGELOG_RULES("changelog\\s*(维护规则|rules)"),
    /** Any other heading. */
    OTHER("");

    private final Pattern title;

    Kind(String title) {
      this.title = Pattern.compile(title, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
  }

  /** A heading without any of these means nothing special. */
  private static final Pattern WORD =
      Pattern.compile(
          "职责|待办|指令|通知|技术栈|规则|bound|respons|todo|task|direct|notice|notif|stack|rules",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final Pattern UNSEEN = Pattern.compile("[*_`]{2,}|\\p{Cf}|\\p{Mn}");
  private static final Pattern BEFORE = Pattern.compile("^[^\\p{L}\\p{N}]+");
  private static final Pattern BEHIND = Pattern.compile("\\s*[（(\\[【:：].*$");

  /** The meaning of a heading's text, with or without its emoji and what follows in parentheses. */
  static Kind kind(String heading) {
    if (!WORD.matcher(heading).find() && !UNSEEN.matcher(heading).find()) {
      return Kind.OTHER;
    }
    String plain = UNSEEN.matcher(heading).replaceAll("");
    String named = BEFORE.matcher(plain).replaceFirst("");
    String bare = BEHIND.matcher(named).replaceFirst("").strip().toLowerCase(Locale.ROOT);
    for (Kind kind : Kind.values()) {
      if (kind != Kind.OTHER && kind.title.matcher(bare).matches()) {
        return kind;
      }
    }
    return Kind.OTHER;
  }
}
