package comity.panes;

import comity.terminal.Allowance;
import comity.terminal.Screen;
import comity.terminal.Size;

/**
 * The memory of all screens: each may be as large as is usual, which the host has room for, and
 * what larger ones take beyond that comes out of one budget. For the loop's thread.
 */
final class ScreenBudget {
  /**
   * This part of a host's memory is for screens larger than usual. The usual ones of as many
   * sessions as there may be take another third, and what viewers are shown needs room too.
   */
  private static final int SHARE = 4;

  /** This part is for what is drawn in many colours, with links, or in scripts that join. */
  private static final int LOOKS_SHARE = 8;

  private final long most;
  private final Allowance looks;
  private long taken;

  /**
   * @param most bytes, beyond those of screens of the usual size
   * @param looks bytes, beside those of cells
   */
  ScreenBudget(long most, long looks) {
    this.most = most;
    this.looks = new Allowance(looks);
  }

  /** Of a host that has so many bytes. */
  static ScreenBudget of(long memory) {
    return new ScreenBudget(memory / SHARE, memory / LOOKS_SHARE);
  }

  /** What all screens share beside their cells. */
  Allowance looks() {
    return looks;
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
