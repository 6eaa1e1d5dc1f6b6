package comity.http;

import java.util.concurrent.atomic.AtomicLong;

/** What all bodies that are being read may take together, so that many clients cannot fill it. */
final class Memory {
  private final AtomicLong left;

  Memory(long bytes) {
    left = new AtomicLong(bytes);
  }

  /** Takes so many bytes, or none. */
  boolean take(long bytes) {
    if (left.addAndGet(-bytes) >= 0) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  void give(long bytes) {
    left.addAndGet(bytes);
  }

  long left() {
    return left.get();
  }
}
