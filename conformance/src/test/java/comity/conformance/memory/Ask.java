package comity.conformance.memory;

/**
 * What is asked of a door.
 *
 * @param room its id, or {@code main}; empty where a session is meant
 * @param handle empty for the session of whoever asks
 * @param text the file, the question, or what is to be written
 */
record Ask(Kind kind, String room, String handle, String text) {
  enum Kind {
    OPEN,
    GET,
    LOAD,
    SEARCH,
    DECIDE,
    TASK,
    NOTE,
    FLUSH,
    CLOSE,
    EXPLAIN,
    /** What is no part of memory's own tools and yet reads or writes notes. */
    BESIDE
  }

  /**
   * What came of it.
   *
   * @param all that whoever asked is shown: output, errors, receipts
   * @param session the handle that it names; empty where it names none
   */
  record Answer(boolean done, String all, String session) {}

  /** A way in. */
  interface Door {
    Answer ask(Ask ask) throws Exception;

    /** Whether such a thing can be asked there. */
    boolean takes(Ask ask);
  }

  boolean isMain() {
    return room.equals("main");
  }
}
