package comity.terminal;

/** How many columns a character takes. */
public enum Widths {
  /** As in xterm.js where it was told nothing else, and so in a browser: emoji take one. */
  UNICODE_6,

  /**
   * As terminals of today have it, and agents count: what is shown as an emoji by itself takes two.
   * Characters that are joined to one emoji are counted each.
   */
  CURRENT;

  /** 0, 1 or 2. */
  int of(int c) {
    return WidthTables.width(this, c);
  }
}
