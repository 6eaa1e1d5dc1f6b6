package comity.recall;

import comity.memory.Rooms;
import comity.roles.Actor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Who comes for memory.
 *
 * @param rooms which it may open
 * @param session the memory session that it means where it names none: that of its MCP session or
 *     of its Comity session; empty outside of one
 * @param agent by its process ({@link AgentSessions}), for a server that works for one outside a
 *     Comity session
 */
public record Visitor(Actor actor, Rooms rooms, Optional<String> session, Optional<Agent> agent) {
  /** Whoever is no agent's server. */
  public Visitor(Actor actor, Rooms rooms, Optional<String> session) {
    this(actor, rooms, session, Optional.empty());
  }

  /**
   * Whoever gives a command: in a session or under a role what {@link Rooms#VARIABLE} lists, else
   * the owner, who may open any.
   *
   * @param configured rooms for whoever lists none
   */
  public static Visitor at(Actor actor, Map<String, String> environment, List<String> configured) {
    boolean owner = actor.role().isEmpty() && actor.session().isEmpty();
    Rooms rooms =
        owner
            ? new Rooms.All()
            : Rooms.listed(Optional.ofNullable(environment.get(Rooms.VARIABLE))).orElse(configured);
    return new Visitor(actor, rooms, actor.session().map(Visitor::ofSession));
  }

  /** The same with this memory session, where it has none. */
  public Visitor orSession(Optional<String> other) {
    return session.isPresent() ? this : new Visitor(actor, rooms, other, agent);
  }

  /** The memory session of a Comity session. */
  public static String ofSession(String id) {
    return "session:" + id;
  }

  /** The memory session of an MCP session, which begins now. */
  public static String ofServer(RandomGenerator random) {
    return Handles.next(random);
  }

  /** Whether it is the owner, at the command line outside a session. */
  boolean isOwner() {
    return actor.isOwner() && rooms instanceof Rooms.All;
  }
}
