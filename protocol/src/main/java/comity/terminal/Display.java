package comity.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that a screen is made of; what is written to it goes through {@link Writer}. */
final class Display {
  final Widths widths;
  int columns;
  int rows;
  Grid normal;

  /** There only while it is shown. */
  @Nullable Grid alternate;

  /** It stays while the alternate screen is not shown. */
  private final Saved alternateSaved = new Saved();

  /** The one of the two that is shown. */
  Grid grid;

  final Modes modes = new Modes();
  final Pen pen = new Pen();
  final Charsets charsets = new Charsets();
  final Styles styles;
  String title = "";

  /** Of text, ground and cursor, as {@code OSC 10} to {@code 12} set them; empty where not. */
  final String[] colours = {"", "", ""};

  Display(int columns, int rows, Widths widths, Allowance allowance) {
    this.widths = widths;
    this.columns = columns;
    this.rows = rows;
    styles = new Styles(columns * rows, allowance);
    normal = new Grid(columns, rows, Cells.BLANK, new Saved());
    grid = normal;
  }

  /** The number of the pen's style. */
  int style() {
    return styles.find(pen.look, pen.extra);
  }

  /** What is put where something was erased. */
  long erased() {
    return Cells.blank(styles.find(pen.erased(), 0));
  }

  void save() {
    grid.saved.set(grid.x, grid.y, pen, charsets.active());
  }

  void restore() {
    Saved saved = grid.saved;
    grid.x = saved.x;
    grid.y = saved.y;
    pen.look = saved.pen.look;
    pen.extra = saved.pen.extra;
    charsets.activate(saved.charset);
    grid.restrict(modes.origin, columns - 1);
  }

  void showAlternate(int mode) {
    if (mode == 1049) {
      save();
    }
    if (alternate == null) {
      alternate = new Grid(columns, rows, erased(), alternateSaved);
      alternate.x = normal.x;
      alternate.y = normal.y;
      grid = alternate;
      modes.alternate = mode;
    }
  }

  void showNormal(int mode) {
    if (alternate != null) {
      normal.x = alternate.x;
      normal.y = alternate.y;
      alternate = null;
      grid = normal;
      modes.alternate = 0;
    }
    if (mode == 1049) {
      restore();
    }
  }

  /** {@code ESC c}. */
  void reset() {
    normal = new Grid(columns, rows, Cells.BLANK, new Saved());
    alternate = null;
    alternateSaved.reset();
    grid = normal;
    modes.reset();
    pen.reset();
    charsets.reset();
    Arrays.fill(colours, "");
  }

  /** {@code CSI ! p}. */
  void softReset() {
    grid.top = 0;
    grid.bottom = rows - 1;
    modes.softReset();
    pen.reset();
    charsets.reset();
    grid.saved.reset();
  }

  void resize(int toColumns, int toRows) {
    Reflow.resize(normal, toColumns, toRows);
    if (alternate != null) {
      Reflow.cut(alternate, toColumns, toRows);
    }
    boolean smaller = toColumns * toRows < columns * rows;
    columns = toColumns;
    rows = toRows;
    styles.limit(columns * rows);
    if (smaller) {
      keepNamed();
    }
  }

  /** Drops styles that are not named any more, where there are many. */
  void tidy() {
    if (styles.isFull()) {
      keepNamed();
    }
  }

  private void keepNamed() {
    List<Line> lines = new ArrayList<>(Arrays.asList(normal.lines));
    List<Pen> pens = List.of(pen, normal.saved.pen, alternateSaved.pen);
    if (alternate != null) {
      lines.addAll(Arrays.asList(alternate.lines));
    }
    int[] named = pens.stream().mapToInt(p -> styles.find(p.look, p.extra)).toArray();
    styles.keep(lines, named);
    for (int i = 0; i < named.length; i++) {
      // Where its style was not taken, its link has no number any more.
      Pen each = pens.get(i);
      each.extra = named[i] == 0 ? Styles.withoutLink(each.extra) : styles.extra(named[i]);
    }
  }
}
