package comity.panes;

import comity.frames.Reply;
import comity.host.Leftovers;
import comity.host.ProcessMark;
import comity.sessions.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Ends the programs of sessions, with all that they started (SES-12). */
final class Endings implements Panes.Watcher {
  /** From TERM to KILL. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** So many are ended at the same time; each looks at all processes of the machine. */
  private static final int AT_ONCE = 4;

  private final HostParts parts;
  private final Panes panes;
  private final Map<String, List<Runnable>> onEnd = new HashMap<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_ONCE, Thread.ofPlatform().daemon().name("comity-ending-", 0).factory());

  Endings(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
    panes.watch(this);
  }

  /** Ends whatever lives of a session's last run, and hands over the pids that could not be. */
  void end(Session session, Duration grace, Consumer<List<Long>> then) {
    Optional<ProcessMark> mark =
        session.run().map(run -> new ProcessMark(run.pid(), run.start(), run.boot()));
    threads.execute(() -> {
      List<Long> left =
          Leftovers.end(mark.orElse(null), Starter.runId(session), grace).stream()
              .map(ProcessMark::pid)
              .toList();
      parts.loop().submit(() -> then.accept(left));
    });
  }

  /**
   * Ends what a host that was killed left of sessions that are not open: it was ending them, or had
   * told nobody of them, so that nobody comes back for their programs.
   */
  void endLeft() {
    threads.execute(() -> {
      // One look for all, since closed sessions may be many, and hardly any has left something.
      Set<String> living = Leftovers.runs();
      parts.loop().submit(() -> endLeft(living));
    });
  }

  private void endLeft(Set<String> living) {
    for (Session session : panes.all()) {
      if (session.state() != Session.State.OPEN
          && panes.pane(session.id()).isEmpty()
          && living.contains(Starter.runId(session))
          && panes.claim(session.id(), () -> {})) {
        end(
            session,
            GRACE,
            _ -> {
              panes.free(session.id());
              panes.changed(session);
            });
      }
    }
  }

  /** Closes a session: nothing of it runs, and it is not restored. */
  void stop(Session asked, boolean now, Consumer<Reply> reply) {
    String id = asked.id();
    if (!panes.claim(id, () -> stop(asked, now, reply))) {
      return;
    }
    Session closed = panes.now(asked).with(Session.State.CLOSED);
    panes.became(closed);
    end(
        closed,
        now ? Duration.ZERO : GRACE,
        left -> {
          panes.free(id);
          Runnable done =
              () ->
                  answerOnceKept(
                      () ->
                          left.isEmpty()
                              ? new Reply.Done(panes.shown(closed))
                              : Panes.refused("processes of it can't be ended: " + left, ""),
                      reply);
          // What it printed last is read first, and how it ended is known.
          if (panes.pane(id).isPresent()) {
            onEnd.computeIfAbsent(id, _ -> new ArrayList<>()).add(done);
          } else {
            done.run();
          }
        });
  }

  /** Whoever is told that it is closed must not find it open again. */
  private void answerOnceKept(Supplier<Reply> answer, Consumer<Reply> reply) {
    parts.keeper().does(() -> parts.loop().submit(() -> reply.accept(answer.get())));
  }

  @Override
  public void changed(Session session) {
    // Only its end counts.
  }

  @Override
  public void ended(Session session, Pane pane, int code) {
    List<Runnable> waiting = onEnd.remove(session.id());
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }
}
