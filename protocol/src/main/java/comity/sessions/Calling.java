package comity.sessions;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How people call sessions (SES-16): by id, by a name of their own, or by the beginning of an id.
 */
public final class Calling {
  private Calling() {}

  /**
   * The sessions that could be meant; one where it is clear.
   *
   * @param all in the order in which they began
   */
  public static List<Session> meant(Collection<Session> all, String called) {
    List<Session> exact = all.stream().filter(each -> each.id().equals(called)).toList();
    if (!exact.isEmpty()) {
      return exact;
    }
    List<Session> named =
        all.stream().filter(each -> each.name().equals(Optional.of(called))).toList();
    if (!named.isEmpty()) {
      // A name may be used again when its session was closed.
      List<Session> open = open(named);
      return open.isEmpty() ? List.of(named.getLast()) : open;
    }
    if (called.isEmpty()) {
      return List.of();
    }
    List<Session> beginning = all.stream().filter(each -> each.id().startsWith(called)).toList();
    // A closed one is meant only where nothing else can be.
    List<Session> open = open(beginning);
    return open.isEmpty() ? beginning : open;
  }

  /**
   * Why a new session can't be called so; empty where it can.
   *
   * @param all the sessions that are there
   */
  public static Optional<String> refusal(Collection<Session> all, String name) {
    if (!Session.isName(name)) {
      return Optional.of(
          "a name has 1 to "
              + Session.MAX_NAME
              + " characters, none of them a control, and begins with no -");
    }
    return all.stream()
            .filter(Session::isWanted)
            .anyMatch(each -> each.id().equals(name) || each.name().equals(Optional.of(name)))
        ? Optional.of("another session goes by " + name + ", which is free once that is stopped")
        : Optional.empty();
  }

  private static List<Session> open(List<Session> sessions) {
    return sessions.stream().filter(Session::isWanted).toList();
  }
}
