package comity.memory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was open in other sessions, where nothing shows that a turn was said in this one: a
 * conversation may be taken up anywhere. Nobody gets what was said while another of them had a
 * group's memory open, since it may be that group's (MEM-2, MEM-17).
 *
 * @param openings in the project; those of groups count, main's do not
 * @param elsewhere in other projects, whose groups are others whatever their names
 * @param knownSince what was open before is not known; empty where all is
 */
public record OtherOpenings(
    List<Opening> openings, List<Opening> elsewhere, Optional<Instant> knownSince) {
  /** Where it is shown that all was said in this session. */
  public static final OtherOpenings NONE =
      new OtherOpenings(List.of(), List.of(), Optional.empty());

  public OtherOpenings {
    openings = openings.stream().filter(Opening::isOfGroup).toList();
    elsewhere = elsewhere.stream().filter(Opening::isOfGroup).toList();
  }

  /** Of the turns of a scope those that were not said in another. */
  public List<Turn> left(List<Turn> turns, Scope scope) {
    return turns.stream().filter(turn -> !mayBeOthers(turn, scope)).toList();
  }

  private boolean mayBeOthers(Turn turn, Scope scope) {
    List<Opening> others =
        Stream.concat(
                openings.stream().filter(opening -> !opening.scope().equals(scope)),
                elsewhere.stream())
            .toList();
    if (turn.time().isEmpty()) {
      return knownSince.isPresent() || !others.isEmpty();
    }
    Instant time = turn.time().get();
    return knownSince.filter(time::isBefore).isPresent()
        || others.stream().anyMatch(opening -> opening.covers(time));
  }
}
