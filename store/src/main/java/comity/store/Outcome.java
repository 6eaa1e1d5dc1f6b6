package comity.store;

import comity.messages.Envelope;
import comity.messages.Trace;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param status COMPLETED, FAILED or STOPPED
 * @param summary one line on what was done, or why not
 * @param reply the answer, if there is one, and where it goes
 */
public record Outcome(Trace.Status status, String summary, Optional<Reply> reply) {
  /** An answer and where it goes. */
  public record Reply(Envelope envelope, Destination destination) {}
}
