package comity.recall;

import comity.memory.Gate;
import comity.memory.GroupNames;
import comity.memory.Problem;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Served;
import comity.roles.Isolation.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Lets one visitor into memory sessions, and finds them again (MEM-3, MEM-4). Each time it is asked
 * anew whether the visitor may open the room, and whether the room still is that group.
 */
final class Entrance {
  /** As often a session is looked at anew because another process changed it meanwhile. */
  private static final int MAX_TRIES = 50;

  /** The id of a session that nobody comes back to. */
  private static final String PASSING = "";

  private final Desk desk;
  private final Visitor visitor;
  private final ScopeFiles files;
  private final Tokenizer tokenizer;
  private final MemorySessions sessions;
  private final RandomGenerator random;

  Entrance(
      Desk desk, Visitor visitor, ScopeFiles files, Tokenizer tokenizer, RandomGenerator random) {
    this.desk = desk;
    this.visitor = visitor;
    this.files = files;
    this.tokenizer = tokenizer;
    this.sessions = new MemorySessions(desk.home());
    this.random = random;
  }

  /**
   * Which scope a room is.
   *
   * @param problems of the files that map rooms to groups
   */
  record Way(Scope scope, Optional<String> room, List<Problem> problems) {}

  /** The scope that a room is, or main's, where the visitor may open it. */
  Served<Way> way(Optional<String> room) {
    if (!visitor.rooms().has(room)) {
      return desk.refuse(
          room.map(id -> "memory of room " + id).orElse("memory of main"),
          new Verdict.Refused(
              "room-not-listed",
              room.map(id -> "The memory of the room " + id).orElse("The memory of main")
                  + " may not be opened from here",
              "Ask the owner to list it: --room for `comity mcp` and `comity token add`, "
                  + "COMITY_ROOMS for a session"));
    }
    return room.isEmpty()
        ? new Served.Done<>(new Way(new Scope.Main(), room, List.of()))
        : group(room.get());
  }

  private Served<Way> group(String room) {
    if (new FlushStates(desk.home(), desk.project().root(), _ -> {}).areGroupsOff()) {
      return desk.refuse(
          "memory of room " + room,
          new Verdict.Refused(
              "memory-uninstalled",
              "The memory of groups was uninstalled in this project",
              "`comity memory install` brings it back; nothing of it was deleted"));
    }
    for (String name : GroupNames.FILES) {
      if (files.read(name) instanceof ScopeFiles.Reading.Refused(Verdict.Refused verdict)) {
        return desk.refuse(name, verdict);
      }
    }
    GroupNames names = names();
    return switch (names.resolve(room)) {
      case GroupNames.Resolving.Found(GroupNames.Entry entry) ->
          new Served.Done<>(new Way(entry.group(), Optional.of(room), told(names.problems())));
      case GroupNames.Resolving.Unmapped _ ->
          new Served.Undone<>(
              Directives.Reason.NOT_FOUND,
              "the room " + room + " is no group's" + because(told(names.problems())),
              "map it in memory/group_names.json: {\"" + room + "\": \"NAME\"}");
      case GroupNames.Resolving.Ambiguous(String _, List<String> found) ->
          new Served.Undone<>(
              Directives.Reason.CONFLICT,
              "the room " + room + " is mapped to " + String.join(" and ", found),
              "leave one of them in memory/group_names.json");
    };
  }

  /** Which room is which group, as far as it can be read. */
  GroupNames names() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : GroupNames.FILES) {
      files.peek(name).ifPresent(text -> texts.put(name, text));
    }
    return GroupNames.read(texts);
  }

  /** What is wrong with the rooms of others is the owner's to know. */
  private List<Problem> told(List<Problem> problems) {
    return visitor.isOwner() ? problems : List.of();
  }

  private static String because(List<Problem> problems) {
    return problems.isEmpty() ? "" : " (" + problems.getFirst() + ")";
  }

  /** Opens a session: that of the visitor, or one with a new handle. */
  Served<MemorySession> open(Way way) {
    String id = visitor.session().orElseGet(() -> Handles.next(random));
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Served<Going> opened = opening(id, way);
      if (!(opened instanceof Served.Done<Going>(Going going))) {
        return opened.map(Going::session);
      }
      if (sessions.keep(going.kept(), going.session())) {
        return new Served.Done<>(going.session());
      }
    }
    return busy();
  }

  /**
   * A session as it goes on.
   *
   * @param kept as it was found; empty where there was none
   */
  record Going(Optional<MemorySession> kept, MemorySession session) {
    /** One that was found. */
    static Going of(MemorySession session) {
      return new Going(Optional.of(session), session);
    }
  }

  /**
   * As {@link #open}, but kept only with what is done in it first: that is one file less. The owner
   * at the command line, who named no session, leaves none behind.
   */
  Served<Going> opening(Way way) {
    return opening(visitor.session().orElse(PASSING), way);
  }

  private boolean keep(Optional<MemorySession> before, MemorySession after) {
    return after.id().equals(PASSING) || sessions.keep(before, after);
  }

  private Served<Going> opening(String id, Way way) {
    Path root = desk.project().root();
    Optional<MemorySession> before = id.equals(PASSING) ? Optional.empty() : sessions.find(id);
    Optional<MemorySession> away = before.filter(session -> !isHere(session));
    if (away.filter(session -> session.gate().isPresent() || session.isUnflushed()).isPresent()) {
      return new Served.Undone<>(
          Directives.Reason.CONFLICT,
          "this session has the memory of another project, " + away.get().project(),
          "close and flush it there, or work in a session of its own");
    }
    MemorySession known =
        before
            .filter(this::isHere)
            .orElseGet(() -> MemorySession.begun(id, root, now()).of(visitor.agent()));
    MemorySession after =
        isOpen(known, way)
            ? known.with(known.gate().orElseThrow(), now())
            : known.opened(Gate.open(way.scope(), way.room(), tokenizer), now());
    return new Served.Done<>(new Going(before, after));
  }

  /** The same memory again goes on where it was: to open it anew gives no more than there was. */
  private static boolean isOpen(MemorySession session, Way way) {
    return session
        .gate()
        .filter(gate -> gate.scope().equals(way.scope()) && gate.room().equals(way.room()))
        .isPresent();
  }

  private boolean isHere(MemorySession session) {
    return session.project().equals(desk.project().root());
  }

  /** A session that is open, by its handle, or the visitor's own. */
  Served<MemorySession> session(Optional<String> handle) {
    Optional<String> own = visitor.session();
    if (handle.isPresent() && own.isPresent() && !own.equals(handle)) {
      return desk.refuse(
          "memory session " + handle.get(),
          new Verdict.Refused(
              "other-session",
              "A session has a memory session of its own, and no other",
              "Leave the handle out; open the other memory here, and this one ends"));
    }
    Optional<String> id = handle.or(() -> own);
    if (id.isEmpty()) {
      return new Served.Undone<>(
          Directives.Reason.INVALID,
          "no memory session is named",
          "open one first, and name it with --session");
    }
    Optional<MemorySession> found =
        sessions.find(id.get()).filter(this::isHere).filter(session -> session.gate().isPresent());
    if (found.isEmpty()) {
      return new Served.Undone<>(
          Directives.Reason.NOT_FOUND,
          "no memory is open" + handle.map(name -> " as " + name).orElse(" in this session"),
          "open one with `comity memory open` or the tool memory_open");
    }
    Gate gate = found.get().gate().orElseThrow();
    return way(gate.room())
        .then(way ->
            way.scope().equals(gate.scope())
                ? new Served.Done<>(found.get())
                : new Served.Undone<>(
                    Directives.Reason.CONFLICT,
                    "the room " + gate.room().orElse("") + " is another group's now",
                    "open it anew"));
  }

  /**
   * Does something with the gate of a session, and keeps how it goes on. Where another process
   * changed the session meanwhile it is done anew, from the gate as it is then.
   *
   * @param work gives what came of it, and how the gate goes on
   */
  <T> Served<T> with(MemorySession session, Function<Gate, Served<Step<T>>> work) {
    return with(Going.of(session), work);
  }

  /**
   * As {@link #with(MemorySession, Function)}; the session is open also where nothing came of it.
   */
  <T> Served<T> with(Going going, Function<Gate, Served<Step<T>>> work) {
    Going at = going;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      MemorySession before = at.session();
      Served<Step<T>> done = work.apply(before.gate().orElseThrow());
      if (!(done instanceof Served.Done<Step<T>>(Step<T>(T value, Gate next)))) {
        boolean _ = at.kept().equals(Optional.of(before)) || keep(at.kept(), before);
        return done.map(Step::value);
      }
      if (keep(at.kept(), before.with(next, now()))) {
        return new Served.Done<>(value);
      }
      Optional<MemorySession> changed = sessions.find(before.id());
      boolean same =
          changed
              .flatMap(MemorySession::gate)
              .filter(gate -> gate.scope().equals(before.gate().orElseThrow().scope()))
              .isPresent();
      if (!same) {
        return new Served.Undone<>(
            Directives.Reason.CONFLICT,
            "another memory was opened in this session meanwhile",
            "ask again in the memory that is open now");
      }
      at = new Going(changed, changed.orElseThrow());
    }
    return busy();
  }

  /**
   * What came of something, and how the gate goes on.
   *
   * @param next the gate
   */
  record Step<T>(T value, Gate next) {}

  /** Ends a session: nothing is open in it any more. */
  Served<MemorySession> close(MemorySession session) {
    MemorySession closed = session.closed(now());
    return sessions.keep(Optional.of(session), closed) ? new Served.Done<>(closed) : busy();
  }

  private static <T> Served<T> busy() {
    return new Served.Undone<>(
        Directives.Reason.CONFLICT, "the memory session is changed again and again", "try again");
  }

  private Instant now() {
    return desk.now().toInstant();
  }
}
