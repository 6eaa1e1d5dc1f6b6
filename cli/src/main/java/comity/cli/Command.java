package comity.cli;

import java.io.IOException;

/** One command: picocli has filled its options in when it runs. */
interface Command {
  /** Begins, on another thread, what takes longer than reading the options; nothing by default. */
  default void begin() {}

  /**
   * Does it.
   *
   * @throws IOException where this machine failed; the message says at what
   */
  Outcome run(Context context) throws IOException, InterruptedException;
}
