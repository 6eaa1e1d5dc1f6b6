package comity.terminal;

/** How large a terminal is, in characters. */
public record Size(int columns, int rows) {
  /** What programs count on where nobody looks. */
  public static final Size USUAL = new Size(120, 40);

  /** No screen is as large, and each character takes memory. */
  public static final int MAX = 1_000;

  /** The nearest that a terminal can be: 2 to 1,000 columns, 1 to 1,000 rows. */
  public Size {
    columns = Math.clamp(columns, 2, MAX);
    rows = Math.clamp(rows, 1, MAX);
  }
}
