package comity.memory;

import java.time.Instant;
import java.util.Optional;

/**
 * A time in which a scope was open in a session.
 *
 * @param room by which it was opened; empty for main
 * @param to empty while it is
 */
public record Opening(Scope scope, Optional<String> room, Instant from, Optional<Instant> to) {
  /** Whether it was the memory of a group. */
  public boolean isOfGroup() {
    return scope instanceof Scope.Group;
  }

  /** Whether it was open at that time. */
  boolean covers(Instant time) {
    return !time.isBefore(from) && to.filter(end -> !time.isBefore(end)).isEmpty();
  }
}
