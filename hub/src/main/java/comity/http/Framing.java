package comity.http;

import java.util.List;

/** How the end of a message's body is known (RFC 9112, section 6). */
sealed interface Framing {
  /** So many bytes; 0 where there is no body. */
  record Length(long bytes) implements Framing {}

  /** Chunks until an empty one, then trailers. */
  record Chunked() implements Framing {}

  /** All until the connection's end; in answers only. */
  record UntilEnd() implements Framing {}

  /** No way to tell that two readers would agree on. */
  record Refused(String reason) implements Framing {}

  Length NONE = new Length(0);

  /** More digits than a length that could ever be taken has, and fewer than a long holds. */
  int MAX_DIGITS = 18;

  /** The framing of a request. */
  static Framing of(RequestHead head) {
    Headers headers = head.headers();
    if (headers.has("Transfer-Encoding")) {
      if (headers.has("Content-Length")) {
        return new Refused("Content-Length and Transfer-Encoding exclude each other.");
      }
      List<String> codings = headers.all("Transfer-Encoding");
      if (head.minor() == 0 || codings.size() != 1 || !isChunked(codings)) {
        return new Refused("The only Transfer-Encoding that is taken is one chunked.");
      }
      return new Chunked();
    }
    return headers.has("Content-Length") ? length(headers) : NONE;
  }

  /** The framing of an answer that has a body at all. */
  static Framing ofAnswer(Headers headers) {
    if (headers.has("Transfer-Encoding")) {
      return isChunked(headers.all("Transfer-Encoding"))
          ? new Chunked()
          : new Refused("an unknown Transfer-Encoding");
    }
    return headers.has("Content-Length") ? length(headers) : new UntilEnd();
  }

  private static boolean isChunked(List<String> codings) {
    return codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked");
  }

  private static Framing length(Headers headers) {
    List<String> lengths = headers.all("Content-Length");
    String digits = lengths.getFirst();
    if (lengths.size() > 1
        || digits.isEmpty()
        || digits.length() > MAX_DIGITS
        || !digits.chars().allMatch(Ascii::isDigit)) {
      return new Refused("Content-Length is not one number.");
    }
    long bytes = Long.parseLong(digits);
    return bytes == 0 ? NONE : new Length(bytes);
  }
}
