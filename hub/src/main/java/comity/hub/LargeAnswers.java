package comity.hub;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets few runs at a time have an answer that is large, since until it is kept it is in memory
 * several times. The others wait, and so do their programs, which can write no more meanwhile.
 */
final class LargeAnswers {
  /** An answer of no more is not counted. */
  static final int SMALL = 1 << 20;

  /** Each takes some fifty megabytes at the usual limit of output. */
  private static final int AT_A_TIME = 2;

  /** How soon one that waits notices that it need not any more. */
  private static final long LOOK_MILLIS = 100;

  private final Semaphore places = new Semaphore(AT_A_TIME);

  /** The place of one run. */
  final class Place {
    private boolean held;
    private boolean over;

    /** Waits for a place, where it has none; {@code needless} ends the wait. */
    void take(BooleanSupplier needless) {
      synchronized (this) {
        if (held || over) {
          return;
        }
      }
      try {
        boolean taken = false;
        while (!taken && !needless.getAsBoolean()) {
          taken = places.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (taken) {
          taken();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private synchronized void taken() {
      if (held || over) {
        places.release();
      } else {
        held = true;
      }
    }

    /** The answer is kept, or there is none. */
    synchronized void leave() {
      over = true;
      if (held) {
        held = false;
        places.release();
      }
    }
  }

  Place place() {
    return new Place();
  }
}
