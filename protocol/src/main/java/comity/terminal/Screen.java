package comity.terminal;

import java.nio.charset.StandardCharsets;

/**
 * What a program has drawn on its terminal (SES-10): fed by the {@link Parser}, it knows each cell,
 * the cursor and the modes as an xterm with 256 colours would, and says what to write to another
 * terminal so that it shows the same. It keeps what is on the screen, and nothing that scrolled
 * away.
 *
 * <p>A cell takes 8 bytes; the alternate screen takes memory only while it is shown. How many
 * looks, links and joined characters it can have at once is limited by its size.
 */
public final class Screen implements Output {
  /** What a row takes beside its cells, in bytes. */
  private static final int ROW = 48;

  private static final int MAX_COLOUR = 64;

  private final Display display;
  private final Writer writer;
  private final Controls controls;

  /**
   * A character of which not all bytes have come: what there is of it, and how many are missing.
   */
  private int begun;

  private int missing;
  private int least;

  /**
   * What a cell shows.
   *
   * @param text its characters: empty where nothing was written, and in the second half of a wide
   *     character
   * @param width in columns: 1, 2, or 0 for the second half
   * @param style as parameters of {@code CSI m}, each after a {@code ;}; empty for a new terminal's
   * @param link what stands after {@code OSC 8;}; empty where it links nowhere
   */
  public record Cell(String text, int width, String style, String link) {}

  /** An empty one, with {@link Widths#UNICODE_6}. Sizes beyond the limits are taken to them. */
  public Screen(int columns, int rows) {
    this(columns, rows, Widths.UNICODE_6);
  }

  /**
   * An empty one for viewers whose terminals count so. Sizes beyond the limits are taken to them.
   */
  public Screen(int columns, int rows, Widths widths) {
    this(new Size(columns, rows), widths, new Allowance(Long.MAX_VALUE));
  }

  /**
   * An empty one that shares with others.
   *
   * @param allowance until it is {@link #release released}
   */
  public Screen(Size size, Widths widths, Allowance allowance) {
    display = new Display(size.columns(), size.rows(), widths, allowance);
    writer = new Writer(display);
    controls = new Controls(display, writer);
  }

  /**
   * What the cells of a screen take, in bytes: those of both, since its program shows the alternate
   * one when it likes.
   */
  public static long bytes(Size size) {
    return 2L * size.rows() * ((long) Long.BYTES * size.columns() + ROW);
  }

  /** It is not used any more: others may take what it took. */
  public void release() {
    display.styles.release();
  }

  /** Takes another size; a text that went on in the next row is laid out anew. */
  public void resize(int columns, int rows) {
    Size size = new Size(columns, rows);
    if (size.columns() != display.columns || size.rows() != display.rows) {
      display.resize(size.columns(), size.rows());
    }
  }

  /** In cells. */
  public int columns() {
    return display.columns;
  }

  /** In cells. */
  public int rows() {
    return display.rows;
  }

  /**
   * From 0; the number of columns where the last was written, and the next character will go to the
   * next row.
   */
  public int cursorColumn() {
    return display.grid.x;
  }

  /** From 0. */
  public int cursorRow() {
    return display.grid.y;
  }

  /** As the program set it last; empty where it did not. Without control characters. */
  public String title() {
    return display.title;
  }

  /**
   * As {@code CSI Ps SP q} has it: 0 the terminal's own, 1 and 2 block, 3 and 4 line, 5 and 6 bar.
   */
  public int cursorShape() {
    return display.modes.cursorShape;
  }

  /** Whether a mode of {@code CSI ? MODE h} is on. */
  public boolean isSet(int mode) {
    return display.modes.isSet(mode, true);
  }

  /** What is at a column and row, from 0. */
  public Cell cell(int column, int row) {
    long cell = display.grid.lines[row].cells[column];
    int style = Cells.style(cell);
    return new Cell(
        display.styles.text(cell),
        Cells.width(cell),
        Look.parameters(display.styles.look(style), display.styles.underlineColour(style)),
        display.styles.link(style));
  }

  /** Whether a row, from 0, goes on from the one above. */
  public boolean isWrapped(int row) {
    return display.grid.lines[row].wrapped;
  }

  /** What is on it, a line for each row without the blanks at its end. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < display.rows; row++) {
      text.append(row == 0 ? "" : "\n").append(text(row));
    }
    return text.toString();
  }

  /** The last row that is not blank, without blanks around it; empty where there is none. */
  public String lastLine() {
    for (int row = display.rows - 1; row >= 0; row--) {
      String text = text(row).strip();
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  private String text(int row) {
    StringBuilder text = new StringBuilder();
    for (long cell : display.grid.lines[row].cells) {
      if (Cells.hasContent(cell)) {
        text.append(display.styles.text(cell));
      } else if (!Cells.isRest(cell)) {
        text.append(' ');
      }
    }
    return text.toString().stripTrailing();
  }

  /**
   * What makes a new terminal of the same size show this screen: its cells, both screens where the
   * alternate one is shown, cursor, modes and title.
   */
  public byte[] redraw() {
    return new Redraw(display).bytes();
  }

  /**
   * What gives a terminal back that showed this screen: modes off, the alternate screen left, the
   * cursor shown and below what was drawn.
   */
  public byte[] undo() {
    return Redraw.undo(display);
  }

  /**
   * What gives a terminal back where it is not known what it showed: as {@link #undo}, of whatever
   * a program may have set.
   */
  public static byte[] reset() {
    return Redraw.reset();
  }

  /**
   * What gives a terminal back whose program has ended, as {@link #undo}. What is on the alternate
   * screen is written below what else was drawn, since nobody can go back to it.
   */
  public byte[] parting() {
    if (display.grid == display.normal) {
      return undo();
    }
    String last = text().stripTrailing();
    String undo = new String(undo(), StandardCharsets.UTF_8);
    return (last.isEmpty() ? undo : undo + last.replace("\n", "\r\n") + "\r\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  Display display() {
    return display;
  }

  @Override
  public void text(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int b = bytes[at];
      if (b >= ' ' && b < 0x7F) {
        missing = 0;
        int end = at + 1;
        while (end < to && bytes[end] >= ' ' && bytes[end] < 0x7F) {
          end++;
        }
        writer.ascii(bytes, at, end);
        at = end;
      } else {
        if (b >= 0) {
          missing = 0;
          writer.part();
          controls.character(b);
        } else if (b >= (byte) 0xE1 && b < (byte) 0xED && isThree(bytes, at, to)) {
          missing = 0;
          writer.write(((b & 0x0F) << 12) | ((bytes[at + 1] & 0x3F) << 6) | (bytes[at + 2] & 0x3F));
          at += 2;
        } else {
          utf8(b & 0xFF);
        }
        at++;
      }
    }
  }

  /**
   * Whether two bytes that go on with a character follow: the most frequent case, taken at once.
   */
  private static boolean isThree(byte[] bytes, int at, int to) {
    return at + 2 < to && (bytes[at + 1] & 0xC0) == 0x80 && (bytes[at + 2] & 0xC0) == 0x80;
  }

  /** A byte that is not ASCII. What is no UTF-8 is shown as nothing, as in xterm.js. */
  private void utf8(int b) {
    if (b < 0xC0) {
      if (missing == 0) {
        return;
      }
      begun = (begun << 6) | (b & 0x3F);
      missing--;
      if (missing == 0 && isCharacter(begun)) {
        writer.write(begun);
      }
    } else if (b < 0xE0) {
      begin(b & 0x1F, 1, 0x80);
    } else if (b < 0xF0) {
      begin(b & 0x0F, 2, 0x800);
    } else {
      begin(b & 0x07, b < 0xF8 ? 3 : 0, 0x10000);
    }
  }

  private void begin(int bits, int more, int leastCharacter) {
    begun = bits;
    missing = more;
    least = leastCharacter;
  }

  /**
   * Neither a longer form than needed, nor a surrogate, nor a mark of byte order, nor a control.
   */
  private boolean isCharacter(int c) {
    return c >= least
        && c >= 0xA0
        && c <= Character.MAX_CODE_POINT
        && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        && c != 0xFEFF;
  }

  @Override
  public void bell() {
    between();
  }

  /** Nothing joins over a control, and no character goes on behind it. */
  private void between() {
    writer.part();
    missing = 0;
  }

  @Override
  public void escape(int intermediates, int last) {
    controls.escape(intermediates, last);
    between();
  }

  @Override
  public void control(Csi csi) {
    missing = 0;
    controls.control(csi);
    between();
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    between();
    if (kind != StringKind.OSC || length == 0 || bytes[0] > '8') {
      return;
    }
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    int end = text.indexOf(';');
    String rest = end < 0 ? "" : text.substring(end + 1);
    switch (end < 0 ? text : text.substring(0, end)) {
      case "0", "2" -> display.title = Titles.clipped(rest);
      case "8" -> link(rest);
      case "10" -> colour(0, rest);
      case "11" -> colour(1, rest);
      case "12" -> colour(2, rest);
      case "110" -> display.colours[0] = "";
      case "111" -> display.colours[1] = "";
      case "112" -> display.colours[2] = "";
      default -> {
        // Others are not about what is shown.
      }
    }
  }

  /** A name, or numbers after {@code #} or {@code rgb:}; a question is none. */
  private void colour(int which, String text) {
    if (text.length() <= MAX_COLOUR && text.matches("[A-Za-z0-9#:/., ]+")) {
      display.colours[which] = text;
    }
  }

  /** {@code OSC 8;PARAMETERS;URI}. */
  private void link(String rest) {
    int end = rest.indexOf(';');
    if (end < 0) {
      return;
    }
    if (end < rest.length() - 1) {
      display.pen.link(display.styles.newLink(rest));
      display.tidy();
    } else if (rest.substring(0, end).isBlank()) {
      display.pen.link(0);
    }
  }
}
