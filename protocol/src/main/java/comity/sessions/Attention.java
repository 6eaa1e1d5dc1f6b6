package comity.sessions;

import comity.control.SessionSettings.Notify;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides when a person is told of a session (SES-15): once for each thing that happens, no more
 * often than they want, and not while they look at it. For one session and one owner thread.
 */
public final class Attention {
  private final Notify notify;
  private final Duration every;
  private Optional<Activity.Reading> owed = Optional.empty();
  private Optional<Instant> told = Optional.empty();
  private Optional<Activity.Reading> last = Optional.empty();
  private boolean worked;

  /**
   * Of a session of which nothing was told.
   *
   * @param every no two notifications are closer
   */
  public Attention(Notify notify, Duration every) {
    this.notify = notify;
    this.every = every;
  }

  /**
   * Whether a session needs its person, who has not seen that yet.
   *
   * @param seen what it was at when they last looked
   */
  public static boolean isUnseen(Activity.Reading now, Optional<Activity.Reading> seen) {
    return now.state() == Activity.State.ATTENTION && !seen.equals(Optional.of(now));
  }

  /** It is at this now; where that was said before, it is nothing new. */
  public void changed(Activity.Reading now, boolean lookedAt) {
    boolean again = last.equals(Optional.of(now));
    last = Optional.of(now);
    if (again && !lookedAt) {
      return;
    }
    boolean wanted =
        switch (now.state()) {
          case ATTENTION -> notify != Notify.NONE;
          case WAITING -> notify == Notify.WAITING && worked;
          case WORKING, IDLE, EXITED -> false;
        };
    // What it did since it was looked at is seen.
    worked = now.state() == Activity.State.WORKING || (worked && !lookedAt && !wanted);
    owed = wanted && !lookedAt ? Optional.of(now) : Optional.empty();
  }

  /** When {@link #due} is to be asked; empty where nothing is owed. */
  public Optional<Instant> when(Instant now) {
    return owed.map(_ -> told.map(last -> last.plus(every)).filter(now::isBefore).orElse(now));
  }

  /** What the person is to be told now; they are not told it again. */
  public Optional<Activity.Reading> due(Instant now) {
    if (owed.isEmpty() || when(now).filter(now::isBefore).isPresent()) {
      return Optional.empty();
    }
    Optional<Activity.Reading> due = owed;
    owed = Optional.empty();
    told = Optional.of(now);
    return due;
  }
}
