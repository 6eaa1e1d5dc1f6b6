package comity.guard;

import java.util.Locale;

/** The patterns of a shell for one name. Case does not count, since it may not to the disk. */
public final class Wildcard {
  private Wildcard() {}

  /** Whether it has a sign that stands for more than itself. */
  public static boolean has(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
  }

  /** The folders before the first name that is a pattern. */
  public static String fixed(String path) {
    return path.replaceAll("(^|(?<=/))[^/]*[*?\\[].*", "");
  }

  /**
   * Whether the name is one that the pattern stands for. A set in brackets counts as any sign: that
   * errs on the side of more names.
   */
  public static boolean matches(String pattern, String name) {
    String plain = pattern.replaceAll("\\[[^\\]]*\\]", "?").toLowerCase(Locale.ROOT);
    return matchesPlain(plain, name.toLowerCase(Locale.ROOT));
  }

  private static boolean matchesPlain(String pattern, String name) {
    int star = -1;
    int from = 0;
    int at = 0;
    int in = 0;
    while (in < name.length()) {
      if (at < pattern.length()
          && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(in))
          && pattern.charAt(at) != '*') {
        at++;
        in++;
      } else if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        from = in;
      } else if (star >= 0) {
        at = star + 1;
        in = ++from;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }
}
