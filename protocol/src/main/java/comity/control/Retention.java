package comity.control;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What is kept for how long. What has neither age nor size is kept for ever. */
public record Retention(Kept messages, Kept traces, Kept logs, Kept audit) {
  /**
   * The oldest goes first once it passes either.
   *
   * @param size bytes
   */
  public record Kept(Optional<Duration> age, OptionalLong size) {
    /** Nothing is ever dropped. */
    public static final Kept FOR_EVER = new Kept(Optional.empty(), OptionalLong.empty());

    public boolean isForEver() {
      return age.isEmpty() && size.isEmpty();
    }
  }

  /** Nothing is ever dropped. */
  public static final Retention FOR_EVER =
      new Retention(Kept.FOR_EVER, Kept.FOR_EVER, Kept.FOR_EVER, Kept.FOR_EVER);
}
