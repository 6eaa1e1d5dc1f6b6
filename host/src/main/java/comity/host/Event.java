package comity.host;

/** What the threads around a run tell the thread that owns it. */
sealed interface Event {

  record Exit(int code) implements Event {}

  /** Standard output or standard error has come to its end. */
  record StreamEnd() implements Event {}

  record Flood() implements Event {}

  record StopAsked() implements Event {}

  /** The caller's own code threw. */
  record Broken() implements Event {}

  /** Nothing came in time. */
  record Silence() implements Event {}
}
