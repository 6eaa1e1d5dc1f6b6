package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a role file, {@code <!-- L0: version | top_priority | status_flags -->}
 * (ROLE-4). Fields are read by their position; what is missing is empty.
 *
 * @param line as it stands in the file
 * @param version as written, with or without {@code v}; whether it is one is {@link #isVersioned}
 * @param flags without the commas around them, none of them empty
 * @param fields how many there are; three are right
 */
public record L0(String line, String version, String topPriority, List<String> flags, int fields) {
  /** Longer ones are no glance any more. */
  public static final int MAX_LENGTH = 120;

  private static final int FIELDS = 3;

  private static final Pattern HEADER =
      Pattern.compile(
          "\\s*<!--\\s*L0\\s*[:：](?<fields>(?:(?!-->).)*?)\\s*-->.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern VERSION =
      Pattern.compile("v?\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");

  private static final Pattern COMMA = Pattern.compile("[,，]");

  /** One of the three fields. */
  public enum Field {
    VERSION(0),
    TOP_PRIORITY(1),
    STATUS_FLAGS(2);

    private final int place;

    Field(int place) {
      this.place = place;
    }
  }

  /** The flags that Comity keeps (ROLE-6). */
  public enum Count {
    /** Directives that wait. */
    DIRECTIVES("📡"),
    /** Tasks that are open. */
    TASKS("☐");

    private final String sign;
    private final Pattern pattern;

    /** As it stands in a header. */
    public String sign() {
      return sign;
    }

    Count(String sign) {
      this.sign = sign;
      this.pattern =
          Pattern.compile(
              "(?<=^|[,，|])(?<before>\\s*" + sign + "\\uFE0F?\\s*)\\d+(?=\\s*($|[,，|]))");
    }
  }

  public L0 {
    flags = List.copyOf(flags);
  }

  /** Reads a file's first line; empty where it is no header. */
  public static Optional<L0> read(String line) {
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      return Optional.empty();
    }
    String[] fields = header.group("fields").split("\\|", -1);
    List<String> flags = new ArrayList<>();
    for (String flag : COMMA.split(field(fields, Field.STATUS_FLAGS), -1)) {
      if (!flag.isBlank()) {
        flags.add(flag.strip());
      }
    }
    return Optional.of(
        new L0(
            line,
            field(fields, Field.VERSION),
            field(fields, Field.TOP_PRIORITY),
            flags,
            fields.length));
  }

  private static String field(String[] fields, Field which) {
    return which.place < fields.length ? fields[which.place].strip() : "";
  }

  /** Whether its version is a semantic version. */
  public boolean isVersioned() {
    return VERSION.matcher(version).matches();
  }

  /** Whether it has the three fields. */
  public boolean isComplete() {
    return fields == FIELDS;
  }

  /** Characters, not UTF-16 units. */
  public int length() {
    return line.codePointCount(0, line.length());
  }

  /**
   * The line with that field changed; every other character stays. Fields before it that are
   * missing are added empty.
   *
   * @throws IllegalArgumentException where the value would end the field or the header
   */
  public String with(Field which, String value) {
    if (value.matches("(?s).*([|\\r\\n]|--+!?>).*")) {
      throw new IllegalArgumentException("a field of L0 is one line without | and without -->");
    }
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      throw new AssertionError(line);
    }
    List<String> parts = new ArrayList<>(List.of(header.group("fields").split("\\|", -1)));
    while (parts.size() <= which.place) {
      parts.set(parts.size() - 1, parts.getLast().stripTrailing() + " ");
      parts.add(" ");
    }
    boolean wasEmpty = parts.getLast().isEmpty();
    parts.set(which.place, around(parts.get(which.place), value));
    String rest = line.substring(header.end("fields"));
    boolean filled = wasEmpty && !parts.getLast().isEmpty() && rest.startsWith("  ");
    return line.substring(0, header.start("fields"))
        + String.join("|", parts)
        + (filled ? rest.substring(1) : rest);
  }

  /**
   * The line with that flag at a number, or empty where it is not there and not to be added, or
   * says so already.
   */
  public Optional<String> with(Count flag, long number, boolean add) {
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      throw new AssertionError(line);
    }
    String fields = header.group("fields");
    int from = start(fields, Field.STATUS_FLAGS);
    int bar = from < 0 ? -1 : fields.indexOf('|', from);
    int to = bar < 0 ? fields.length() : bar;
    Matcher there = flag.pattern.matcher(from < 0 ? "" : fields.substring(from, to));
    if (there.find()) {
      String changed = there.replaceFirst("${before}" + number);
      String whole =
          line.substring(0, header.start("fields") + from)
              + changed
              + line.substring(header.start("fields") + to);
      return whole.equals(line) ? Optional.empty() : Optional.of(whole);
    }
    if (!add) {
      return Optional.empty();
    }
    String more = flag.sign + " " + number;
    String all = flags.isEmpty() ? more : rawFlags(fields) + ", " + more;
    return Optional.of(with(Field.STATUS_FLAGS, all));
  }

  private static String rawFlags(String fields) {
    return field(fields.split("\\|", -1), Field.STATUS_FLAGS);
  }

  /** Where a field begins, or -1. */
  private static int start(String fields, Field which) {
    int from = 0;
    for (int i = 0; i < which.place; i++) {
      int bar = fields.indexOf('|', from);
      if (bar < 0) {
        return -1;
      }
      from = bar + 1;
    }
    return from;
  }

  /** The value between the blanks that the old one had around it. */
  private static String around(String old, String value) {
    int from = 0;
    while (from < old.length() && Character.isWhitespace(old.charAt(from))) {
      from++;
    }
    int to = old.length();
    while (to > from && Character.isWhitespace(old.charAt(to - 1))) {
      to--;
    }
    boolean empty = from == old.length();
    return empty
        ? " " + value + old.substring(Math.min(1, old.length()))
        : old.substring(0, from) + value + old.substring(to);
  }
}
