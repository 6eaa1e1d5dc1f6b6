package comity.conformance.memory;

import comity.conformance.memory.Marks.Owner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who comes for memory through one or more doors, and what must be open to them: told from
 * what was asked alone, never from an answer.
 */
final class Seat {
  /** A memory that is open, and the room for which it was opened; {@code main} for main. */
  record Open(String room, Owner owner) {}

  private final String name;
  private final List<Ask.Door> doors;
  private final Optional<Set<String>> rooms;
  private final LeakGround ground;
  private final Map<String, Open> sessions;
  private final List<String> said = new ArrayList<>();
  private Optional<String> own;

  /**
   * @param rooms empty for the owner, who may open any, each in a session of its own
   * @param own the handle of its session; empty where it is not known yet, or for the owner
   * @param sessions what is open in each session of the ground
   */
  Seat(
      String name,
      List<Ask.Door> doors,
      Optional<Set<String>> rooms,
      Optional<String> own,
      LeakGround ground,
      Map<String, Open> sessions) {
    this.name = name;
    this.doors = doors;
    this.rooms = rooms;
    this.own = own;
    this.ground = ground;
    this.sessions = sessions;
  }

  String name() {
    return name;
  }

  List<Ask.Door> doors() {
    return doors;
  }

  boolean isOwner() {
    return rooms.isEmpty();
  }

  /** A room that may be opened. */
  String first() {
    return rooms.orElseThrow().stream().sorted().toList().getFirst();
  }

  /** What is open in its own session, or for the owner in the one opened last. */
  Optional<Open> open() {
    return own.map(sessions::get);
  }

  /** The handle to use: the owner has no session that is understood. */
  String handle() {
    return isOwner() ? own.orElse("") : "";
  }

  private Optional<Owner> owner(String room) {
    boolean may = rooms.isEmpty() || rooms.get().contains(room);
    if (!may) {
      return Optional.empty();
    }
    return room.equals("main") ? Optional.of(Owner.MAIN) : ground.group(room);
  }

  /** Whose marks an answer may have. */
  Set<Owner> allowed(Ask ask) {
    if (!ask.room().isEmpty()) {
      return marks(owner(ask.room()));
    }
    if (ask.kind() == Ask.Kind.EXPLAIN && ask.handle().isEmpty() && isOwner()) {
      // The owner sees why each file was given, which quotes the phrases of its index.
      return EnumSet.allOf(Owner.class);
    }
    boolean notes = ask.kind() == Ask.Kind.SEARCH || ask.kind() == Ask.Kind.BESIDE;
    Optional<Open> mine = isOwner() ? Optional.empty() : open();
    if (ask.handle().isEmpty() || (notes && ask.kind() == Ask.Kind.BESIDE)) {
      return mine.isEmpty() && notes ? EnumSet.of(Owner.NOTE) : marks(mine.flatMap(this::still));
    }
    Optional<Open> named = Optional.ofNullable(sessions.get(ask.handle()));
    boolean other =
        mine.isPresent() && named.isPresent() && mine.get().owner() != named.get().owner();
    return other ? EnumSet.noneOf(Owner.class) : marks(named.flatMap(this::still));
  }

  /** Its scope, where its room still is that group's, and is one that may be opened here. */
  private Optional<Owner> still(Open open) {
    return owner(open.room()).filter(owner -> owner == open.owner());
  }

  private static Set<Owner> marks(Optional<Owner> owner) {
    if (owner.isEmpty()) {
      return EnumSet.noneOf(Owner.class);
    }
    return owner.get() == Owner.MAIN ? EnumSet.of(Owner.MAIN, Owner.NOTE) : EnumSet.of(owner.get());
  }

  /** That this was asked, and answered so. */
  void after(Ask ask, Ask.Answer answer) {
    if (!ask.room().isEmpty()) {
      Optional<String> id = isOwner() || own.isEmpty() ? session(answer) : own;
      owner(ask.room())
          .ifPresent(owner ->
              id.ifPresent(handle -> {
                sessions.put(handle, new Open(ask.room(), owner));
                own = id;
              }));
    }
    if (ask.kind() == Ask.Kind.CLOSE && answer.done()) {
      (ask.handle().isEmpty() ? own : Optional.of(ask.handle())).ifPresent(sessions::remove);
    }
  }

  private static Optional<String> session(Ask.Answer answer) {
    return Optional.of(answer.session()).filter(id -> !id.isEmpty());
  }

  /** Nothing is open in its session any more: it ended. */
  void ended() {
    own.ifPresent(sessions::remove);
  }

  /** A mark for what is said or written now: that of what is open, else of the notes. */
  Owner speaks() {
    return open().map(Open::owner).filter(owner -> owner != Owner.MAIN).orElse(Owner.NOTE);
  }

  /** Says something, which the transcript of its session has from then on. */
  void say(String text) {
    int number = said.size();
    said.add(
        """
        {"type":"%s","uuid":"u%s-%d","sessionId":"p-%s","timestamp":"%s","message":{"role":"user","content":"%s"}}
        """
            .formatted(
                number % 3 == 2 ? "assistant" : "user", name, number, name, Instant.now(), text));
  }

  boolean hasSpoken() {
    return !said.isEmpty();
  }

  String transcript() {
    return String.join("", said);
  }
}
