package comity.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * Whose memory each turn of a session belongs to (MEM-17): the scope that was open at its time.
 * Immutable.
 */
public final class Attribution {
  private final List<Change> changes;

  /**
   * A scope was opened, or the one that was open was closed.
   *
   * @param scope empty where none is open from then on
   */
  public record Change(Instant at, Optional<Scope> scope) {}

  /**
   * The turns by scope, each in its order.
   *
   * @param unscoped said while nothing was open: for {@code pending_items} of main alone
   * @param left turns that say no time and may have been said in another scope than their
   *     neighbours: nobody gets them
   */
  public record Attributed(
      SequencedMap<Scope, List<Turn>> scoped, List<Turn> unscoped, List<Turn> left) {
    public Attributed {
      scoped = new LinkedHashMap<>(scoped);
      unscoped = List.copyOf(unscoped);
      left = List.copyOf(left);
    }
  }

  /** What was open when, of one session; the changes may come in any order. */
  public Attribution(List<Change> changes) {
    // Of two at one time the later in the list is the later one.
    this.changes = changes.stream().sorted(Comparator.comparing(Change::at)).toList();
  }

  /** What was open at a time: what was opened at that very time is. */
  public Optional<Scope> at(Instant time) {
    Optional<Scope> open = Optional.empty();
    for (Change change : changes) {
      if (change.at().isAfter(time)) {
        break;
      }
      open = change.scope();
    }
    return open;
  }

  /** Parts the turns of the session, which come in their order. */
  public Attributed of(List<Turn> turns) {
    SequencedMap<Scope, List<Turn>> scoped = new LinkedHashMap<>();
    List<Turn> unscoped = new ArrayList<>();
    List<Turn> left = new ArrayList<>();
    for (int at = 0; at < turns.size(); at++) {
      Turn turn = turns.get(at);
      Optional<Instant> before = turn.time().or(nearest(turns, at, -1));
      Optional<Instant> after = turn.time().or(nearest(turns, at, 1));
      if (isSure(before, after)) {
        Optional<Scope> scope = before.or(() -> after).flatMap(this::at);
        scope
            .map(found -> scoped.computeIfAbsent(found, _ -> new ArrayList<>()))
            .orElse(unscoped)
            .add(turn);
      } else {
        left.add(turn);
      }
    }
    return new Attributed(scoped, unscoped, left);
  }

  private static Supplier<Optional<Instant>> nearest(List<Turn> turns, int from, int step) {
    return () -> {
      for (int at = from + step; at >= 0 && at < turns.size(); at += step) {
        if (turns.get(at).time().isPresent()) {
          return turns.get(at).time();
        }
      }
      return Optional.empty();
    };
  }

  /** Whether nothing changed between two times; an unknown one may be any. */
  private boolean isSure(Optional<Instant> before, Optional<Instant> after) {
    return changes.stream()
        .noneMatch(change ->
            (before.isEmpty() || change.at().isAfter(before.get()))
                && (after.isEmpty() || !change.at().isAfter(after.get())));
  }
}
