package comity.terminal;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * Writes what draws a {@link Display} on another terminal. Rows that go on in the next are written
 * in one, so that the other terminal knows of it when its size changes or text is copied. What
 * changes how writing works (margins, origin, insertion, character sets) comes after the cells.
 */
final class Redraw {
  private static final String ESC = "\033";
  private static final String CSI = "\033[";
  private static final int[] PRIVATE_MODES = {1, 12, 45, 1004, 2004, 2026};

  private static final int[] OFF_MODES = {
    9, 1000, 1002, 1003, 1005, 1006, 1015, 1016, 1004, 2004, 1, 6, 45
  };

  /**
   * In UTF-16 units: a picture that fills a large screen. Beyond it looks are left out, so that
   * each cell takes little.
   */
  private static final int MOST_STYLED = 4 << 20;

  /** Of that, what links take; the text stays. */
  private static final int MOST_LINKS = 1 << 20;

  /** Beyond it nothing is drawn: the largest screen without looks fits. */
  private static final int MOST = MOST_STYLED + (4 << 20);

  private final Display display;
  private final StringBuilder out = new StringBuilder();
  private int style;
  private String link = "";

  /** The length of all links that were written. */
  private int linked;

  /** Where the cursor of the other terminal is; a column of -1 where that is not known. */
  private int column;

  private int row;

  Redraw(Display display) {
    this.display = display;
  }

  byte[] bytes() {
    Grid grid = display.grid;
    out.append(CSI + "?25l" + CSI + "m" + CSI + "H" + CSI + "2J");
    if (grid != display.normal) {
      cells(display.normal);
      keyboard(display.normal.keyboard);
      saved(display.normal, display.modes.alternate != 1049);
      out.append(CSI + "?").append(display.modes.alternate).append('h');
      style(0);
      out.append(CSI + "H" + CSI + "2J");
      column = 0;
      row = 0;
    }
    cells(grid);
    saved(grid, true);
    keyboard(grid.keyboard);
    tabs(grid);
    cursor(grid);
    charsets();
    modes();
    style(display.style());
    for (int i = 0; i < display.colours.length; i++) {
      if (!display.colours[i].isEmpty()) {
        out.append(ESC + "]").append(10 + i).append(';').append(display.colours[i]);
        out.append(ESC + "\\");
      }
    }
    if (!display.title.isEmpty()) {
      out.append(ESC + "]2;").append(display.title).append(ESC + "\\");
    }
    if (display.modes.cursorShown) {
      out.append(CSI + "?25h");
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void cells(Grid grid) {
    for (int y = 0; y < grid.rows && out.length() < MOST; y++) {
      boolean follows = y > 0 && isWrapped(grid, y);
      boolean leads = y + 1 < grid.rows && isWrapped(grid, y + 1);
      row(grid, y, follows, leads);
    }
    for (int y = 1; y < grid.rows; y++) {
      if (isWrapped(grid, y) && leavesOne(grid, y - 1)) {
        left(grid.lines[y - 1].cells, y - 1, Cells.style(grid.lines[y].cells[0]));
      }
    }
  }

  /** Whether its last cell was left when a wide character went to the next row. */
  private static boolean leavesOne(Grid grid, int y) {
    long last = grid.lines[y].cells[grid.columns - 1];
    return !Cells.hasContent(last)
        && !Cells.isRest(last)
        && Cells.width(grid.lines[y + 1].cells[0]) == 2;
  }

  /** Such a cell takes the style of the character; where it had another, it gets it again. */
  private void left(long[] cells, int y, int got) {
    int last = cells.length - 1;
    if (Cells.style(cells[last]) != got) {
      move(last, y, true);
      styleOf(cells[last]);
      out.append(isSeen(cells[last]) ? " " : CSI + "X");
      column = -1;
    }
  }

  /** Whether writing on at the end of the row above leads into this one. */
  private static boolean isWrapped(Grid grid, int y) {
    long first = grid.lines[y].cells[0];
    long last = grid.lines[y - 1].cells[grid.columns - 1];
    return grid.lines[y].wrapped
        && Cells.width(first) > 0
        && (Cells.width(last) > 0 || Cells.isRest(last));
  }

  private void row(Grid grid, int y, boolean follows, boolean leads) {
    long[] cells = grid.lines[y].cells;
    int last = grid.columns - 1;
    boolean leavesOne = leads && leavesOne(grid, y);
    int x = 0;
    while (x <= last) {
      long cell = cells[x];
      boolean needed = (x == 0 && follows) || (x == last && leads && !leavesOne);
      if (Cells.hasContent(cell) || needed || isSeen(cell)) {
        if (!(x == 0 && follows)) {
          move(x, y, Cells.width(cell) == 0);
        }
        styleOf(cell);
        out.append(Cells.hasContent(cell) ? text(cell) : " ");
        x += Math.max(1, Cells.width(cell));
        column = x;
        row = y;
      } else {
        x = blanks(cells, x, y, leads ? last : last + 1);
      }
    }
    if (leavesOne) {
      move(last, y, false);
    }
  }

  private String text(long cell) {
    String text = display.styles.text(cell);
    return out.length() < MOST_STYLED ? text : text.substring(0, text.offsetByCodePoints(0, 1));
  }

  /** Whether a blank shows more than a colour, so that it can't be made by erasing. */
  private boolean isSeen(long cell) {
    int named = Cells.style(cell);
    return (display.styles.look(named) & ~Look.GROUND) != 0 || display.styles.extra(named) != 0;
  }

  private int blanks(long[] cells, int from, int y, int end) {
    int to = from + 1;
    while (to < end && cells[to] == cells[from]) {
      to++;
    }
    if (Cells.style(cells[from]) != 0) {
      move(from, y, false);
      styleOf(cells[from]);
      out.append(CSI).append(to - from).append('X');
    }
    return to;
  }

  /**
   * Puts the cursor somewhere.
   *
   * @param always also where it is there, so that what comes joins nothing
   */
  private void move(int x, int y, boolean always) {
    if (x != column || y != row || always) {
      out.append(CSI).append(y + 1).append(';').append(x + 1).append('H');
      column = x;
      row = y;
    }
  }

  /** Takes the style of a cell, or less of it. */
  private void styleOf(long cell) {
    boolean links = linked < MOST_LINKS;
    int named = out.length() < MOST_STYLED ? Cells.style(cell) : 0;
    style(named, links ? display.styles.link(named) : "");
  }

  private void style(int wanted) {
    style(wanted, display.styles.link(wanted));
  }

  private void style(int wanted, String toLink) {
    if (wanted == style && toLink.equals(link)) {
      return;
    }
    Styles styles = display.styles;
    long look = styles.look(wanted);
    long was = styles.look(style);
    String parameters = Look.parameters(look, styles.underlineColour(wanted));
    if ((was & Look.PROTECTED) != 0) {
      out.append(CSI + "0\"q");
    }
    out.append(CSI + "0").append(parameters).append('m');
    if ((look & Look.PROTECTED) != 0) {
      out.append(CSI + "1\"q");
    }
    if (!toLink.equals(link)) {
      out.append(ESC + "]8;").append(toLink.isEmpty() ? ";" : toLink).append(ESC + "\\");
      link = toLink;
      linked += link.length();
    }
    style = wanted;
  }

  /** What {@code ESC 7} saved, if that is not what a new terminal has. */
  private void saved(Grid grid, boolean saves) {
    Saved saved = grid.saved;
    int named = display.styles.find(saved.pen.look, saved.pen.extra);
    boolean drawn = saved.charset != Charsets.US;
    if (saves && saved.x == 0 && saved.y == 0 && named == 0 && !drawn) {
      return;
    }
    move(Math.min(saved.x, grid.columns - 1), saved.y, true);
    style(named);
    if (drawn) {
      out.append(ESC + "(").append(saved.charset);
    }
    if (saves) {
      out.append(ESC + "7");
    }
    if (drawn) {
      out.append(ESC + "(B");
    }
  }

  private void keyboard(Keyboard keyboard) {
    if (keyboard.flags(0) != 0) {
      out.append(CSI + "=").append(keyboard.flags(0)).append(";1u");
    }
    for (int i = 1; i <= keyboard.depth(); i++) {
      out.append(CSI + ">").append(keyboard.flags(i)).append('u');
    }
  }

  private void tabs(Grid grid) {
    BitSet usual = new Grid(grid.columns, 1, Cells.BLANK, grid.saved).tabs;
    BitSet here = grid.tabs.get(0, grid.columns);
    if (here.equals(usual)) {
      return;
    }
    out.append(CSI + "3g");
    for (int x = here.nextSetBit(0); x >= 0; x = here.nextSetBit(x + 1)) {
      move(x, 0, true);
      out.append(ESC + "H");
    }
  }

  private void cursor(Grid grid) {
    boolean whole = grid.top == 0 && grid.bottom == grid.rows - 1;
    if (!whole) {
      out.append(CSI).append(grid.top + 1).append(';').append(grid.bottom + 1).append('r');
    }
    if (display.modes.origin) {
      out.append(CSI + "?6h");
    }
    int y = display.modes.origin ? Math.max(0, grid.y - grid.top) : grid.y;
    if (grid.x < grid.columns) {
      move(grid.x, y, true);
      return;
    }
    // The last is written again, so that the next will go to the next row.
    int last = grid.columns - 1;
    long[] cells = grid.lines[grid.y].cells;
    int at = Cells.isRest(cells[last]) ? last - 1 : last;
    move(at, y, true);
    style(Cells.style(cells[at]));
    out.append(Cells.hasContent(cells[at]) ? display.styles.text(cells[at]) : " ");
  }

  private void charsets() {
    Charsets charsets = display.charsets;
    String into = "()*+";
    for (int i = 0; i < into.length(); i++) {
      if (charsets.set(i) != Charsets.US) {
        out.append(ESC).append(into.charAt(i)).append(charsets.set(i));
      }
    }
    switch (charsets.level()) {
      case 1 -> out.append('\016');
      case 2 -> out.append(ESC + "n");
      case 3 -> out.append(ESC + "o");
      default -> {
        // The first is in force.
      }
    }
  }

  private void modes() {
    Modes modes = display.modes;
    set(modes.insert, "4");
    set(modes.newLine, "20");
    for (int mode : PRIVATE_MODES) {
      set(modes.isSet(mode, true), "?" + mode);
    }
    modes.passed.forEach((mode, on) -> out.append(CSI + "?").append(mode).append(on ? 'h' : 'l'));
    set(modes.mouse != 0, "?" + modes.mouse);
    set(modes.mouseForm != 0, "?" + modes.mouseForm);
    if (!modes.wraps) {
      out.append(CSI + "?7l");
    }
    if (modes.applicationKeypad) {
      out.append(ESC + "=");
    }
    if (modes.cursorShape != 0) {
      out.append(CSI).append(modes.cursorShape).append(" q");
    }
    if (modes.otherKeys != 0) {
      out.append(CSI + ">4;").append(modes.otherKeys).append('m');
    }
  }

  private void set(boolean on, String mode) {
    if (on) {
      out.append(CSI).append(mode).append('h');
    }
  }

  /** See {@link Screen#reset}. */
  static byte[] reset() {
    StringBuilder out = new StringBuilder();
    // Each screen has a keyboard of its own.
    String keyboard = CSI + "<" + Keyboard.MAX_DEPTH + "u" + CSI + "=0;1u";
    out.append(keyboard).append(CSI + "?1049l").append(keyboard);
    off(out);
    return out.append(CSI + "999;1H").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Switches off what programs switch on. */
  private static void off(StringBuilder out) {
    out.append(CSI + "?2026l" + CSI + "0\"q" + CSI + "m" + ESC + "]8;;" + ESC + "\\");
    for (int mode : OFF_MODES) {
      out.append(CSI + "?").append(mode).append('l');
    }
    out.append(CSI + "4l" + CSI + "20l" + CSI + ">4m" + ESC + ">" + ESC + "(B" + "\017");
    out.append(CSI + "r" + CSI + "?7h" + CSI + "?12l" + CSI + "0 q" + CSI + "?25h");
  }

  /** See {@link Screen#undo}. */
  static byte[] undo(Display display) {
    StringBuilder out = new StringBuilder();
    pop(out, display.grid.keyboard);
    if (display.grid != display.normal) {
      out.append(CSI + "?").append(display.modes.alternate).append('l');
      pop(out, display.normal.keyboard);
    }
    off(out);
    for (int i = 0; i < display.colours.length; i++) {
      if (!display.colours[i].isEmpty()) {
        out.append(ESC + "]").append(110 + i).append(ESC + "\\");
      }
    }
    display.modes.passed.forEach((mode, on) -> out.append(on ? CSI + "?" + mode + "l" : ""));
    int rows = used(display.normal);
    out.append(CSI).append(Math.max(1, rows)).append(";1H").append(rows > 0 ? "\r\n" : "");
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** How many rows were written to, the one of the cursor too where it is not at the beginning. */
  private static int used(Grid grid) {
    int rows = grid.rows;
    while (rows > 0 && grid.lines[rows - 1].used() == 0) {
      rows--;
    }
    return Math.max(rows, grid.x == 0 ? grid.y : grid.y + 1);
  }

  private static void pop(StringBuilder out, Keyboard keyboard) {
    if (keyboard.depth() > 0) {
      out.append(CSI + "<").append(keyboard.depth()).append('u');
    }
    if (keyboard.flags(0) != 0) {
      out.append(CSI + "=0;1u");
    }
  }
}
