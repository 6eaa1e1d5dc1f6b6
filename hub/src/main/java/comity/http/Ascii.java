package comity.http;

import java.util.function.IntPredicate;

/** The character classes of RFC 9110 and RFC 3986. */
final class Ascii {
  private Ascii() {}

  /** {@code tchar}: what methods and header names are made of. */
  static boolean isToken(int c) {
    return isAlphanumeric(c)
        || switch (c) {
          case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~' -> true;
          default -> false;
        };
  }

  /** Whether each character is of that class. */
  static boolean all(String text, IntPredicate kind) {
    for (int i = 0; i < text.length(); i++) {
      if (!kind.test(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The value of a hexadecimal digit, or -1. */
  static int hex(int c) {
    if (isDigit(c)) {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  }
}
