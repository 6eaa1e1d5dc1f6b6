package comity.panes;

import comity.frames.Reply;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.Calling;
import comity.sessions.Provider;
import comity.sessions.Providers;
import comity.sessions.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** All sessions of a home, and the panes of those that run. For the loop's thread. */
final class Panes implements Pane.Listener {
  /** Is told of what happens to sessions, after it. */
  interface Watcher {
    default void changed(Session session) {
      // Not all want to know.
    }

    /** A hook of its agent was called. */
    default void hooked(Session session) {
      // Not all want to know.
    }

    /** Its program has ended, and all that it printed was read. */
    default void ended(Session session, Pane pane, int code) {
      // Not all want to know.
    }
  }

  /** Is asked when a program has ended, before anybody is told. */
  interface Next {
    /** Whether its session's next one is started by itself, or it is {@link #settled} soon. */
    boolean goesOn(Session ended, Pane pane, int code);
  }

  private final HostParts parts;
  private Next next = (_, _, _) -> false;
  private final List<Watcher> watchers = new ArrayList<>();
  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final Map<String, Pane> panes = new LinkedHashMap<>();
  private final Map<Pane, String> ids = new HashMap<>();

  /** What a person should know of a session. */
  private final Map<String, String> notes = new HashMap<>();

  /** Those whose program lives without a terminal of ours: its host was killed. */
  private final Set<String> outliving = new HashSet<>();

  /** Those whose program has ended, and whose next one is about to be started. */
  private final Set<String> between = new HashSet<>();

  /** Those that are being begun, restored or ended, and what waits for that. */
  private final Map<String, List<Runnable>> busy = new HashMap<>();

  Panes(HostParts parts, List<Session> kept) {
    this.parts = parts;
    kept.forEach(session -> sessions.put(session.id(), session));
  }

  /** Closes those that the host before did not come to start. */
  void closeUnstarted() {
    for (Session session : all()) {
      Session without = session.withoutItsHost(parts.clock().instant());
      if (!without.equals(session)) {
        note(session.id(), List.of("its host ended before it was started"));
        became(without);
      }
    }
  }

  void watch(Watcher watcher) {
    watchers.add(watcher);
  }

  void decides(Next what) {
    next = what;
  }

  boolean isBetween(String id) {
    return between.contains(id);
  }

  /** No next program of it is started after all, where one was to be; it is as it is. */
  void settled(Session session) {
    between.remove(session.id());
    changed(now(session));
  }

  List<Session> all() {
    return List.copyOf(sessions.values());
  }

  /** As it is now; as it was where it has been forgotten. */
  Session now(Session session) {
    return sessions.getOrDefault(session.id(), session);
  }

  boolean has(String id) {
    return sessions.containsKey(id);
  }

  Optional<Pane> pane(String id) {
    return Optional.ofNullable(panes.get(id));
  }

  /** Whether something runs, or is wanted to be there. */
  boolean isNeeded() {
    return !panes.isEmpty()
        || !busy.isEmpty()
        || sessions.values().stream().anyMatch(each -> each.state() == Session.State.OPEN);
  }

  /** Those that are open and have no process. */
  List<Session> stopped() {
    return sessions.values().stream()
        .filter(each -> each.state() == Session.State.OPEN && !panes.containsKey(each.id()))
        .toList();
  }

  /** Those that have a process, with a terminal of ours or without, or are about to. */
  List<Session> running() {
    return running(Set.of());
  }

  /**
   * The same without those that have none yet and may still turn out to get none.
   *
   * @param undecided ids of sessions of which it is not known whether they will
   */
  List<Session> running(Set<String> undecided) {
    return sessions.values().stream()
        .filter(each ->
            panes.containsKey(each.id())
                || (busy.containsKey(each.id()) && !undecided.contains(each.id()))
                || outliving.contains(each.id()))
        .toList();
  }

  Provider provider(Session session) {
    Providers providers = parts.providers().last();
    return providers.named(session.provider()).orElseGet(providers::custom);
  }

  /**
   * Takes in what of sessions lives.
   *
   * @param runs of them that do
   */
  void living(Set<String> runs) {
    for (Session session : all()) {
      String id = session.id();
      boolean outlives =
          session.mayLive() && !panes.containsKey(id) && runs.contains(session.runId());
      if (outlives ? outliving.add(id) : outliving.remove(id)) {
        changed(session);
      }
    }
  }

  /** Nothing of it lives any more that we did not start. */
  void isGone(String id) {
    outliving.remove(id);
  }

  boolean outlives(String id) {
    return outliving.contains(id);
  }

  boolean isAnyOutliving() {
    return !outliving.isEmpty();
  }

  /** It is as this from now on; keeping that is the caller's. */
  void put(Session session) {
    sessions.put(session.id(), session);
  }

  /** It is as this from now on, which is kept and told. */
  void became(Session session) {
    put(session);
    parts.keeper().write(session);
    changed(session);
  }

  /** It never was. */
  void forget(Session session) {
    sessions.remove(session.id());
    notes.remove(session.id());
    outliving.remove(session.id());
    between.remove(session.id());
    parts.keeper().forget(session.id());
  }

  /** Its program runs. */
  void runs(Session session, Pane pane) {
    put(session);
    outliving.remove(session.id());
    between.remove(session.id());
    panes.put(session.id(), pane);
    ids.put(pane, session.id());
    changed(session);
  }

  void note(String id, List<String> told) {
    if (told.isEmpty()) {
      notes.remove(id);
    } else {
      notes.put(id, String.join("; ", told));
    }
  }

  /** Keeps others from it until it is freed; false where another does, and then runs this after. */
  boolean claim(String id, Runnable otherwise) {
    List<Runnable> waiting = busy.get(id);
    if (waiting != null) {
      waiting.add(otherwise);
      return false;
    }
    busy.put(id, new ArrayList<>());
    return true;
  }

  boolean isClaimed(String id) {
    return busy.containsKey(id);
  }

  void free(String id) {
    List<Runnable> waiting = busy.remove(id);
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }

  void changed(Session session) {
    tell(watcher -> watcher.changed(session));
  }

  /** A hook of the agent was called that runs in it, if one does. */
  void hooked(Session session, Activity.Hook hook, Instant at) {
    pane(session.id())
        .ifPresent(pane -> {
          pane.hooked(hook, at);
          tell(watcher -> watcher.hooked(session));
        });
  }

  /** A fault in what one does with it keeps it from none of the others. */
  private void tell(Consumer<Watcher> what) {
    for (Watcher watcher : watchers) {
      try {
        what.accept(watcher);
      } catch (RuntimeException fault) {
        parts.log().accept("a fault of our own: " + fault);
      }
    }
  }

  @Override
  public void changed(Pane pane, Activity.Reading reading) {
    Session session = sessions.get(ids.getOrDefault(pane, ""));
    if (session != null) {
      changed(session);
    }
  }

  @Override
  public void ended(Pane pane, int code) {
    String id = ids.remove(pane);
    if (id == null) {
      return;
    }
    panes.remove(id);
    Session before = sessions.get(id);
    if (before == null) {
      return;
    }
    Session ended = before.with(before.run().orElseThrow().ended(code, parts.clock().instant()));
    put(ended);
    parts.keeper().write(ended);
    byte[] last = pane.last(Pane.SCROLL_BACK);
    SessionFiles files = new SessionFiles(parts.home());
    parts.keeper().does(() -> files.writeLog(id, last));
    byte[] parting = pane.screen().parting();
    boolean goesOn = next.goesOn(ended, pane, code);
    if (goesOn) {
      between.add(id);
    }
    pane.peers()
        .forEach(viewer -> {
          pane.part(viewer, parting);
          if (!goesOn) {
            tellEnd(viewer, ended);
          }
        });
    if (!goesOn) {
      changed(ended);
    }
    tell(watcher -> watcher.ended(ended, pane, code));
  }

  /** Tells a viewer that there is nothing to view any more. */
  static void tellEnd(Peer viewer, Session ended) {
    JsonObject event =
        JsonObject.empty().with("event", "exited").with("state", Session.word(ended.state()));
    OptionalInt code = ended.run().map(Session.Run::code).orElse(OptionalInt.empty());
    viewer.event(code.isPresent() ? event.with("code", code.getAsInt()) : event);
    viewer.close();
  }

  JsonObject shown(Session session) {
    String id = session.id();
    if (isBetween(id)) {
      return Shown.between(now(session), Optional.ofNullable(notes.get(id)));
    }
    return Shown.of(
        now(session), pane(id), reading(session), outlives(id), Optional.ofNullable(notes.get(id)));
  }

  /**
   * The answer that something was done to a session.
   *
   * @param warning what a person should know of how
   */
  Reply.Done done(Session session, Optional<String> warning) {
    JsonObject shown = shown(session);
    return new Reply.Done(warning.map(why -> shown.with("warning", why)).orElse(shown));
  }

  /** What it is at. */
  Activity.Reading reading(Session session) {
    String id = session.id();
    return pane(id).map(Pane::reading).orElseGet(() -> now(session).withoutTerminal(outlives(id)));
  }

  JsonArray shown() {
    return JsonArray.of(sessions.values().stream().map(this::shown).map(Shown::brief).toList());
  }

  static Reply.Refused refused(String why, String todo) {
    return new Reply.Refused(Reply.Refusal.REFUSED, why, todo);
  }

  /** The one session that is meant; else it is answered that there is none. */
  void one(String called, Consumer<Reply> reply, Consumer<Session> found) {
    List<Session> meant = Calling.meant(sessions.values(), called);
    if (meant.size() == 1) {
      found.accept(meant.getFirst());
      return;
    }
    String why =
        meant.isEmpty()
            ? "there is no session " + called
            : called + " may be " + String.join(" or ", meant.stream().map(Session::id).toList());
    reply.accept(new Reply.Refused(Reply.Refusal.NOT_FOUND, why, "see: comity session list"));
  }
}
