package comity.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which commands are tried, one after another, so that a message reaches the provider's own
 * conversation (MSG-42, SES-27).
 *
 * <p>A session whose first turn was answered is resumed and nothing else: a fresh one would have
 * forgotten it. One that never answered may be known to the provider or not: its first command is
 * run again, then it is resumed, and only where both fail a new one is begun.
 */
public final class SessionLadder {
  /** How a rung reaches the provider. */
  public enum Way {
    /** The agent's command, which begins a session. */
    BEGIN,
    /** Its resume command. */
    RESUME
  }

  /**
   * One try.
   *
   * @param sessionId what takes the place of {@code {session_id}}, or empty where the program makes
   *     the id
   */
  public record Rung(Way way, Optional<String> sessionId) {}

  private SessionLadder() {}

  /**
   * The tries in order, for an agent that can resume.
   *
   * @param known the session of the conversation so far
   * @param confirmed whether it has answered
   * @param assigned a fresh id where this hub makes the ids; empty where the program does
   * @param mayBeginAgain whether a session that never answered may be given up for a new one
   */
  public static List<Rung> of(
      Optional<String> known, boolean confirmed, Optional<String> assigned, boolean mayBeginAgain) {
    if (known.isEmpty()) {
      return List.of(new Rung(Way.BEGIN, assigned));
    }
    if (confirmed) {
      return List.of(new Rung(Way.RESUME, known));
    }
    List<Rung> rungs = new ArrayList<>();
    if (assigned.isPresent()) {
      rungs.add(new Rung(Way.BEGIN, known));
    }
    rungs.add(new Rung(Way.RESUME, known));
    if (mayBeginAgain) {
      rungs.add(new Rung(Way.BEGIN, assigned));
    }
    return rungs;
  }
}
