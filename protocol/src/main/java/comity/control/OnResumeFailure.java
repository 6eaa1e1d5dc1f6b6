package comity.control;

/** What is done when the {@code resume} command of an agent fails. */
public enum OnResumeFailure {
  /**
   * Where this agent has never answered in the conversation, the message is run by {@code command}
   * with a new id. Some programs, started with an id and ended before their first turn, neither
   * take that id again nor resume it; nothing was said that could be lost. Where it has answered,
   * the run fails.
   */
  NEW_SESSION,
  /** The run fails, and the sender is told. */
  FAIL
}
