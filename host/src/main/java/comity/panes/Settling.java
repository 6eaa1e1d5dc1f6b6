package comity.panes;

import comity.frames.Reply;
import comity.sessions.Resuming;
import comity.sessions.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Answers those who want to know that a program which was run again goes on ({@link
 * Resuming#untilGoesOn} has the rule); at once where it has ended and no next step of its {@link
 * Ladder} is taken. For the loop's thread.
 */
final class Settling implements Panes.Watcher {
  /** One who is not answered yet. */
  private static final class Waiter {
    private final Consumer<Reply> reply;
    private boolean started;

    Waiter(Consumer<Reply> reply) {
      this.reply = reply;
    }
  }

  /** Those who wait for one session, and whose time is taken: each step has its own. */
  private static final class Waiting {
    private final List<Waiter> all = new ArrayList<>();
    private Optional<Pane> timed = Optional.empty();
  }

  private final HostParts parts;
  private final Panes panes;
  private final Map<String, Waiting> sessions = new HashMap<>();

  Settling(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
    panes.watch(this);
  }

  /**
   * What answers when a session has settled that is about to be run again; a refusal at once.
   *
   * @return takes what came of starting it
   */
  Consumer<Reply> then(Session session, Consumer<Reply> reply) {
    Waiter waiter = new Waiter(reply);
    sessions.computeIfAbsent(session.id(), _ -> new Waiting()).all.add(waiter);
    return came -> {
      // All steps may have been taken and refused until the first was known to be kept.
      Waiting waiting = sessions.get(session.id());
      if (waiting != null && waiting.all.contains(waiter)) {
        waiter.started = true;
        if (came instanceof Reply.Refused) {
          answer(session, came);
        } else {
          look(session);
        }
      }
    };
  }

  @Override
  public void changed(Session session) {
    look(session);
  }

  @Override
  public void hooked(Session session) {
    look(session);
  }

  private void look(Session session) {
    Waiting waiting = sessions.get(session.id());
    if (waiting == null || !waiting.all.stream().allMatch(each -> each.started)) {
      return;
    }
    Optional<Pane> pane = panes.pane(session.id());
    if (pane.isPresent()) {
      look(session, waiting, pane.get());
    } else if (!panes.isBetween(session.id())) {
      answer(session, ended(session));
    }
  }

  private void look(Session session, Waiting waiting, Pane pane) {
    Session.Run run = panes.now(session).run().orElseThrow();
    Duration left = Resuming.untilGoesOn(run, pane.isHooked(), parts.clock().instant());
    if (left.isZero()) {
      goesOn(session);
    } else if (!waiting.timed.equals(Optional.of(pane))) {
      waiting.timed = Optional.of(pane);
      parts
          .loop()
          .later(
              left,
              () -> {
                // Else it is answered, has ended, or another step was taken.
                if (sessions.get(session.id()) == waiting
                    && panes.pane(session.id()).equals(waiting.timed)
                    && waiting.timed.equals(Optional.of(pane))) {
                  goesOn(session);
                }
              });
    }
  }

  private void goesOn(Session session) {
    answer(session, panes.done(session, Optional.empty()));
  }

  /** Another step was not taken after all. */
  void refused(Session session, Reply.Refused refusal) {
    answer(session, refusal);
  }

  private void answer(Session session, Reply reply) {
    Waiting waiting = sessions.remove(session.id());
    if (waiting != null) {
      waiting.all.forEach(each -> each.reply.accept(reply));
    }
  }

  private Reply ended(Session session) {
    return panes.now(session).hasEndedWell()
        ? panes.done(session, Optional.empty())
        : Panes.refused(
            "its program has ended at once: " + panes.reading(session).evidence().signal(),
            "see what it said: comity session logs " + session.id());
  }
}
