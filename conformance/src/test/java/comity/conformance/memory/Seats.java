package comity.conformance.memory;

import comity.conformance.roles.McpClient;
import comity.memory.Rooms;
import comity.recall.Finders;
import comity.recall.Visitor;
import comity.roles.Actor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Who comes for the memories of one ground, and what is open in which session. */
final class Seats {
  private final LeakGround ground;
  private final Finders finders;
  private final Random random;
  private final Map<String, Seat.Open> sessions = new TreeMap<>();
  private final List<Seat> all = new ArrayList<>();

  Seats(LeakGround ground, Finders finders, Random random) {
    this.ground = ground;
    this.finders = finders;
    this.random = random;
  }

  List<Seat> all() {
    return all;
  }

  /** The handles of all sessions. */
  List<String> handles() {
    return List.copyOf(sessions.keySet());
  }

  Optional<Seat.Open> open(String handle) {
    return Optional.ofNullable(sessions.get(handle));
  }

  /** The owner, at the command line. */
  void owner() {
    Actor actor = new Actor("me", Optional.empty(), Optional.empty(), Actor.Door.CLI);
    Visitor visitor = new Visitor(actor, new Rooms.All(), Optional.empty());
    seat(
        "owner",
        List.of(new DeskDoor(ground, visitor, finders, random), new CliDoor(ground, "", "")),
        Optional.empty(),
        Optional.empty());
  }

  /** A Comity session, whose memory is one over all doors. */
  void session(String id, Set<String> rooms, String role) {
    Optional<String> named = Optional.of(role).filter(each -> !each.isEmpty());
    Actor actor = new Actor("me", named, Optional.of(id), Actor.Door.MCP);
    Optional<String> own = Optional.of(Visitor.ofSession(id));
    Visitor visitor = new Visitor(actor, new Rooms.Only(rooms), own);
    seat(
        id,
        List.of(
            new DeskDoor(ground, visitor, finders, random),
            new CliDoor(ground, id, String.join(",", rooms))),
        Optional.of(rooms),
        own);
  }

  /** A client of a server. */
  void client(String name, McpClient client, Set<String> rooms) {
    seat(name, List.of(new McpDoor(client, random)), Optional.of(rooms), Optional.empty());
  }

  private void seat(
      String name, List<Ask.Door> doors, Optional<Set<String>> rooms, Optional<String> own) {
    all.add(new Seat(name, doors, rooms, own, ground, sessions));
  }
}
