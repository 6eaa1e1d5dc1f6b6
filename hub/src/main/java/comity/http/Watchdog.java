package comity.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends waits whose {@link Deadline} has passed. One thread for all of them: a timer per read would
 * cost more than the read.
 *
 * <p>It looks at each wait, and then not before the next one is due. A wait that begins meanwhile
 * lasts at least {@code shortest}, so it never sleeps longer than that; without anything to watch
 * it sleeps until something comes.
 */
final class Watchdog {
  /** Something that waits for the other end of a connection. */
  interface Waiting {
    Deadline deadline();

    /** The deadline has passed: makes the owner's blocked read or write return. Must not block. */
    void expire();
  }

  private static final long ORIGIN = System.nanoTime();

  private final Set<Waiting> watched = ConcurrentHashMap.newKeySet();
  private final long shortest;
  private final Thread thread;
  private volatile boolean stopped;

  /** When it will look next; {@link Deadline#NONE} while it looks, or has nothing to look at. */
  private volatile long planned = Deadline.NONE;

  private Watchdog(String name, Duration shortest) {
    this.shortest = Math.max(1, shortest.toNanos());
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Starts one for waits that, after an owner's first, last {@code shortest} or longer. */
  static Watchdog start(String name, Duration shortest) {
    Watchdog watchdog = new Watchdog(name, shortest);
    watchdog.thread.start();
    return watchdog;
  }

  /** The time of deadlines: positive nanoseconds since some start. */
  static long now() {
    return System.nanoTime() - ORIGIN;
  }

  /** Watches it until {@link #forget}; its deadline may be as near as it likes now. */
  void watch(Waiting waiting) {
    watched.add(waiting);
    if (waiting.deadline().due() < planned) {
      LockSupport.unpark(thread);
    }
  }

  void forget(Waiting waiting) {
    watched.remove(waiting);
  }

  Set<Waiting> watched() {
    return watched;
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!stopped) {
      planned = Deadline.NONE;
      long now = now();
      long next = now + shortest;
      boolean any = false;
      for (Waiting waiting : watched) {
        any = true;
        if (waiting.deadline().expireIfDue(now)) {
          waiting.expire();
        }
        next = Math.min(next, waiting.deadline().due());
      }
      if (any) {
        planned = next;
        LockSupport.parkNanos(this, next - now);
      } else {
        LockSupport.park(this);
      }
    }
  }
}
