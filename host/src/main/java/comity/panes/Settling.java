package comity.panes;

import comity.frames.Reply;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.sessions.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Answers those who want to know that a program which was run again stays: a moment later, or when
 * it has ended and no next step of its {@link Ladder} is taken. For the loop's thread.
 */
final class Settling implements Panes.Watcher {
  /** A program that is not there, or refuses its arguments, ends sooner. */
  private static final Duration MOMENT = Duration.ofMillis(500);

  private final HostParts parts;
  private final Panes panes;
  private final Map<String, List<Consumer<Reply>>> waiting = new HashMap<>();

  Settling(HostParts parts, Panes panes) {
    this.parts = parts;
    this.panes = panes;
    panes.watch(this);
  }

  /** What answers when a session has settled that was run again; a refusal at once. */
  Consumer<Reply> then(Session session, Consumer<Reply> reply) {
    return started -> {
      if (!(started instanceof Reply.Done)) {
        reply.accept(started);
        return;
      }
      waiting.computeIfAbsent(session.id(), _ -> new ArrayList<>()).add(reply);
      if (isOver(session)) {
        answer(session);
      } else {
        parts.loop().later(MOMENT, () -> over(session));
      }
    };
  }

  private void over(Session session) {
    if (panes.isBetween(session.id())) {
      parts.loop().later(MOMENT, () -> over(session));
    } else {
      answer(session);
    }
  }

  private boolean isOver(Session session) {
    return panes.pane(session.id()).isEmpty() && !panes.isBetween(session.id());
  }

  @Override
  public void changed(Session session) {
    if (waiting.containsKey(session.id()) && isOver(session)) {
      answer(session);
    }
  }

  private void answer(Session session) {
    List<Consumer<Reply>> all = waiting.remove(session.id());
    if (all != null) {
      Reply reply = settled(session);
      all.forEach(each -> each.accept(reply));
    }
  }

  private Reply settled(Session session) {
    JsonObject shown = panes.shown(session);
    boolean stays = panes.pane(session.id()).isPresent();
    if (stays || JsonNumber.of(0).equals(shown.get("exit_code"))) {
      return new Reply.Done(shown);
    }
    return shown
        .string("note")
        .map(note -> Panes.refused(note, ""))
        .orElseGet(() ->
            Panes.refused(
                "its program has ended at once: " + panes.reading(session).evidence().signal(),
                "see what it said: comity session logs " + session.id()));
  }
}
