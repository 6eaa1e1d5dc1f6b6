package comity.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Until when an owner may wait for the other end. The owner moves it from wait to wait; {@link
 * Watchdog} lets it expire. Both do so by compare-and-set, so a wait that ended in time never
 * expires, and an expired one is never taken for the next.
 */
final class Deadline {
  /** Not waiting for the other end. */
  static final long NONE = Long.MAX_VALUE - 1;

  private static final long EXPIRED = Long.MIN_VALUE;

  private static final VarHandle AT;

  static {
    try {
      AT = MethodHandles.lookup().findVarHandle(Deadline.class, "at", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Nanoseconds of {@link Watchdog#now}; the lowest bit says that the wait is an idle one. */
  @SuppressWarnings("UnusedVariable") // through AT
  private volatile long at;

  Deadline(long first) {
    at = first & ~1L;
  }

  /** Waits until then at most; false if the wait before it had expired. */
  boolean move(long until) {
    return replace(until & ~1L);
  }

  /** As {@link #move}, for a wait in which nothing is under way. */
  boolean idle(long until) {
    return replace(until | 1L);
  }

  private boolean replace(long next) {
    long seen = at;
    return seen != EXPIRED && AT.compareAndSet(this, seen, next);
  }

  /** Waits once more after it has expired: for the answer that says so. */
  boolean again(long until) {
    return AT.compareAndSet(this, EXPIRED, until & ~1L);
  }

  boolean expired() {
    return at == EXPIRED;
  }

  /** Expires it if it is due at that time; true for the one caller that did. */
  boolean expireIfDue(long now) {
    long seen = at;
    return seen != EXPIRED && seen <= now && AT.compareAndSet(this, seen, EXPIRED);
  }

  /** Expires an idle wait; true for the one caller that did. */
  boolean expireIfIdle() {
    long seen = at;
    return seen != EXPIRED && (seen & 1) == 1 && AT.compareAndSet(this, seen, EXPIRED);
  }

  /** When it is due; {@link #NONE} also where it has expired, for then there is nothing to do. */
  long due() {
    long seen = at;
    return seen == EXPIRED ? NONE : seen;
  }
}
