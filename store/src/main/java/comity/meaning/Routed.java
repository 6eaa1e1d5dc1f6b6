package comity.meaning;

import comity.memory.Match;
import comity.memory.Routing;
import java.util.List;
import java.util.Optional;

/**
 * Which file a message needs, and how that was found.
 *
 * @param by what answered, which may be less than what was asked for
 * @param note why it was less, for a person
 * @param margin see {@link Routing#margin}
 * @param matches every candidate's, in the order of the index, for a record of the load
 */
public record Routed(
    Routing routing, Mode by, Optional<String> note, double margin, List<Match> matches) {

  /** What messages are compared by. */
  public enum Mode {
    /** By meaning; a model is loaded where none is yet. */
    MEANING,
    /** By meaning where a model is loaded already; else by words, while it loads behind. */
    READY,
    /** By words alone; no model is loaded. */
    LEXICAL
  }

  public Routed {
    matches = List.copyOf(matches);
  }
}
