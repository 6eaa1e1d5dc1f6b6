package comity.terminal;

import java.util.Arrays;

/** The four sets of characters that a program may choose from, and which is in force. */
final class Charsets {
  static final char US = 'B';
  static final char GRAPHICS = '0';
  static final char UK = 'A';

  /** Of {@link #GRAPHICS}, for the signs from {@code `} to {@code ~}. */
  private static final String DRAWN = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

  private final char[] sets = {US, US, US, US};
  private int level;
  private char active = US;

  char active() {
    return active;
  }

  /** What was saved is in force again, whichever of the four is chosen. */
  void activate(char set) {
    active = set;
  }

  int level() {
    return level;
  }

  char set(int at) {
    return sets[at];
  }

  void choose(int at) {
    level = at;
    active = sets[at];
  }

  /** Sets of single countries are taken for the one of the United States. */
  void designate(int at, char set) {
    sets[at] = set == GRAPHICS || set == UK ? set : US;
    if (level == at) {
      active = sets[at];
    }
  }

  void reset() {
    Arrays.fill(sets, US);
    level = 0;
    active = US;
  }

  /** What a sign below 127 is shown as. */
  int shown(int sign) {
    if (active == GRAPHICS && sign >= '`') {
      return DRAWN.charAt(sign - '`');
    }
    return active == UK && sign == '#' ? '£' : sign;
  }
}
