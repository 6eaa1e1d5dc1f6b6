package comity.http;

/** Where a server says what its owner should know. Called by any thread. */
public interface HttpLog {
  /**
   * A handler, or the server itself, failed; the client was told only {@code id}.
   *
   * @param request method and path
   */
  void fault(String id, String request, Throwable cause);

  /** A state worth a line, such as too many connections. At most one in a second. */
  void warning(String text);
}
