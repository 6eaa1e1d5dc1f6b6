package comity.panes;

import comity.control.SessionSettings;
import comity.sessions.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Forgets sessions that were closed longer ago than a person wants them kept (SES-11). */
final class ClosedOnes {
  /** Until it is looked at again: nobody can want them kept for less than an hour. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  private final HostParts parts;
  private final Panes panes;
  private final Supplier<SessionSettings> settings;

  ClosedOnes(HostParts parts, Panes panes, Supplier<SessionSettings> settings) {
    this.parts = parts;
    this.panes = panes;
    this.settings = settings;
  }

  /** Forgets those of now, and later those of then. */
  void forget() {
    Instant now = parts.clock().instant();
    Duration kept = settings.get().keepClosed();
    for (Session session : panes.all()) {
      String id = session.id();
      if (session.isOver(kept, now) && panes.pane(id).isEmpty() && !panes.isClaimed(id)) {
        panes.forget(session);
      }
    }
    parts.loop().later(AGAIN, this::forget);
  }
}
