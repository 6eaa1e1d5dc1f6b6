package comity.recall;

import comity.memory.Scope;
import comity.memory.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The sessions in which a turn may have been said instead, where nothing shows that it was said in
 * this one: a conversation may be taken up anywhere. Nobody gets what was said while another of
 * them had a group's memory open, since it may be that group's (MEM-2, MEM-17).
 *
 * @param openings of groups
 * @param knownSince what was open before is not known; empty where all is
 */
record Others(List<MemorySession.Opening> openings, Optional<Instant> knownSince) {
  /** There are none. */
  static final Others NONE = new Others(List.of(), Optional.empty());

  Others {
    openings = List.copyOf(openings);
  }

  /**
   * All but one.
   *
   * @param session empty where it is not known which
   * @param forgotten until when sessions were used that are forgotten now
   */
  static Others than(
      Optional<MemorySession> session, List<MemorySession> all, Optional<Instant> forgotten) {
    List<MemorySession> others =
        all.stream()
            .filter(each -> session.filter(own -> own.id().equals(each.id())).isEmpty())
            .toList();
    Optional<Instant> since =
        others.stream()
            .flatMap(each -> each.knownSince().stream())
            .max(Instant::compareTo)
            .filter(latest -> forgotten.isEmpty() || latest.isAfter(forgotten.get()))
            .or(() -> forgotten);
    return new Others(
        others.stream()
            .flatMap(each -> each.openings().stream())
            .filter(MemorySession.Opening::isOfGroup)
            .toList(),
        since);
  }

  /** Of the turns of a scope those that were not said in another. */
  List<Turn> left(List<Turn> turns, Scope scope) {
    return turns.stream().filter(turn -> !mayBeOthers(turn, scope)).toList();
  }

  private boolean mayBeOthers(Turn turn, Scope scope) {
    if (turn.time().isEmpty()) {
      return knownSince.isPresent()
          || openings.stream().anyMatch(opening -> !opening.scope().equals(scope));
    }
    Instant time = turn.time().get();
    return knownSince.filter(time::isBefore).isPresent()
        || openings.stream()
            .anyMatch(opening -> !opening.scope().equals(scope) && covers(opening, time));
  }

  private static boolean covers(MemorySession.Opening opening, Instant time) {
    return !time.isBefore(opening.from())
        && opening.to().filter(to -> !time.isBefore(to)).isEmpty();
  }
}
