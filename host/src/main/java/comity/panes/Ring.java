package comity.panes;

import java.util.Arrays;

/** The last bytes of what was printed; it takes no more memory than was printed. */
final class Ring {
  private static final int FIRST = 4096;

  private final int most;
  private byte[] bytes = new byte[FIRST];
  private int next;
  private boolean full;

  /**
   * @param most bytes, a power of two times 4 KiB
   */
  Ring(int most) {
    this.most = most;
  }

  void add(byte[] more, int size) {
    int from = Math.max(0, size - most);
    // Before it is full to the last byte: what has turned around can't grow any more.
    while (!full && next + (size - from) >= bytes.length && bytes.length < most) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    while (from < size) {
      int part = Math.min(size - from, bytes.length - next);
      System.arraycopy(more, from, bytes, next, part);
      from += part;
      next += part;
      if (next == bytes.length) {
        next = 0;
        full = true;
      }
    }
  }

  /** The last of them, oldest first. */
  byte[] last(int size) {
    int kept = full ? bytes.length : next;
    int wanted = Math.min(size, kept);
    byte[] last = new byte[wanted];
    for (int i = 0, at = Math.floorMod(next - wanted, bytes.length); i < wanted; ) {
      int part = Math.min(wanted - i, bytes.length - at);
      System.arraycopy(bytes, at, last, i, part);
      i += part;
      at = 0;
    }
    return last;
  }
}
