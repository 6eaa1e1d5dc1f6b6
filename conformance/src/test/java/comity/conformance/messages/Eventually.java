package comity.conformance.messages;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what gives no sign of its own: a file that is read again, a process that is gone. */
public final class Eventually {
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final long PAUSE_NANOS = 20_000_000L;

  private Eventually() {}

  /** Returns once it is so; an assertion where it does not become so. */
  public static void is(Callable<Boolean> wanted) throws Exception {
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (!wanted.call()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it did not become so");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
