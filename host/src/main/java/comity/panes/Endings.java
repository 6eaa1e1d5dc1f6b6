package comity.panes;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.host.Leftovers;
import comity.host.ProcessMark;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Ends the programs of sessions, with all that they started (SES-12). */
final class Endings implements Panes.Watcher {
  /** From TERM to KILL. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** A look at all processes takes milliseconds. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  /** So many are ended at the same time; each looks at all processes of the machine. */
  private static final int AT_ONCE = 4;

  /** Where what lives of a session's run is looked for. */
  private enum Where {
    /** What is this home's. */
    HERE,
    /** Also what is another's, of which one is a copy; that is not ended. */
    IN_ANY_HOME
  }

  private final HostParts parts;
  private final Panes panes;
  private final Leftovers leftovers;
  private final Map<String, List<Runnable>> onEnd = new HashMap<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          AT_ONCE, Thread.ofPlatform().daemon().name("comity-ending-", 0).factory());

  Endings(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
    this.leftovers = leftovers(parts.home());
    panes.watch(this);
  }

  /** What is left of the sessions of a home. */
  static Leftovers leftovers(Home home) {
    return new Leftovers(
        home, (other, run) -> Session.ofRun(run).filter(new SessionFiles(other)::has).isPresent());
  }

  /**
   * Ends whatever lives of a session's last run, before its next one; hands over what is in the way
   * of that, such as another home's program in the same conversation.
   */
  void clear(Session session, Duration grace, Consumer<Optional<String>> inTheWay) {
    end(session, grace, Where.IN_ANY_HOME, inTheWay);
  }

  /** Ends whatever lives of a session's last run; hands over what is left, empty for nothing. */
  void end(Session session, Duration grace, Consumer<Optional<String>> left) {
    end(session, grace, Where.HERE, left);
  }

  private void end(Session session, Duration grace, Where where, Consumer<Optional<String>> left) {
    // A mark of an earlier start of the machine is of an earlier run: one that a host was killed
    // in before it kept its process has the same run's id, and may live.
    Optional<ProcessMark> mark =
        session
            .run()
            .map(run -> new ProcessMark(run.pid(), run.start(), run.boot()))
            .filter(ProcessMark::isOfThisBoot);
    threads.execute(() -> {
      Optional<String> what = left(session, mark, grace);
      if (what.isEmpty() && where == Where.IN_ANY_HOME) {
        what = elsewhere(session);
      }
      Optional<String> found = what;
      parts
          .loop()
          .submit(() -> {
            if (found.isEmpty()) {
              panes.isGone(session.id());
            }
            left.accept(found);
          });
    });
  }

  private Optional<String> left(Session session, Optional<ProcessMark> mark, Duration grace) {
    try {
      List<String> pids =
          leftovers.end(mark.orElse(null), session.runId(), grace).stream()
              .map(each -> String.valueOf(each.pid()))
              .toList();
      return pids.isEmpty()
          ? Optional.empty()
          : Optional.of("processes of it can't be ended: " + String.join(" ", pids));
    } catch (RuntimeException | VirtualMachineError e) {
      parts.log().accept("ending session " + session.id() + ": " + e);
      return Optional.of("it is not known what is left of it: " + e);
    }
  }

  private Optional<String> elsewhere(Session session) {
    OptionalLong pid = leftovers.elsewhere(session.runId());
    return pid.isPresent()
        ? Optional.of(
            "its conversation is open in another home, of which one is a copy: process "
                + pid.getAsLong())
        : Optional.empty();
  }

  /**
   * Ends what a host that was killed left of sessions that are not open: it was ending them, or had
   * told nobody of them, so that nobody comes back for their programs.
   */
  void endLeft() {
    // One look for all, since closed sessions may be many, and hardly any has left something.
    look(living ->
        living.ifPresentOrElse(this::endLeft, () -> parts.loop().later(LOOK_AGAIN, this::endLeft)));
  }

  /** Hands over which runs of sessions live; empty where that can't be seen now. */
  private void look(Consumer<Optional<Set<String>>> seen) {
    Set<String> runs = panes.all().stream().map(Session::runId).collect(Collectors.toSet());
    threads.execute(() -> {
      Optional<Set<String>> living = living(runs);
      parts.loop().submit(() -> seen.accept(living));
    });
  }

  private Optional<Set<String>> living(Set<String> runs) {
    try {
      return Optional.of(leftovers.living(runs));
    } catch (RuntimeException | VirtualMachineError e) {
      parts.log().accept("looking at all processes: " + e);
      return Optional.empty();
    }
  }

  private void endLeft(Set<String> living) {
    for (Session session : panes.all()) {
      if (session.state() != Session.State.OPEN
          && panes.pane(session.id()).isEmpty()
          && living.contains(session.runId())
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

  /** Follows what outlived the host before, which is nobody's child here, until it has ended. */
  void follow() {
    if (!panes.isAnyOutliving()) {
      return;
    }
    parts
        .loop()
        .later(
            LOOK_AGAIN,
            () ->
                look(living -> {
                  living.ifPresent(panes::living);
                  follow();
                }));
  }

  /** Closes a session: nothing of it runs, and it is not restored. */
  void stop(Session asked, Ask.Ending how, Consumer<Reply> reply) {
    String id = asked.id();
    if (!panes.claim(id, () -> stop(asked, how, reply))) {
      return;
    }
    if (!panes.has(id)) {
      panes.free(id);
      reply.accept(Panes.refused("session " + id + " is not there any more", ""));
      return;
    }
    Session closed = panes.now(asked).closed(parts.clock().instant());
    panes.became(closed);
    panes.pane(id).ifPresent(Pane::hangUp);
    end(
        closed,
        switch (how) {
          case WITH_GRACE -> GRACE;
          case AT_ONCE -> Duration.ZERO;
        },
        left -> {
          panes.free(id);
          if (left.isPresent()) {
            String why = "it is closed, and " + left.get();
            reply.accept(Panes.refused(why, "end them by hand"));
          } else if (panes.pane(id).isPresent()) {
            // What it printed last is read first, and how it ended is known.
            onEnd.computeIfAbsent(id, _ -> new ArrayList<>()).add(() -> answer(closed, reply));
          } else {
            answer(closed, reply);
          }
        });
  }

  /** Whoever is told that it is closed must not find it open again. */
  private void answer(Session closed, Consumer<Reply> reply) {
    Session latest = panes.now(closed);
    parts.keeper().write(latest, failed -> reply.accept(panes.done(closed, failed)));
  }

  @Override
  public void ended(Session session, Pane pane, int code) {
    List<Runnable> waiting = onEnd.remove(session.id());
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }
}
