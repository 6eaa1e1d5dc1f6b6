package comity.host;

import java.time.Duration;

/** How a run ended. */
public sealed interface Ended {

  /**
   * The program ended by itself.
   *
   * @param code its exit code; 128 + n when signal n ended it
   */
  record Exited(int code, Produced produced) implements Ended {}

  /**
   * The program did not start.
   *
   * @param reason a clause that names the program and what is wrong with it
   */
  record NotStarted(String reason) implements Ended {}

  /** The program ran for longer than it may and was ended. */
  record TimedOut(Duration limit, Produced produced) implements Ended {}

  /** The program wrote more than it may and was ended; what was kept is the beginning. */
  record Flooded(int outputLimit, Produced produced) implements Ended {}

  /** Somebody called {@link Program#stop}, or interrupted the thread of the run. */
  record Stopped(Produced produced) implements Ended {}
}
