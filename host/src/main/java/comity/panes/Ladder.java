package comity.panes;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.sessions.Launch;
import comity.sessions.Launching;
import comity.sessions.Provider;
import comity.sessions.Resuming;
import comity.sessions.Session;
import comity.sessions.Writers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the agents of sessions again, each in its own conversation (SES-18, SES-27): whatever is
 * left of its last run is ended before, and where the agent says that it can't take the
 * conversation up, the next step is taken.
 */
final class Ladder implements Panes.Watcher, Panes.Next {
  /** From TERM to KILL, for what a host that was killed has left. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Enough to find what an agent said, in bytes. */
  private static final int LAST_WORDS = 16 << 10;

  /** A step that was taken, while it may still turn out to be none. */
  private record Climb(
      Resuming.Step step, Set<Resuming.Tried> tried, Starter.Surroundings surroundings) {}

  /** As what a session is to be run again. */
  private enum Wanted {
    /** Itself, were it closed. */
    ITSELF,
    /** As one of those that are open: not where it was closed before its turn came. */
    AS_OPEN
  }

  private final HostParts parts;
  private final Panes panes;
  private final Starter starter;
  private final Endings endings;
  private final Settling settling;
  private final Map<String, Climb> climbs = new HashMap<>();

  /** Steps that were none, from which the next is to be taken. */
  private final Map<String, Climb> slips = new HashMap<>();

  /** Sessions whose next step is being looked for: it may be none. */
  private final Set<String> undecided = new HashSet<>();

  Ladder(HostParts parts, Panes panes, Starter starter, Endings endings) {
    this.parts = parts;
    this.panes = panes;
    this.starter = starter;
    this.endings = endings;
    this.settling = new Settling(parts, panes);
    panes.watch(this);
    panes.decides(this);
  }

  /** Runs the agent of a session again, of a closed one too. */
  void restore(Session asked, Ask.Answered when, Starter.Surroundings in, Consumer<Reply> reply) {
    restore(asked, in, Wanted.ITSELF, when, reply);
  }

  /** Runs it when its turn comes. */
  private void restore(
      Session asked,
      Starter.Surroundings in,
      Wanted wanted,
      Ask.Answered when,
      Consumer<Reply> reply) {
    String id = asked.id();
    if (!panes.claim(id, () -> restore(asked, in, wanted, when, reply))) {
      return;
    }
    if (wanted == Wanted.AS_OPEN
        && panes.has(id)
        && panes.now(asked).state() == Session.State.CLOSED) {
      panes.free(id);
      reply.accept(Panes.refused("it was closed meanwhile", ""));
      return;
    }
    if (!panes.has(id)) {
      panes.free(id);
      reply.accept(Panes.refused("session " + id + " is not there any more", ""));
      return;
    }
    if (panes.pane(id).isPresent()) {
      panes.free(id);
      reply.accept(Panes.refused("it runs already", "look at it with: comity attach " + id));
      return;
    }
    Consumer<Reply> then =
        switch (when) {
          case STARTED -> reply;
          case SETTLED -> settling.then(asked, reply);
        };
    climb(panes.now(asked), EnumSet.noneOf(Resuming.Tried.class), in, then);
  }

  /** Those of all sessions that are open and have no process; answered when all have settled. */
  void restoreAll(Starter.Surroundings in, Consumer<Reply> reply) {
    List<Session> stopped = panes.stopped();
    List<JsonObject> results = new ArrayList<>();
    Runnable answer =
        () ->
            reply.accept(
                new Reply.Done(JsonObject.empty().with("sessions", JsonArray.of(results))));
    if (stopped.isEmpty()) {
      answer.run();
    }
    for (Session session : stopped) {
      Consumer<Reply> done =
          result -> {
            results.add(result(session, result));
            if (results.size() == stopped.size()) {
              answer.run();
            }
          };
      restore(session, in, Wanted.AS_OPEN, Ask.Answered.SETTLED, done);
    }
  }

  private JsonObject result(Session session, Reply reply) {
    return switch (reply) {
      case Reply.Done(JsonObject done) -> done.with("restored", true);
      case Reply.Refused refused ->
          panes
              .shown(session)
              .with("restored", false)
              .with("finished", panes.now(session).isFinished())
              .with("why", refused.why())
              .with("todo", refused.todo());
    };
  }

  /** Takes the next step for a session that is claimed. */
  private void climb(
      Session session, Set<Resuming.Tried> tried, Starter.Surroundings in, Consumer<Reply> reply) {
    Provider provider = panes.provider(session);
    Resuming.Step step =
        Resuming.next(
            provider, session.resume().isPresent(), Resuming.Conversation.of(session), tried);
    undecided.add(session.id());
    starter.launching(
        session,
        provider,
        in,
        launching -> {
          undecided.remove(session.id());
          climb(session, new Climb(step, tried, in), launching, reply);
        });
  }

  private void climb(Session session, Climb climb, Launching launching, Consumer<Reply> reply) {
    // Of two with one conversation, the first that takes a step has it.
    Optional<Session> writer =
        Writers.other(session, launching.provider(), panes.running(undecided));
    Launch launch =
        switch (climb.step()) {
          case Resuming.Step.ByResume(String id) -> launching.resume(id);
          case Resuming.Step.Again(String id) -> launching.begin(id);
          case Resuming.Step.New _ -> launching.begin(parts.uuids().get());
          case Resuming.Step.Stopped(String reason, String todo) ->
              new Launch.Refused(0, reason, todo);
        };
    switch (launch) {
      case Launch.Run _ when writer.isPresent() ->
          stays(
              session,
              "its conversation is open in session " + writer.get().id(),
              "stop that first, since two would write one conversation",
              reply);
      case Launch.Refused(int _, String why, String todo) -> stays(session, why, todo, reply);
      case Launch.Run run -> {
        climbs.put(session.id(), climb);
        panes.note(
            session.id(),
            climb.step() instanceof Resuming.Step.New(String told) ? List.of(told) : List.of());
        endings.clear(
            session,
            GRACE,
            left -> {
              if (left.isEmpty()) {
                // Hooks may have told more of it meanwhile.
                Session now = panes.now(session);
                starter.start(now, run, conversation(climb.step()), climb.surroundings(), reply);
              } else {
                stays(session, left.get(), "", reply);
              }
            });
      }
    }
  }

  private static Starter.Conversation conversation(Resuming.Step step) {
    return step instanceof Resuming.Step.New
        ? Starter.Conversation.ANOTHER
        : Starter.Conversation.ITS_OWN;
  }

  /** It stays stopped, and says why. */
  private void stays(Session session, String why, String todo, Consumer<Reply> reply) {
    climbs.remove(session.id());
    panes.note(session.id(), todo.isEmpty() ? List.of(why) : List.of(why, todo));
    panes.free(session.id());
    reply.accept(Panes.refused(why, todo));
    panes.settled(session);
  }

  @Override
  public void changed(Session session) {
    if (session.state() == Session.State.CLOSED) {
      climbs.remove(session.id());
    }
  }

  @Override
  public boolean goesOn(Session ended, Pane pane, int code) {
    Climb climb = climbs.remove(ended.id());
    if (climb == null
        || ended.state() != Session.State.OPEN
        || !Resuming.isAtOnce(ended.run().orElseThrow(), parts.clock().instant())) {
      return false;
    }
    String shown =
        pane.screen().text() + "\n" + new String(pane.last(LAST_WORDS), StandardCharsets.UTF_8);
    Optional<Resuming.Tried> heard =
        Resuming.heard(panes.provider(ended), climb.step(), code, shown);
    heard.ifPresent(what -> {
      Set<Resuming.Tried> tried = EnumSet.of(what);
      tried.addAll(climb.tried());
      slips.put(ended.id(), new Climb(climb.step(), tried, climb.surroundings()));
    });
    return heard.isPresent();
  }

  @Override
  public void ended(Session session, Pane pane, int code) {
    Climb slip = slips.remove(session.id());
    if (slip != null) {
      goOn(session, slip);
    }
  }

  private void goOn(Session ended, Climb slip) {
    String id = ended.id();
    // That it runs may still be being kept.
    if (!panes.claim(id, () -> goOn(ended, slip))) {
      return;
    }
    Session now = panes.now(ended);
    // Whoever came before has closed it, or run it again: what is known of the old run is over.
    if (!panes.has(id) || now.state() != Session.State.OPEN || !now.run().equals(ended.run())) {
      panes.free(id);
      panes.settled(ended);
      return;
    }
    climb(
        now,
        slip.tried(),
        slip.surroundings(),
        reply -> {
          if (reply instanceof Reply.Refused refusal) {
            settling.refused(now, refusal);
          }
        });
  }
}
