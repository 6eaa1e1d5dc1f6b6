package comity.terminal;

import java.util.Arrays;

/** A row of a screen. Half a wide character never stays: what is left of it is made blank. */
final class Line {
  long[] cells;

  /** Whether it goes on from the row above, which was full. */
  boolean wrapped;

  Line(int columns, long blank) {
    cells = new long[columns];
    Arrays.fill(cells, blank);
  }

  int width(int column) {
    return Cells.width(cells[column]);
  }

  void clear(long blank) {
    Arrays.fill(cells, blank);
    wrapped = false;
  }

  /** Moves what stands from {@code at} on to the right; what falls off is gone. */
  void insert(int at, int count, long blank) {
    if (at > 0 && width(at - 1) == 2) {
      cells[at - 1] = blank;
    }
    int end = cells.length;
    int n = Math.min(count, end - at);
    System.arraycopy(cells, at, cells, at + n, end - at - n);
    Arrays.fill(cells, at, at + n, blank);
    if (width(end - 1) == 2) {
      cells[end - 1] = blank;
    }
  }

  /** Moves what stands behind to {@code at}. */
  void delete(int at, int count, long blank) {
    int end = cells.length;
    int n = Math.min(count, end - at);
    System.arraycopy(cells, at + n, cells, at, end - at - n);
    Arrays.fill(cells, end - n, end, blank);
    if (at > 0 && width(at - 1) == 2) {
      cells[at - 1] = blank;
    }
    if (Cells.isRest(cells[at])) {
      cells[at] = blank;
    }
  }

  /** Makes them blank, from one to before the other, which may be beyond the end. */
  void erase(int from, int to, long blank) {
    if (from > 0 && from <= cells.length && width(from - 1) == 2) {
      cells[from - 1] = blank;
    }
    if (to < cells.length && to > 0 && width(to - 1) == 2) {
      cells[to] = blank;
    }
    if (from < cells.length) {
      Arrays.fill(cells, from, Math.min(to, cells.length), blank);
    }
  }

  /** As {@link #erase}, and leaves what is protected. */
  void eraseOpen(int from, int to, long blank, Styles styles) {
    if (from > 0 && from <= cells.length && width(from - 1) == 2 && isOpen(from - 1, styles)) {
      cells[from - 1] = blank;
    }
    if (to < cells.length && to > 0 && width(to - 1) == 2 && isOpen(to, styles)) {
      cells[to] = blank;
    }
    for (int i = from; i < to && i < cells.length; i++) {
      if (isOpen(i, styles)) {
        cells[i] = blank;
      }
    }
  }

  private boolean isOpen(int column, Styles styles) {
    return (styles.look(Cells.style(cells[column])) & Look.PROTECTED) == 0;
  }

  /** Up to behind the last cell that has content. */
  int used() {
    for (int i = cells.length - 1; i >= 0; i--) {
      if (Cells.hasContent(cells[i])) {
        return i + width(i);
      }
    }
    return 0;
  }

  void resize(int columns) {
    int was = cells.length;
    cells = Arrays.copyOf(cells, columns);
    if (columns > was) {
      Arrays.fill(cells, was, columns, Cells.BLANK);
    } else if (width(columns - 1) == 2) {
      cells[columns - 1] = Cells.blank(Cells.style(cells[columns - 1]));
    }
  }
}
