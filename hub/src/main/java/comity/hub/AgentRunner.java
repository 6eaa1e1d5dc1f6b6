package comity.hub;

import comity.json.JsonValue;
import comity.store.Run;
import comity.store.StoreException;

/** Runs an agent with one message. One instance is one run. */
interface AgentRunner {
  /** How it ended. */
  sealed interface Result {
    /** The agent answered. */
    record Answered(JsonValue content) implements Result {}

    /**
     * It did not.
     *
     * @param told what anyone who wrote to it may know
     * @param detail what its owner should: it may name files and what the program complained of
     */
    record Failed(String told, String detail) implements Result {
      Failed(String told) {
        this(told, told);
      }
    }

    /** Nothing was done, since the disk did not take that it begins: it may be tried again. */
    record NotBegun(StoreException failure) implements Result {}

    /** Somebody stopped it. */
    record Stopped() implements Result {}
  }

  /** Runs to the end, on the calling virtual thread. */
  Result run(Run run);

  /** Ends the run from any thread. */
  void stop();

  /** How it ended is written down. */
  default void over() {}
}
