package comity.terminal;

/**
 * What several screens of one thread may take together beside their cells: for looks, links and
 * joined characters. One that gets nothing draws plain.
 */
public final class Allowance {
  private long left;

  /**
   * Nothing of it is taken.
   *
   * @param bytes in all
   */
  public Allowance(long bytes) {
    left = bytes;
  }

  boolean take(long bytes) {
    if (bytes > left) {
      return false;
    }
    left -= bytes;
    return true;
  }

  void give(long bytes) {
    left += bytes;
  }

  /** What is not taken, in bytes. */
  public long left() {
    return left;
  }
}
