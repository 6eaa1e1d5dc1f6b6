package comity.http;

import java.util.Arrays;

/**
 * Collects the head of a request, so that Helidon gets it in one piece: it keeps what comes as it
 * comes, and a head sent byte by byte would take fifty times its size.
 */
final class HeadBytes {
  /** The request line and the empty one, too. */
  private static final int MAX_LINES = Headers.MAX_FIELDS + 2;

  private final boolean continued;
  private byte[] bytes = new byte[0];
  private int length;
  private int lines;
  private boolean lineBegins;

  /** How far a head has come. */
  enum Progress {
    MORE,

    /** Its end is here; or it is too long, and Helidon will say so. */
    WHOLE,
    TOO_MANY_LINES
  }

  /**
   * Of a new head.
   *
   * @param continued whether its beginning came with the request before, and is elsewhere
   */
  HeadBytes(boolean continued) {
    this.continued = continued;
    lineBegins = continued; // perhaps; to take a head as whole too early does no harm
  }

  int length() {
    return length;
  }

  byte[] bytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** Takes the first {@code count} bytes of {@code come}. */
  Progress add(byte[] come, int count) {
    int from = length == 0 && !continued ? afterEmptyLines(come, count) : 0;
    int more = count - from;
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, length == 0 ? more : Math.max(2 * length, length + more));
    }
    System.arraycopy(come, from, bytes, length, more);
    int at = length;
    length += more;
    for (; at < length; at++) {
      if (bytes[at] == '\n') {
        if (lineBegins) {
          return Progress.WHOLE;
        }
        lineBegins = true;
        lines++;
        if (lines > MAX_LINES) {
          return Progress.TOO_MANY_LINES;
        }
      } else if (bytes[at] != '\r') {
        lineBegins = false;
      }
    }
    boolean tooLong =
        length > Engine.MAX_LINE + Engine.MAX_HEADERS || (lines == 0 && length > Engine.MAX_LINE);
    return tooLong ? Progress.WHOLE : Progress.MORE;
  }

  /** RFC 9112, section 2.2: empty lines before a request are passed over. */
  private static int afterEmptyLines(byte[] come, int count) {
    int from = 0;
    while (from + 1 < count && come[from] == '\r' && come[from + 1] == '\n') {
      from += 2;
    }
    return from;
  }
}
