package comity.terminal;

/**
 * Writes characters, as xterm.js does: the cursor stays on the last column until another comes; a
 * character that combines joins the one before it, unless a control stood between.
 */
final class Writer {
  /** In UTF-16 units, of what a cell shows; what would make it longer is dropped. */
  private static final int MAX_CLUSTER = 32;

  private final Display display;

  /** The width of the character before, which another can join; 0 where there is none. */
  private int before;

  Writer(Display display) {
    this.display = display;
  }

  /** What comes next joins nothing. */
  void part() {
    before = 0;
  }

  int before() {
    return before;
  }

  /** Printable ASCII. */
  void ascii(byte[] bytes, int from, int to) {
    if (display.modes.insert || display.charsets.active() != Charsets.US) {
      for (int i = from; i < to; i++) {
        write(bytes[i]);
      }
      return;
    }
    Grid grid = display.grid;
    long base = Cells.narrow(display.style());
    int columns = display.columns;
    int at = from;
    startRun(base);
    while (at < to) {
      if (grid.x >= columns) {
        overflow();
      }
      long[] cells = grid.line().cells;
      int x = grid.x;
      int n = Math.min(to - at, columns - x);
      for (int i = 0; i < n; i++) {
        cells[x + i] = base | bytes[at + i];
      }
      grid.x = x + n;
      at += n;
    }
    endRun(base);
    before = 1;
  }

  /** Where a wide character is overwritten from its second half on, the first is nothing. */
  private void startRun(long blank) {
    Grid grid = display.grid;
    if (grid.x > 0) {
      long[] cells = grid.line().cells;
      if (Cells.width(cells[grid.x - 1]) == 2) {
        cells[grid.x - 1] = blank;
      }
    }
  }

  /** Where its first half was overwritten, the second is nothing. */
  private void endRun(long blank) {
    Grid grid = display.grid;
    if (grid.x < display.columns) {
      long[] cells = grid.line().cells;
      if (Cells.isRest(cells[grid.x])) {
        cells[grid.x] = blank;
      }
    }
  }

  /** The row is full: goes on in the next, or stays on the last column. */
  private void overflow() {
    Grid grid = display.grid;
    if (!display.modes.wraps) {
      grid.x = display.columns - 1;
      return;
    }
    grid.x = 0;
    grid.y++;
    if (grid.y == grid.bottom + 1) {
      grid.y--;
      grid.scroll(display.erased(), true);
    } else {
      grid.y = Math.min(grid.y, display.rows - 1);
      grid.line().wrapped = true;
    }
  }

  /** A character. */
  void write(int character) {
    int c = character < 127 ? display.charsets.shown(character) : character;
    int width = display.widths.of(c);
    Grid grid = display.grid;
    int columns = display.columns;
    int style = display.style();
    startRun(Cells.blank(style));
    if (width == 1 && grid.x < columns && !display.modes.insert) {
      grid.line().cells[grid.x++] = Cells.of(c, 1, style);
      endRun(Cells.blank(style));
      before = 1;
      return;
    }
    if (width == 0 && before != 0 && grid.x > 0) {
      join(c);
      endRun(Cells.blank(style));
      return;
    }
    if (grid.x + width > columns) {
      int full = grid.x;
      Line old = grid.line();
      overflow();
      if (!display.modes.wraps && width == 2) {
        before = width;
        return;
      }
      for (int i = full; display.modes.wraps && i < columns; i++) {
        old.cells[i] = Cells.blank(style);
      }
    }
    before = width;
    if (grid.x >= columns) {
      return;
    }
    long[] cells = grid.line().cells;
    if (display.modes.insert) {
      grid.line().insert(grid.x, width, Cells.blank(style));
    }
    cells[grid.x++] = Cells.of(c, width, style);
    if (width == 2) {
      cells[grid.x++] = Cells.rest(style);
    }
    endRun(Cells.blank(style));
  }

  private void join(int c) {
    Grid grid = display.grid;
    long[] cells = grid.line().cells;
    int at = grid.x - (Cells.width(cells[grid.x - 1]) == 0 && grid.x > 1 ? 2 : 1);
    long cell = cells[at];
    if (!Cells.hasContent(cell)) {
      cells[at] = Cells.of(c, 1, Cells.style(cell));
      return;
    }
    String text = display.styles.text(cell);
    if (text.length() < MAX_CLUSTER) {
      int cluster = display.styles.cluster(text + Character.toString(c));
      if (cluster >= 0) {
        cells[at] = Cells.withContent(cell, Cells.CLUSTER | cluster);
      }
      display.tidy();
    }
  }

  /** {@code CSI b}: what was written last, again. */
  void repeat(int count) {
    Grid grid = display.grid;
    int at = grid.x - before;
    if (before == 0 || at < 0) {
      return;
    }
    String text = display.styles.text(grid.line().cells[at]);
    // More than the screen has changes only where it ends.
    int cells = display.columns * display.rows;
    int times = count > cells ? cells + (count - cells) % display.columns : count;
    for (int i = 0; i < times; i++) {
      text.codePoints().forEach(this::write);
    }
  }
}
