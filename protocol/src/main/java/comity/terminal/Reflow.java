package comity.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Gives a screen another size. On the normal screen a text that went on in the next row is laid out
 * anew, as xterm.js does: not the one the cursor is in, which the program will write again. What
 * goes beyond the top is gone, since no history is kept here.
 */
final class Reflow {
  private final List<Line> lines;
  private final int was;
  private final int columns;
  private final int rows;

  /** How many rows are above the screen. */
  private int above;

  private int y;
  private int savedY;

  private Reflow(Grid grid, int columns, int rows) {
    lines = new ArrayList<>(Arrays.asList(grid.lines));
    was = grid.columns;
    this.columns = columns;
    this.rows = rows;
    y = grid.y;
    savedY = grid.saved.y;
  }

  /** The normal screen. */
  static void resize(Grid grid, int columns, int rows) {
    Reflow reflow = new Reflow(grid, columns, rows);
    reflow.widen();
    reflow.fitRows();
    if (columns > grid.columns) {
      reflow.larger();
    } else if (columns < grid.columns) {
      reflow.smaller();
    }
    reflow.finish(grid);
  }

  /** The alternate screen, where nothing is laid out anew. */
  static void cut(Grid grid, int columns, int rows) {
    Reflow reflow = new Reflow(grid, columns, rows);
    reflow.widen();
    reflow.fitRows();
    reflow.finish(grid);
  }

  private void widen() {
    if (columns > was) {
      lines.forEach(line -> line.resize(columns));
    }
  }

  /** Rows below the cursor go first, then those at the top. */
  private void fitRows() {
    while (lines.size() < rows) {
      lines.add(new Line(columns, Cells.BLANK));
    }
    while (lines.size() > rows + above) {
      if (lines.size() > above + y + 1) {
        lines.removeLast();
      } else {
        above++;
      }
    }
    y = Math.min(y, rows - 1);
  }

  private void finish(Grid grid) {
    while (lines.size() < rows + above) {
      lines.add(new Line(columns, Cells.BLANK));
    }
    for (Line line : lines) {
      if (line.cells.length != columns) {
        line.resize(columns);
      }
    }
    grid.lines = lines.subList(above, above + rows).toArray(Line[]::new);
    grid.columns = columns;
    grid.rows = rows;
    grid.x = Math.min(grid.x, columns - 1);
    grid.y = Math.clamp(y, 0, rows - 1);
    grid.saved.x = Math.min(grid.saved.x, columns - 1);
    grid.saved.y = Math.clamp(savedY - above, 0, rows - 1);
    grid.top = 0;
    grid.bottom = rows - 1;
    grid.addTabs();
  }

  /** The first of the rows that the text of one goes through. */
  private int first(int row) {
    int at = row;
    while (at > 0 && lines.get(at).wrapped) {
      at--;
    }
    return at;
  }

  /** How many cells of a row belong to the text, where the row is one of several. */
  private static int used(List<Line> text, int row, int columns) {
    Line line = text.get(row);
    if (row == text.size() - 1) {
      return line.used();
    }
    long last = line.cells[columns - 1];
    boolean left = !Cells.hasContent(last) && Cells.width(last) == 1;
    return left && text.get(row + 1).width(0) == 2 ? columns - 1 : columns;
  }

  private boolean hasCursor(int from, int to) {
    return above + y >= from && above + y < to;
  }

  private void larger() {
    List<Line> kept = new ArrayList<>();
    int removed = 0;
    int at = 0;
    while (at < lines.size()) {
      int end = at + 1;
      while (end < lines.size() && lines.get(end).wrapped) {
        end++;
      }
      List<Line> text = lines.subList(at, end);
      int keeps = text.size() > 1 && !hasCursor(at, end) ? join(text) : text.size();
      kept.addAll(text.subList(0, keeps));
      removed += text.size() - keeps;
      at = end;
    }
    lines.clear();
    lines.addAll(kept);
    for (int i = 0; i < removed; i++) {
      if (above > 0) {
        above--;
      } else {
        y = Math.max(0, y - 1);
        if (lines.size() < rows) {
          lines.add(new Line(columns, Cells.BLANK));
        }
      }
    }
    savedY = Math.max(savedY - removed, 0);
  }

  /** Lays out a text in wider rows, and says how many of them it needs. */
  private int join(List<Line> text) {
    int to = 0;
    int toColumn = used(text, 0, was);
    int from = 1;
    int fromColumn = 0;
    while (from < text.size()) {
      int length = used(text, from, was);
      int n = Math.min(length - fromColumn, columns - toColumn);
      System.arraycopy(text.get(from).cells, fromColumn, text.get(to).cells, toColumn, n);
      toColumn += n;
      if (toColumn == columns) {
        to++;
        toColumn = 0;
      }
      fromColumn += n;
      if (fromColumn == length) {
        from++;
        fromColumn = 0;
      }
      if (toColumn == 0 && to != 0 && text.get(to - 1).width(columns - 1) == 2) {
        text.get(to).cells[toColumn++] = text.get(to - 1).cells[columns - 1];
        text.get(to - 1).cells[columns - 1] = Cells.BLANK;
      }
    }
    if (to < text.size()) {
      text.get(to).erase(toColumn, columns, Cells.BLANK);
    }
    int keeps = text.size();
    while (keeps > 1 && (keeps - 1 > to || text.get(keeps - 1).used() == 0)) {
      keeps--;
    }
    return keeps;
  }

  private void smaller() {
    List<List<Line>> texts = new ArrayList<>();
    int at = lines.size();
    while (at > 0) {
      int end = at;
      at = first(end - 1);
      List<Line> text = new ArrayList<>(lines.subList(at, end));
      boolean fits = text.size() == 1 && text.getFirst().used() <= columns;
      int added = fits || hasCursor(at, end) ? 0 : part(text);
      for (int i = 0; i < added; i++) {
        makeRoom();
      }
      if (added > 0) {
        savedY = Math.min(savedY + added, above + rows - 1);
      }
      texts.add(text);
    }
    Collections.reverse(texts);
    int size = lines.size();
    lines.clear();
    texts.forEach(lines::addAll);
    while (lines.size() > size) {
      lines.removeLast();
    }
  }

  /** Below the cursor as long as it can go down, else above the screen. */
  private void makeRoom() {
    if (above == 0 && y < rows - 1) {
      y++;
    } else {
      above++;
      lines.add(new Line(columns, Cells.BLANK));
    }
  }

  /** Lays out a text in narrower rows, and says how many more it has then. */
  private int part(List<Line> text) {
    List<Integer> lengths = lengths(text);
    int had = text.size();
    List<long[]> old = text.stream().map(line -> line.cells).toList();
    int[] oldUsed = new int[had];
    for (int i = 0; i < had; i++) {
      oldUsed[i] = used(text, i, was);
    }
    while (text.size() < lengths.size()) {
      Line line = new Line(was, Cells.BLANK);
      line.wrapped = true;
      text.add(line);
    }
    int from = 0;
    int fromColumn = 0;
    for (int to = 0; to < lengths.size(); to++) {
      long[] cells = to < had ? old.get(to).clone() : text.get(to).cells;
      int toColumn = 0;
      while (toColumn < lengths.get(to)) {
        int n = Math.min(lengths.get(to) - toColumn, oldUsed[from] - fromColumn);
        System.arraycopy(old.get(from), fromColumn, cells, toColumn, n);
        toColumn += n;
        fromColumn += n;
        if (fromColumn == oldUsed[from]) {
          from++;
          fromColumn = 0;
        }
      }
      if (toColumn < columns) {
        cells[toColumn] = Cells.BLANK;
      }
      text.get(to).cells = cells;
    }
    return Math.max(0, lengths.size() - had);
  }

  /** How long each row becomes, so that no wide character is cut. */
  private List<Integer> lengths(List<Line> text) {
    int needed = 0;
    for (int i = 0; i < text.size(); i++) {
      needed += used(text, i, was);
    }
    List<Integer> lengths = new ArrayList<>();
    int row = 0;
    int column = 0;
    int done = 0;
    while (done < needed) {
      if (needed - done < columns) {
        lengths.add(needed - done);
        break;
      }
      column += columns;
      int length = used(text, row, was);
      while (column > length) {
        column -= length;
        length = used(text, ++row, was);
      }
      boolean cut = text.get(row).width(column - 1) == 2;
      column -= cut ? 1 : 0;
      lengths.add(cut ? columns - 1 : columns);
      done += cut ? columns - 1 : columns;
    }
    return lengths;
  }
}
