package comity.terminal;

import java.util.Arrays;

/**
 * Which keys a program wants to be told apart, in kitty's way: flags that are put on each other.
 */
final class Keyboard {
  /** The one put on first is dropped: no program goes so deep. */
  static final int MAX_DEPTH = 16;

  private static final int ALL = 31;

  private final int[] flags = new int[MAX_DEPTH];
  private int depth;

  int flags() {
    return flags[depth];
  }

  /** How many were put on and not taken off. */
  int depth() {
    return depth;
  }

  /** Those at a depth, 0 for what was before any was put on. */
  int flags(int at) {
    return flags[at];
  }

  void push(int value) {
    if (depth == MAX_DEPTH - 1) {
      System.arraycopy(flags, 1, flags, 0, MAX_DEPTH - 1);
    } else {
      depth++;
    }
    flags[depth] = value & ALL;
  }

  void pop(int count) {
    if (count > depth) {
      clear();
    } else {
      depth -= count;
    }
  }

  /**
   * Changes those in force.
   *
   * @param how 1 these, 2 these too, 3 without these
   */
  void set(int value, int how) {
    switch (how) {
      case 1 -> flags[depth] = value & ALL;
      case 2 -> flags[depth] |= value & ALL;
      case 3 -> flags[depth] &= ~value;
      default -> {
        // No way that kitty has.
      }
    }
  }

  void clear() {
    depth = 0;
    Arrays.fill(flags, 0);
  }
}
