package comity.panes;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Until when something is waited for.
 *
 * @param nanos of {@link System#nanoTime}; none where it is waited for without end
 */
public record Deadline(OptionalLong nanos) {
  /** Without end. */
  public static final Deadline NEVER = new Deadline(OptionalLong.empty());

  /** So long from now. */
  public static Deadline in(Duration patience) {
    return new Deadline(OptionalLong.of(System.nanoTime() + patience.toNanos()));
  }

  /** This one, or so long from now, whichever is sooner. */
  public Deadline orIn(Duration patience) {
    return left().compareTo(patience) < 0 ? this : in(patience);
  }

  /** How long it still is; nothing where it is over, and very long where it never is. */
  public Duration left() {
    return nanos.isEmpty()
        ? Duration.ofNanos(Long.MAX_VALUE)
        : Duration.ofNanos(Math.max(0, nanos.getAsLong() - System.nanoTime()));
  }

  /** Whether nothing is left. */
  public boolean isOver() {
    return left().isZero();
  }

  /** What is left in milliseconds, at least one; 0 where it never is over. */
  long millis() {
    return nanos.isEmpty()
        ? 0
        : Math.max(1, left().plusNanos(TimeUnit.MILLISECONDS.toNanos(1) - 1).toMillis());
  }
}
