package comity.panes;

import comity.frames.Reply;
import comity.sessions.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Answers those who want to know that a program which was run again goes on: when a hook of its
 * agent was called, or it has run for a while; at once where it has ended and no next step of its
 * {@link Ladder} is taken. For the loop's thread.
 */
final class Settling implements Panes.Watcher {
  /** From one look to the next. */
  private static final Duration MOMENT = Duration.ofMillis(200);

  /** Who can't go on has mostly ended after so many {@link #MOMENT moments}. */
  private static final int LONGEST = 10;

  /** One who is not answered yet, and the run that is looked at. */
  private static final class Waiter {
    private final Consumer<Reply> reply;
    private boolean started;
    private Optional<Session.Run> run = Optional.empty();
    private int moments;

    Waiter(Consumer<Reply> reply) {
      this.reply = reply;
    }
  }

  private final HostParts parts;
  private final Panes panes;
  private final Map<String, List<Waiter>> waiting = new HashMap<>();

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
    waiting.computeIfAbsent(session.id(), _ -> new ArrayList<>()).add(waiter);
    return came -> {
      // All steps may have been taken and refused until the first was known to be kept.
      if (waits(session, waiter)) {
        waiter.started = true;
        if (came instanceof Reply.Refused) {
          answer(session, came);
        } else if (isOver(session)) {
          answer(session, ended(session));
        } else {
          look(session, waiter);
        }
      }
    };
  }

  private boolean waits(Session session, Waiter waiter) {
    return waiting.getOrDefault(session.id(), List.of()).contains(waiter);
  }

  private void look(Session session, Waiter waiter) {
    Optional<Pane> pane = panes.pane(session.id());
    Optional<Session.Run> run = panes.now(session).run();
    if (!run.equals(waiter.run)) {
      // Another step: it has its own time.
      waiter.run = run;
      waiter.moments = 0;
    } else if (pane.filter(Pane::isHooked).isPresent() || waiter.moments >= LONGEST) {
      answer(session, panes.done(session, Optional.empty()));
      return;
    }
    waiter.moments++;
    parts
        .loop()
        .later(
            MOMENT,
            () -> {
              if (waits(session, waiter)) {
                look(session, waiter);
              }
            });
  }

  private boolean isOver(Session session) {
    return panes.pane(session.id()).isEmpty() && !panes.isBetween(session.id());
  }

  @Override
  public void changed(Session session) {
    List<Waiter> all = waiting.getOrDefault(session.id(), List.of());
    if (!all.isEmpty() && all.stream().allMatch(each -> each.started) && isOver(session)) {
      answer(session, ended(session));
    }
  }

  /** Another step was not taken after all. */
  void refused(Session session, Reply.Refused refusal) {
    answer(session, refusal);
  }

  private void answer(Session session, Reply reply) {
    List<Waiter> all = waiting.remove(session.id());
    if (all != null) {
      all.forEach(each -> each.reply.accept(reply));
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
