package comity.roles;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directive as it stands in a role file (ROLE-9).
 *
 * @param id {@code S} and its digits, as written
 * @param takenBy the roles that have a directive to all, while others have not
 * @param from {@code PROJECT/role} of the source, in a received one
 * @param at the time behind the mark, as written
 * @param title in one line; empty where there is none
 * @param body its lines joined by line feeds; empty where there is none
 * @param received whether it stands in the received section, as a copy of somebody's directive
 * @param line where it stands
 * @param to the line after its body
 */
public record Directive(
    String id,
    Target target,
    Mark mark,
    List<String> takenBy,
    Optional<String> from,
    Optional<String> at,
    String title,
    String body,
    boolean received,
    int line,
    int to) {

  /** How far it is. */
  public enum Mark {
    /** At its source it waits to be picked up; a received one waits to be done. */
    PENDING("🟡"),
    /** At its source it was delivered; a received one is done. */
    DONE("✅");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    /** As it stands in a file. */
    public String sign() {
      return sign;
    }
  }

  public Directive {
    takenBy = List.copyOf(takenBy);
  }

  /** Numbers with more digits are a slip of the pen, and count as none. */
  private static final int MAX_DIGITS = 9;

  /**
   * The highest number that is counted to. Higher ones are read, and may be chosen, but nothing is
   * counted from them: otherwise one slip in any project's file would be the last number for all.
   */
  public static final long MAX_COUNTED = 999_999;

  /** {@code S041} and its arrow, in whatever writing stands around it. */
  private static final Pattern NUMBERED =
      Pattern.compile("[Ss](\\d{3," + MAX_DIGITS + "})(?!\\d)\\s*(?:→|->)");

  private static final byte[] SIGN = "📡".getBytes(StandardCharsets.UTF_8);

  /** The id of that number: at least three digits. */
  public static String id(long number) {
    return "S%03d".formatted(number);
  }

  /** The number of an id such as {@code S041}; empty where it is none. */
  public static OptionalLong number(String id) {
    return id.matches("[Ss][0-9]{3," + MAX_DIGITS + "}")
        ? OptionalLong.of(Long.parseLong(id.substring(1)))
        : OptionalLong.empty();
  }

  /** The numbers of all directives that begin a line of a text, also where they count as none. */
  public static List<Long> numbers(byte[] text) {
    List<Long> numbers = new ArrayList<>();
    for (int at = 0; at + SIGN.length <= text.length; at++) {
      if (text[at] == SIGN[0] && Arrays.equals(text, at, at + SIGN.length, SIGN, 0, SIGN.length)) {
        int begin = at;
        while (begin > 0 && isBeforeSign(text[begin - 1])) {
          begin--;
        }
        boolean first = begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r';
        int end = at;
        while (end < text.length && text[end] != '\n') {
          end++;
        }
        Matcher numbered = NUMBERED.matcher(new String(text, at, end - at, StandardCharsets.UTF_8));
        if (first && numbered.find()) {
          numbers.add(Long.parseLong(numbered.group(1)));
        }
        at = end;
      }
    }
    return numbers;
  }

  /** What a list or a heading puts before it. */
  private static boolean isBeforeSign(byte b) {
    return b == ' '
        || b == '\t'
        || b == '-'
        || b == '*'
        || b == '+'
        || b == '#'
        || b == '.'
        || (b >= '0' && b <= '9')
        || b == ')';
  }

  public boolean isPending() {
    return mark == Mark.PENDING;
  }

  /** The lines of a pending directive. */
  static List<String> write(
      String id, String target, Optional<String> from, String title, String body) {
    List<String> lines = new ArrayList<>();
    String origin = from.map(place -> " (from " + place + ")").orElse("");
    String mark = Mark.PENDING.sign() + origin;
    lines.add("📡 **" + id + "→" + target + "**: " + mark + " **" + title + "**");
    if (!body.isEmpty()) {
      for (String line : body.split("\n", -1)) {
        lines.add(line.isEmpty() ? ">" : "> " + line);
      }
    }
    return lines;
  }
}
