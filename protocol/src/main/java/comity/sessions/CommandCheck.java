package comity.sessions;

/** Whether a line for the shell is fit for what Comity does with it. */
public sealed interface CommandCheck {
  /** It is. */
  record Accepted() implements CommandCheck {}

  /**
   * It is not.
   *
   * @param column where, counted from 1 in characters
   * @param why in one sentence, for a person
   */
  record Refused(int column, String why) implements CommandCheck {}
}
