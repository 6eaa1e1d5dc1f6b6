package comity.http;

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
