package comity.panes;

import comity.frames.Reply;
import comity.sessions.Activity;
import comity.sessions.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Those who are answered when a session is at one of some states. For the loop's thread. */
final class Waiters {
  /** Who waits is looked at with each change of a session. */
  private static final int MOST = 2_000;

  private record Waiter(Peer peer, Session session, Set<Activity.State> until) {}

  private final Panes panes;
  private final List<Waiter> all = new ArrayList<>();

  Waiters(Panes panes) {
    this.panes = panes;
  }

  /** Answers, now or later. */
  void add(Peer peer, Session session, Set<Activity.State> until) {
    Waiter waiter = new Waiter(peer, session, until);
    if (!isAnswered(waiter)) {
      if (all.size() >= MOST) {
        peer.reply(Panes.refused("too many wait already", "ask again later"));
      } else {
        all.add(waiter);
      }
    }
  }

  /** One is gone. */
  void leave(Peer peer) {
    all.removeIf(each -> each.peer() == peer);
  }

  void changed(Session session) {
    all.removeIf(each -> each.session().id().equals(session.id()) && isAnswered(each));
  }

  private boolean isAnswered(Waiter waiter) {
    if (panes.isBetween(waiter.session().id())) {
      // It is at nothing, and has not ended either.
      return false;
    }
    Activity.Reading now = panes.reading(waiter.session());
    boolean there = waiter.until().contains(now.state());
    boolean over = now.state() == Activity.State.EXITED;
    if (there) {
      waiter.peer().reply(new Reply.Done(panes.shown(waiter.session())));
    } else if (over) {
      // It would be waited for in vain.
      waiter
          .peer()
          .reply(
              Panes.refused(
                  "its program does not run: " + now.evidence().signal(),
                  "see what it printed last: comity session logs " + waiter.session().id()));
    }
    return there || over;
  }
}
