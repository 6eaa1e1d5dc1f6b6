package comity.control;

/** What is logged: this and everything graver. */
public enum LogLevel {
  DEBUG,
  INFO,
  WARN,
  ERROR
}
