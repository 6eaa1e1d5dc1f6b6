package comity.terminal;

import java.util.OptionalInt;

/** Numbers as terminals take them: digits only, and empty is 0. */
final class Numbers {
  private static final int MAX_DIGITS = 9;

  private Numbers() {}

  /** A number from 0 to {@code most}; empty where the text is something else. */
  static OptionalInt read(String text, int most) {
    if (text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return OptionalInt.empty();
    }
    int number = text.isEmpty() ? 0 : Integer.parseInt(text);
    return number > most ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
