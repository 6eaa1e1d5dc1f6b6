package comity.control;

/** What becomes of a run that was under way when the hub went down (MSG-43). */
public enum OnInterrupt {
  /** It is run once more. */
  RETRY,
  /** Its trace fails, and the sender is told. */
  FAIL
}
