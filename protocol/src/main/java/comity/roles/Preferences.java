package comity.roles;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings in {@code USER.md} and {@code CLAUDE.md} (ROLE-24): lines such as {@code - Key:
 * value} and {@code **Key**: value}, and rows of tables.
 */
public final class Preferences {
  /** A longer key is a sentence. */
  public static final int MAX_KEY = 60;

  private static final Pattern LINE =
      Pattern.compile(
          "[ \\t]*(?:(?<bullet>[-*+])[ \\t]+)?(?<open>\\*\\*|__)?(?<key>[^\\s*_`:：|\\[\\]#>][^*_`:：|]{0,59}?)"
              + "[ \\t]*(?:(?<close>\\*\\*|__)[ \\t]*[:：]|[:：](?<late>\\*\\*|__)?)(?!//)"
              + "[ \\t]*(?<value>.*?)[ \\t]*",
          Pattern.DOTALL);

  private static final Pattern ROW =
      Pattern.compile(
          "[ \\t]*\\|[ \\t]*(?:\\*\\*|__)?(?<key>[^|*_]{1,60}?)(?:\\*\\*|__)?[ \\t]*\\|"
              + "[ \\t]*(?<value>(?:[^|\\\\]|\\\\.)*?)[ \\t]*(?:\\|.*)?",
          Pattern.DOTALL);

  /**
   * A setting and where its value stands.
   *
   * @param line from 0
   */
  public record Setting(String key, String value, int line, int from, int to, boolean inTable) {
    /** Whether it goes by that name; case, blanks, {@code -} and {@code _} don't count. */
    public boolean isNamed(String other) {
      return fold(key).equals(fold(other));
    }
  }

  private Preferences() {}

  /** The settings of a file in their order; none in code, comments and quotations. */
  public static List<Setting> read(Lines file) {
    Structure structure = Structure.of(file.texts());
    List<Setting> settings = new ArrayList<>();
    for (int line = 0; line < file.size(); line++) {
      String text = file.text(line);
      if (structure.kind(line) != Structure.Kind.TEXT || !file.isUtf8(line)) {
        continue;
      }
      boolean isHeader = line + 1 < file.size() && Boundaries.isRule(file.text(line + 1));
      Matcher row = ROW.matcher(text);
      if (row.matches()) {
        if (!isHeader && !Boundaries.isRule(text)) {
          String value = row.group("value").replace("\\|", "|");
          settings.add(
              new Setting(
                  row.group("key").strip(),
                  value,
                  line,
                  row.start("value"),
                  row.end("value"),
                  true));
        }
        continue;
      }
      Matcher plain = LINE.matcher(text);
      if (plain.matches()) {
        boolean bold =
            plain.group("open") != null
                && (plain.group("close") != null || plain.group("late") != null);
        if (bold || (plain.group("bullet") != null && plain.group("open") == null)) {
          settings.add(
              new Setting(
                  plain.group("key").strip(),
                  plain.group("value"),
                  line,
                  plain.start("value"),
                  plain.end("value"),
                  false));
        }
      }
    }
    return settings;
  }

  /** The first setting of that name. */
  public static Optional<Setting> find(Lines file, String key) {
    return read(file).stream().filter(setting -> setting.isNamed(key)).findFirst();
  }

  /** The file with another value of a setting that is in it; all else stays. */
  public static Lines with(Lines file, Setting setting, String value) {
    if (setting.value().equals(value)) {
      return file;
    }
    String text = file.text(setting.line());
    String written = setting.inTable() ? value.replace("|", "\\|") : value;
    String before = text.substring(0, setting.from());
    boolean joined =
        !before.isEmpty() && !Character.isWhitespace(before.charAt(before.length() - 1));
    boolean wide = before.endsWith("：");
    return file.with(
        setting.line(),
        before + (joined && !wide ? " " : "") + written + text.substring(setting.to()));
  }

  /** The file with a setting more, behind the last one, in its manner. */
  public static Lines add(Lines file, String key, String value) {
    List<Setting> settings = read(file);
    if (file.size() == 0) {
      return file.insert(0, List.of("# User", "", "- " + key + ": " + value));
    }
    if (settings.isEmpty()) {
      boolean blank = file.text(file.size() - 1).isBlank();
      String line = "- " + key + ": " + value;
      return file.insert(file.size(), blank ? List.of(line) : List.of("", line));
    }
    Setting last = settings.getLast();
    String text = file.text(last.line());
    String line;
    if (last.inTable()) {
      line = "| " + key + " | " + value.replace("|", "\\|") + " |";
    } else {
      // The key stands in its line once before the value.
      int at = text.indexOf(last.key());
      String before = text.substring(0, at);
      String between = text.substring(at + last.key().length(), last.from());
      boolean joined = !between.endsWith(" ") && !between.endsWith("：");
      line = before + key + between + (joined ? " " : "") + value;
    }
    return file.insert(last.line() + 1, List.of(line));
  }

  private static String fold(String key) {
    return Normalizer.normalize(key, Normalizer.Form.NFKC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[\\s_-]+", "");
  }
}
