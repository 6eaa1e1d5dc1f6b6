package comity.store;

/** What a commit can be about. */
final class Topics {
  static final String RUNS = "runs";
  static final String OUTBOX = "outbox";

  private Topics() {}

  static String conversation(String id) {
    return "conversation " + id;
  }

  static String trace(String id) {
    return "trace " + id;
  }
}
