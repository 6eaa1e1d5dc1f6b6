package comity.panes;

/** What waits for all peers together, in bytes. For the loop's thread. */
final class Backlog {
  /** Some screens of the largest size, and a small part of the memory that a host has. */
  private static final long MOST = 16 << 20;

  private long size;

  void change(long by) {
    size += by;
  }

  boolean isFull() {
    return size > MOST;
  }
}
