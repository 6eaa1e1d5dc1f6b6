package comity.panes;

import comity.terminal.Screen;
import comity.terminal.Size;

/**
 * The memory of all screens: each may be as large as is usual, which the host has room for, and
 * what larger ones take beyond that comes out of one budget. For the loop's thread.
 */
final class ScreenBudget {
  private final long most;
  private long taken;

  /**
   * @param most bytes, beyond those of screens of the usual size
   */
  ScreenBudget(long most) {
    this.most = most;
  }

  private static long beyond(Size size) {
    return Math.max(0, Screen.bytes(size) - Screen.bytes(Size.USUAL));
  }

  /** For a screen that begins: of this size, or of the usual one. */
  Size take(Size wanted) {
    if (taken + beyond(wanted) > most) {
      return Size.USUAL;
    }
    taken += beyond(wanted);
    return wanted;
  }

  /** For a screen that is to be larger or smaller: the size that it may take. */
  Size change(Size from, Size wanted) {
    taken -= beyond(from);
    // What is no larger either way takes no more, so that it fits.
    Size to =
        taken + beyond(wanted) <= most
            ? wanted
            : new Size(
                Math.min(from.columns(), wanted.columns()), Math.min(from.rows(), wanted.rows()));
    taken += beyond(to);
    return to;
  }

  /** A screen of this size is gone. */
  void give(Size size) {
    taken -= beyond(size);
  }
}
