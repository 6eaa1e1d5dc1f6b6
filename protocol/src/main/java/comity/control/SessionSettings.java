package comity.control;

import java.time.Duration;
import java.util.Optional;

/**
 * When a person is told of sessions (SES-15), and how long closed ones are kept.
 *
 * @param notifyOf of what they are told
 * @param notifyEvery no session tells more often
 * @param webhook a URL that is told as well
 * @param keepClosed what is kept of a closed session goes after this
 */
public record SessionSettings(
    Notify notifyOf, Duration notifyEvery, Optional<String> webhook, Duration keepClosed) {
  /** Of what a person is told. */
  public enum Notify {
    /** Nothing. */
    NONE,
    /** That an agent needs them. */
    ATTENTION,
    /** Also that it waits for its next task, after it worked. */
    WAITING
  }
}
