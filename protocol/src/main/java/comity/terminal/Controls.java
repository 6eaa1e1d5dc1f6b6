package comity.terminal;

/** Does what control characters, escape and control sequences say to a {@link Display}. */
final class Controls {
  private final Display display;
  private final Writer writer;

  Controls(Display display, Writer writer) {
    this.display = display;
    this.writer = writer;
  }

  /** A byte below 32. */
  void character(int c) {
    Grid grid = display.grid;
    switch (c) {
      case '\b' -> backspace(grid);
      case '\t' -> grid.tab(1);
      case '\n', 0x0B, '\f' -> lineFeed(grid);
      case '\r' -> grid.x = 0;
      case 0x0E -> display.charsets.choose(1);
      case 0x0F -> display.charsets.choose(0);
      default -> {
        // Others do nothing.
      }
    }
  }

  private void lineFeed(Grid grid) {
    if (display.modes.newLine) {
      grid.x = 0;
    }
    grid.index(display.erased(), true);
    grid.x = Math.min(grid.x, grid.columns - 1);
  }

  private void backspace(Grid grid) {
    boolean origin = display.modes.origin;
    int last = grid.columns - 1;
    if (!display.modes.reverseWraps) {
      grid.restrict(origin, last);
      grid.x = Math.max(0, grid.x - 1);
      return;
    }
    grid.restrict(origin, grid.columns);
    if (grid.x > 0) {
      grid.x--;
    } else if (grid.y > grid.top && grid.y <= grid.bottom && grid.line().wrapped) {
      grid.line().wrapped = false;
      grid.y--;
      grid.x = last;
      long cell = grid.line().cells[last];
      // Left blank where a wide character did not fit.
      if (Cells.width(cell) == 1 && !Cells.hasContent(cell)) {
        grid.x--;
      }
    }
    grid.restrict(origin, last);
  }

  /** {@code ESC …}; see {@link Output#escape}. */
  void escape(int intermediates, int last) {
    Grid grid = display.grid;
    switch (intermediates) {
      case 0 -> plain(grid, last);
      case '(' -> display.charsets.designate(0, (char) last);
      case ')', '-' -> display.charsets.designate(1, (char) last);
      case '*', '.' -> display.charsets.designate(2, (char) last);
      case '+' -> display.charsets.designate(3, (char) last);
      case '%' -> {
        display.charsets.choose(0);
        display.charsets.designate(0, Charsets.US);
      }
      case '#' -> {
        if (last == '8') {
          align(grid);
        }
      }
      default -> {
        // Others do nothing.
      }
    }
  }

  private void plain(Grid grid, int last) {
    switch (last) {
      case '7' -> display.save();
      case '8' -> display.restore();
      case 'D' -> index(grid);
      case 'E' -> {
        grid.x = 0;
        index(grid);
      }
      case 'H' -> {
        if (grid.x < grid.columns) {
          grid.tabs.set(grid.x);
        }
      }
      case 'M' -> {
        grid.restrict(display.modes.origin, grid.columns - 1);
        grid.reverseIndex(display.erased());
      }
      case '=' -> display.modes.applicationKeypad = true;
      case '>' -> display.modes.applicationKeypad = false;
      case 'c' -> display.reset();
      case 'n', '}' -> display.charsets.choose(2);
      case 'o', '|' -> display.charsets.choose(3);
      case '~' -> display.charsets.choose(1);
      default -> {
        // Others do nothing.
      }
    }
  }

  private void index(Grid grid) {
    grid.restrict(display.modes.origin, grid.columns - 1);
    grid.index(display.erased(), false);
    grid.restrict(display.modes.origin, grid.columns - 1);
  }

  /** {@code ESC # 8}: fills the screen with E. */
  private void align(Grid grid) {
    long cell = Cells.of('E', 1, display.styles.find(display.pen.look, 0));
    for (Line line : grid.lines) {
      line.clear(cell);
    }
    grid.moveTo(0, 0, display.modes.origin);
  }

  /** A control sequence. */
  void control(Csi csi) {
    Grid grid = display.grid;
    switch (csi.marker()) {
      case 0 -> {
        switch (csi.intermediates()) {
          case 0 -> moves(grid, csi);
          default -> withIntermediates(grid, csi);
        }
      }
      case '?' -> privately(grid, csi);
      case '>', '<', '=' -> keys(grid, csi);
      default -> {
        // There are no other markers.
      }
    }
  }

  private void moves(Grid grid, Csi csi) {
    boolean origin = display.modes.origin;
    int n = Math.max(1, csi.parameter(0, 1));
    switch (csi.last()) {
      case 'A' -> grid.up(n, origin);
      case 'B' -> grid.down(n, origin);
      case 'C', 'a' -> grid.moveBy(n, 0, origin);
      case 'D' -> grid.moveBy(-n, 0, origin);
      case 'E' -> {
        grid.down(n, origin);
        grid.x = 0;
      }
      case 'F' -> {
        grid.up(n, origin);
        grid.x = 0;
      }
      case 'G', '`' -> {
        grid.x = n - 1;
        grid.restrict(origin, grid.columns - 1);
      }
      case 'H', 'f' -> grid.moveTo(Math.max(1, csi.parameter(1, 1)) - 1, n - 1, origin);
      case 'd' -> grid.moveTo(grid.x, n - 1, origin);
      case 'e' -> grid.moveBy(0, n, origin);
      case 'I' -> grid.tab(n);
      case 'Z' -> {
        if (grid.x < grid.columns) {
          grid.tabBack(n);
        }
      }
      default -> edits(grid, csi, n);
    }
  }

  private void edits(Grid grid, Csi csi, int n) {
    if (csi.last() == 'm') {
      display.pen.set(csi);
      display.tidy();
      return;
    }
    long blank = display.erased();
    int first = csi.parameter(0, 0);
    boolean origin = display.modes.origin;
    switch (csi.last()) {
      case '@' -> {
        grid.restrict(origin, grid.columns - 1);
        grid.line().insert(grid.x, n, blank);
      }
      case 'P' -> {
        grid.restrict(origin, grid.columns - 1);
        grid.line().delete(grid.x, n, blank);
      }
      case 'X' -> {
        grid.restrict(origin, grid.columns - 1);
        grid.line().erase(grid.x, grid.x + n, blank);
      }
      case 'J' -> eraseDisplay(grid, first, false);
      case 'K' -> eraseLine(grid, first, false);
      case 'L', 'M' -> lines(grid, csi.last() == 'L', n);
      case 'S' -> grid.removeLines(grid.top, n, blank);
      case 'T' -> {
        // With five parameters it is about the mouse.
        if (csi.size() < 5) {
          grid.insertLines(grid.top, n, Cells.BLANK);
        }
      }
      case 'b' -> writer.repeat(n);
      case 'g' -> {
        if (first == 0) {
          grid.tabs.clear(grid.x);
        } else if (first == 3) {
          grid.tabs.clear();
        }
      }
      case 'h', 'l' -> {
        for (int i = 0; i < csi.size(); i++) {
          display.modes.set(csi.parameter(i, 0), csi.last() == 'h');
        }
      }
      case 'r' -> margins(grid, csi, n);
      case 's' -> display.save();
      case 'u' -> display.restore();
      default -> {
        // Others do nothing.
      }
    }
  }

  private void margins(Grid grid, Csi csi, int top) {
    int bottom = csi.parameter(1, 0);
    bottom = bottom == 0 || bottom > grid.rows ? grid.rows : bottom;
    if (bottom > top) {
      grid.top = top - 1;
      grid.bottom = bottom - 1;
      grid.moveTo(0, 0, display.modes.origin);
    }
  }

  private void lines(Grid grid, boolean insert, int n) {
    grid.restrict(display.modes.origin, grid.columns - 1);
    if (!grid.isInMargins()) {
      return;
    }
    if (insert) {
      grid.insertLines(grid.y, n, display.erased());
    } else {
      grid.removeLines(grid.y, n, display.erased());
    }
    grid.x = 0;
  }

  private void eraseLine(Grid grid, int which, boolean selective) {
    grid.restrict(display.modes.origin, grid.columns);
    switch (which) {
      case 0 -> erase(grid, grid.y, grid.x, grid.columns, selective, grid.x == 0);
      case 1 -> erase(grid, grid.y, 0, grid.x + 1, selective, false);
      case 2 -> erase(grid, grid.y, 0, grid.columns, selective, true);
      default -> {
        // Others do nothing.
      }
    }
  }

  private void erase(Grid grid, int y, int from, int to, boolean selective, boolean unwraps) {
    Line line = grid.lines[y];
    if (selective) {
      line.eraseOpen(from, to, display.erased(), display.styles);
    } else {
      line.erase(from, to, display.erased());
    }
    line.wrapped &= !unwraps;
  }

  private void eraseDisplay(Grid grid, int which, boolean selective) {
    grid.restrict(display.modes.origin, grid.columns);
    int from = which == 0 ? grid.y + 1 : 0;
    int to = which == 1 ? grid.y : grid.rows;
    if (which > 2) {
      return;
    }
    if (which == 0) {
      erase(grid, grid.y, grid.x, grid.columns, selective, grid.x == 0);
    } else if (which == 1) {
      erase(grid, grid.y, 0, grid.x + 1, selective, true);
      if (grid.x + 1 >= grid.columns && grid.y + 1 < grid.rows) {
        grid.lines[grid.y + 1].wrapped = false;
      }
    }
    for (int y = from; y < to; y++) {
      erase(grid, y, 0, grid.columns, selective, true);
    }
  }

  private void withIntermediates(Grid grid, Csi csi) {
    int n = Math.max(1, csi.parameter(0, 1));
    int first = csi.parameter(0, 0);
    if (csi.is(0, '!', 'p')) {
      display.softReset();
    } else if (csi.is(0, ' ', 'q') && first <= 6) {
      display.modes.cursorShape = first;
    } else if (csi.is(0, '"', 'q')) {
      if (first == 1) {
        display.pen.look |= Look.PROTECTED;
      } else if (first == 0 || first == 2) {
        display.pen.look &= ~Look.PROTECTED;
      }
    } else if (csi.is(0, ' ', '@') || csi.is(0, ' ', 'A')) {
      columns(grid, 0, n, csi.last() == 'A');
    } else if (csi.is(0, '\'', '}') || csi.is(0, '\'', '~')) {
      columns(grid, Math.min(grid.x, grid.columns - 1), n, csi.last() == '}');
    }
  }

  private void columns(Grid grid, int at, int n, boolean insert) {
    for (int y = grid.top; y <= grid.bottom && grid.isInMargins(); y++) {
      if (insert) {
        grid.lines[y].insert(at, n, display.erased());
      } else {
        grid.lines[y].delete(at, n, display.erased());
      }
      grid.lines[y].wrapped = false;
    }
  }

  /** {@code CSI ? …}. */
  private void privately(Grid grid, Csi csi) {
    if (csi.intermediates() != 0) {
      return;
    }
    switch (csi.last()) {
      case 'h', 'l' -> {
        for (int i = 0; i < csi.size(); i++) {
          mode(csi.parameter(i, 0), csi.last() == 'h');
        }
      }
      case 'J' -> eraseDisplay(grid, csi.parameter(0, 0), true);
      case 'K' -> eraseLine(grid, csi.parameter(0, 0), true);
      default -> {
        // Others are questions.
      }
    }
  }

  private void mode(int mode, boolean on) {
    switch (mode) {
      case 2 -> {
        if (on) {
          for (int i = 0; i < 4; i++) {
            display.charsets.designate(i, Charsets.US);
          }
        }
      }
      case 6 -> {
        display.modes.setPrivate(mode, on);
        display.grid.moveTo(0, 0, on);
      }
      case 47, 1047, 1049 -> {
        if (on) {
          display.showAlternate(mode);
        } else {
          display.showNormal(mode);
        }
      }
      case 1048 -> {
        if (on) {
          display.save();
        } else {
          display.restore();
        }
      }
      default -> display.modes.setPrivate(mode, on);
    }
  }

  /** What keys send: {@code CSI > … u} and its like, and {@code CSI > … m}. */
  private void keys(Grid grid, Csi csi) {
    if (csi.intermediates() != 0) {
      return;
    }
    if (csi.last() == 'u') {
      switch (csi.marker()) {
        case '>' -> grid.keyboard.push(csi.parameter(0, 0));
        case '<' -> grid.keyboard.pop(Math.max(1, csi.parameter(0, 1)));
        default -> grid.keyboard.set(csi.parameter(0, 0), csi.parameter(1, 1));
      }
    } else if (csi.marker() == '>' && csi.last() == 'm') {
      int which = csi.parameter(0, 4);
      if (which == 4) {
        display.modes.otherKeys = csi.parameter(1, 0);
      }
    }
  }
}
