package comity.terminal;

/**
 * What a cell of a screen is, in a long: the character (21 bits), whether that is the number of a
 * cluster instead, the width in columns (2 bits), and above those 32 the number of the style. A
 * wide character is followed by a cell of width 0 without content.
 */
final class Cells {
  static final int CLUSTER = 1 << 21;
  private static final int CODE = CLUSTER - 1;
  private static final int CONTENT = CLUSTER | CODE;
  private static final int WIDTH_SHIFT = 22;
  private static final int WIDTH = 3;

  /** Nothing, in the style of a new terminal. */
  static final long BLANK = 1L << WIDTH_SHIFT;

  private Cells() {}

  /** With a character, or {@link #CLUSTER} and its number. */
  static long of(int content, int width, int style) {
    return (long) style << Integer.SIZE | (long) width << WIDTH_SHIFT | content;
  }

  /** Nothing, in this style. */
  static long blank(int style) {
    return (long) style << Integer.SIZE | BLANK;
  }

  /** The second half of a wide character. */
  static long rest(int style) {
    return (long) style << Integer.SIZE;
  }

  /** A character of width 1 to this is what it is there. */
  static long narrow(int style) {
    return blank(style);
  }

  static int width(long cell) {
    return (int) cell >> WIDTH_SHIFT & WIDTH;
  }

  static int style(long cell) {
    return (int) (cell >>> Integer.SIZE);
  }

  static long withStyle(long cell, int style) {
    return (long) style << Integer.SIZE | (cell & 0xFFFF_FFFFL);
  }

  static long withContent(long cell, int content) {
    return (cell & ~(long) CONTENT) | content;
  }

  static boolean hasContent(long cell) {
    return ((int) cell & CONTENT) != 0;
  }

  static boolean isCluster(long cell) {
    return ((int) cell & CLUSTER) != 0;
  }

  /** The character, or the number of the cluster. */
  static int code(long cell) {
    return (int) cell & CODE;
  }

  /** Whether it is the second half of a wide character. */
  static boolean isRest(long cell) {
    return width(cell) == 0 && !hasContent(cell);
  }
}
