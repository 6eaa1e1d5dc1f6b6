package comity.terminal;

/** What {@code ESC 7} saves, and {@code ESC 8} brings again. Each of the two screens has one. */
final class Saved {
  int x;
  int y;
  final Pen pen = new Pen();
  char charset = Charsets.US;

  void set(int column, int row, Pen by, char set) {
    x = column;
    y = row;
    pen.look = by.look;
    pen.extra = by.extra;
    charset = set;
  }

  void reset() {
    x = 0;
    y = 0;
    pen.reset();
    charset = Charsets.US;
  }
}
