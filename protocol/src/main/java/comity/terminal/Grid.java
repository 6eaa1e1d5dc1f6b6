package comity.terminal;

import java.util.BitSet;

/** The rows of one screen, the normal or the alternate one, with its cursor, margins and tabs. */
final class Grid {
  private static final int TAB = 8;

  int columns;
  int rows;
  Line[] lines;

  /** Equal to the number of columns where the last was written: the next character wraps. */
  int x;

  int y;

  /** The margins, both within. */
  int top;

  int bottom;

  final BitSet tabs = new BitSet();
  final Keyboard keyboard = new Keyboard();

  final Saved saved;

  Grid(int columns, int rows, long blank, Saved saved) {
    this.saved = saved;
    this.columns = columns;
    this.rows = rows;
    bottom = rows - 1;
    lines = new Line[rows];
    for (int i = 0; i < rows; i++) {
      lines[i] = new Line(columns, blank);
    }
    for (int i = 0; i < columns; i += TAB) {
      tabs.set(i);
    }
  }

  Line line() {
    return lines[y];
  }

  /** Brings the cursor into the screen, or between the margins where it counts from there. */
  void restrict(boolean origin, int lastColumn) {
    x = Math.clamp(x, 0, lastColumn);
    y = origin ? Math.clamp(y, top, bottom) : Math.clamp(y, 0, rows - 1);
  }

  void moveTo(int column, int row, boolean origin) {
    x = column;
    y = origin ? top + row : row;
    restrict(origin, columns - 1);
  }

  /** Moves within the screen; the row is as it is, not counted from a margin. */
  void moveBy(int right, int down, boolean origin) {
    restrict(origin, columns - 1);
    x += right;
    y += down;
    restrict(origin, columns - 1);
  }

  void up(int count, boolean origin) {
    moveBy(0, -(y >= top ? Math.min(y - top, count) : count), origin);
  }

  void down(int count, boolean origin) {
    moveBy(0, y <= bottom ? Math.min(bottom - y, count) : count, origin);
  }

  /** Moves what is between the margins up by one. */
  void scroll(long blank, boolean wrapped) {
    Line gone = lines[top];
    System.arraycopy(lines, top + 1, lines, top, bottom - top);
    lines[bottom] = gone;
    gone.clear(blank);
    gone.wrapped = wrapped;
  }

  /** Takes rows out at one, and lets those down to the bottom margin move up. */
  void removeLines(int at, int count, long blank) {
    int n = Math.min(count, bottom - at + 1);
    Line[] gone = new Line[n];
    System.arraycopy(lines, at, gone, 0, n);
    System.arraycopy(lines, at + n, lines, at, bottom - at + 1 - n);
    System.arraycopy(gone, 0, lines, bottom - n + 1, n);
    for (Line line : gone) {
      line.clear(blank);
    }
  }

  /** Puts blank rows in at one; those at the bottom margin are gone. */
  void insertLines(int at, int count, long blank) {
    int n = Math.min(count, bottom - at + 1);
    Line[] gone = new Line[n];
    System.arraycopy(lines, bottom - n + 1, gone, 0, n);
    System.arraycopy(lines, at, lines, at + n, bottom - at + 1 - n);
    System.arraycopy(gone, 0, lines, at, n);
    for (Line line : gone) {
      line.clear(blank);
    }
  }

  boolean isInMargins() {
    return y >= top && y <= bottom;
  }

  /** {@code ESC D}; also what a line feed does, which is told apart by what it says of wrapping. */
  void index(long blank, boolean lineFeed) {
    y++;
    if (y == bottom + 1) {
      y--;
      scroll(blank, false);
    } else if (y >= rows) {
      y = rows - 1;
    } else if (lineFeed) {
      line().wrapped = false;
    }
  }

  void reverseIndex(long blank) {
    if (y == top) {
      insertLines(top, 1, blank);
    } else if (y > 0) {
      y--;
    }
  }

  void tab(int count) {
    for (int i = 0; i < count && x < columns - 1; i++) {
      int next = tabs.nextSetBit(x + 1);
      x = next < 0 || next >= columns ? columns - 1 : next;
    }
  }

  void tabBack(int count) {
    for (int i = 0; i < count && x > 0; i++) {
      x = Math.max(0, tabs.previousSetBit(x - 1));
    }
  }

  /** Tab stops are where they were; new columns have them too. */
  void addTabs() {
    int from = Math.max(0, tabs.previousSetBit(columns - 1));
    for (int i = from; i < columns; i += TAB) {
      tabs.set(i);
    }
  }
}
