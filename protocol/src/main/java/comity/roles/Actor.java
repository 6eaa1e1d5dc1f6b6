package comity.roles;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Who acts (ROLE-17).
 *
 * @param user the system's name of the person
 * @param role in one case; empty for the owner
 * @param session the Comity session in which that happens
 * @param door where it came in
 */
public record Actor(String user, Optional<String> role, Optional<String> session, Door door) {
  /** The role of a session: set by Comity for the agents that it starts under a role. */
  public static final String ROLE = "COMITY_ROLE";

  /** The id of a session. */
  public static final String SESSION = "MUSTER_AGENT_SESSION_ID";

  /** Whether it is the owner, who gives a command outside of a role and a session. */
  public boolean isOwner() {
    return role.isEmpty() && session.isEmpty() && door == Door.CLI;
  }

  /** Where it came in. */
  public enum Door {
    CLI,
    MCP,
    HTTP,
    GUARD;

    /** As it stands in the audit log. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What came of asking who acts. */
  public sealed interface Finding {
    /** It is known. */
    record Found(Actor actor) implements Finding {}

    /**
     * Nobody may act so.
     *
     * @param actor who asked
     */
    record Refused(Actor actor, Isolation.Verdict.Refused verdict) implements Finding {}
  }

  /**
   * Who acts. In a session the role is the session's: another one is refused, and none means the
   * session's. Outside, none means the owner.
   *
   * @param asked the role that was asked for
   */
  public static Finding of(
      String user, Optional<String> asked, Map<String, String> environment, Door door) {
    Optional<String> own = variable(environment, ROLE).map(Names::inOneCase);
    Optional<String> wanted = asked.map(String::strip).map(Names::inOneCase);
    Optional<String> role = own.or(() -> wanted);
    Actor actor = new Actor(user, role, variable(environment, SESSION), door);
    if (role.isPresent() && !isRole(role.get())) {
      return refused(
          actor,
          "role-name",
          "No role can have the name " + role.get(),
          "Use the name of a file in .muse, without .md");
    }
    if (own.isPresent() && wanted.isPresent() && !own.equals(wanted)) {
      return refused(
          actor,
          "session-role",
          "This session is that of the role " + own.get() + ", not of " + wanted.get(),
          "Leave --role out; another role works in a session of its own");
    }
    return new Finding.Found(actor);
  }

  /** The same person, who acts for a role. */
  public Actor as(String name) {
    return new Actor(user, Optional.of(Names.inOneCase(name)), session, door);
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  private static boolean isRole(String name) {
    return Target.read(name).filter(target -> target.project().isEmpty()).isPresent();
  }

  private static Finding refused(Actor actor, String rule, String reason, String instead) {
    return new Finding.Refused(actor, new Isolation.Verdict.Refused(rule, reason, instead));
  }
}
