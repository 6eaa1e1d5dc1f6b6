package comity.http;

/** What came of an {@link OutgoingRequest}. */
public sealed interface Exchanged {
  /** The other server answered, whatever it said; a redirect only where none was followed. */
  record Answered(int status, Headers headers, byte[] body) implements Exchanged {}

  /**
   * It was not asked: the URL leads where this hub does not go. The same again is refused again.
   */
  record Refused(String reason) implements Exchanged {}

  /**
   * It did not answer properly.
   *
   * @param retryable whether the same may go well later; the request may have been carried out
   */
  record Failed(String reason, boolean retryable) implements Exchanged {}
}
