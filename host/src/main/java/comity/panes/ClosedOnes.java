package comity.panes;

import comity.control.SessionSettings;
import comity.sessions.Session;
import java.time.Duration;
import java.time.Instant;

/** Forgets sessions that were closed longer ago than a person wants them kept (SES-11). */
final class ClosedOnes {
  /** Until it is looked at again: nobody can want them kept for less than an hour. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  private final HostParts parts;
  private final Panes panes;
  private final Reread<SessionSettings> settings;

  ClosedOnes(HostParts parts, Panes panes, Reread<SessionSettings> settings) {
    this.parts = parts;
    this.panes = panes;
    this.settings = settings;
  }

  /** Forgets those of now, and later those of then. */
  void start() {
    forget(settings.last().keepClosed());
  }

  private void forget(Duration kept) {
    Instant now = parts.clock().instant();
    for (Session session : panes.all()) {
      String id = session.id();
      if (session.isOver(kept, now) && panes.pane(id).isEmpty() && !panes.isClaimed(id)) {
        panes.forget(session);
      }
    }
    parts.loop().later(AGAIN, () -> settings.now(then -> forget(then.keepClosed())));
  }
}
