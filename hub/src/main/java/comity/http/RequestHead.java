package comity.http;

import comity.messages.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A request line and its headers (RFC 9112), read strictly.
 *
 * @param minor of the version: 0 for HTTP/1.0, 1 for HTTP/1.1 and later ones
 */
record RequestHead(String method, String target, int minor, Headers headers) {
  /** What every browser stays under; longer paths and queries carry data that belongs in a body. */
  static final int MAX_LINE = 8_192;

  /** Enough for a big cookie and a token; each open connection may hold this much. */
  static final int MAX_HEADERS = 16_384;

  /** No registered method is half as long. */
  private static final int MAX_METHOD = 32;

  /** What came of reading a head. */
  sealed interface Reading {
    record Read(RequestHead head) implements Reading {}

    record Refused(ErrorCode code, String message) implements Reading {}
  }

  /**
   * Where the head in {@code bytes[from, to)} ends: the index after its empty line, or -1. A line
   * that ends in a bare LF counts here, so that it is refused now and not waited on.
   *
   * @param scanned the index up to which an earlier call has looked
   */
  static int end(byte[] bytes, int from, int scanned, int to) {
    for (int at = Math.max(scanned, from + 1); at < to; at++) {
      if (bytes[at] == '\n'
          && (bytes[at - 1] == '\n'
              || (at - 2 >= from && bytes[at - 1] == '\r' && bytes[at - 2] == '\n'))) {
        return at + 1;
      }
    }
    return -1;
  }

  /** Reads the head in {@code bytes[from, end)}, where {@code end} is after the empty line. */
  static Reading read(byte[] bytes, int from, int end) {
    int line = lineEnd(bytes, from, end);
    if (line - from > MAX_LINE) {
      return new Reading.Refused(ErrorCode.URI_TOO_LONG, "The request line is over 8192 bytes.");
    }
    if (end - line > MAX_HEADERS) {
      return new Reading.Refused(
          ErrorCode.HEADERS_TOO_LARGE, "The headers are over " + MAX_HEADERS + " bytes.");
    }
    int method = token(bytes, from, line);
    if (method == from || method - from > MAX_METHOD || bytes[method] != ' ') {
      return malformed("The request line does not begin with a method.");
    }
    int target = method + 1;
    while (target < line && bytes[target] > ' ' && bytes[target] < 0x7F) {
      target++;
    }
    if (target == method + 1 || bytes[target] != ' ') {
      return malformed("The request target is empty, or holds bytes that must be percent-encoded.");
    }
    int minor = minor(bytes, target + 1, line);
    if (minor < 0) {
      return malformed(
          minor == UNSUPPORTED
              ? "Only HTTP/1.1 and HTTP/1.0 are spoken here."
              : "The request line does not end with HTTP/1.1.");
    }
    byte[] own = Arrays.copyOfRange(bytes, line + 2, end - 2);
    return switch (Headers.read(own, 0, own.length)) {
      case Headers.Reading.Read(Headers headers) ->
          new Reading.Read(
              new RequestHead(
                  method(bytes, from, method),
                  text(bytes, method + 1, target),
                  Math.min(minor, 1),
                  headers));
      case Headers.Reading.TooMany _ ->
          new Reading.Refused(
              ErrorCode.HEADERS_TOO_LARGE, "There are over " + Headers.MAX_FIELDS + " headers.");
      case Headers.Reading.Malformed(String reason) -> malformed("The request has " + reason + ".");
    };
  }

  /**
   * Why what has come of a head need not be completed, or null: the limits, applied before its end.
   */
  static Reading.@org.jspecify.annotations.Nullable Refused overLimit(
      byte[] bytes, int from, int to) {
    if (to - from <= MAX_LINE) {
      return null;
    }
    int line = lineEnd(bytes, from, Math.min(to, from + MAX_LINE + 2));
    if (line < 0) {
      return new Reading.Refused(ErrorCode.URI_TOO_LONG, "The request line is over 8192 bytes.");
    }
    return to - line > MAX_HEADERS
        ? new Reading.Refused(
            ErrorCode.HEADERS_TOO_LARGE, "The headers are over " + MAX_HEADERS + " bytes.")
        : null;
  }

  private static final int UNSUPPORTED = -2;

  /**
   * The minor version of {@code HTTP/1.x}, UNSUPPORTED for another major one, -1 for no version.
   */
  private static int minor(byte[] bytes, int from, int to) {
    if (to - from != 8
        || bytes[from] != 'H'
        || bytes[from + 1] != 'T'
        || bytes[from + 2] != 'T'
        || bytes[from + 3] != 'P'
        || bytes[from + 4] != '/'
        || !Ascii.isDigit(bytes[from + 5])
        || bytes[from + 6] != '.'
        || !Ascii.isDigit(bytes[from + 7])) {
      return -1;
    }
    return bytes[from + 5] == '1' ? bytes[from + 7] - '0' : UNSUPPORTED;
  }

  /** The index of the CR of the first line that ends properly, or -1. */
  private static int lineEnd(byte[] bytes, int from, int to) {
    for (int at = from; at + 1 < to; at++) {
      if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
        return at;
      }
    }
    return -1;
  }

  private static int token(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && Ascii.isToken(bytes[at])) {
      at++;
    }
    return at;
  }

  private static String method(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 3 && bytes[from] == 'G' && bytes[from + 1] == 'E' && bytes[from + 2] == 'T') {
      return "GET";
    }
    if (length == 4 && bytes[from] == 'P' && bytes[from + 1] == 'O' && bytes[from + 2] == 'S') {
      return bytes[from + 3] == 'T' ? "POST" : text(bytes, from, to);
    }
    return text(bytes, from, to);
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static Reading malformed(String message) {
    return new Reading.Refused(ErrorCode.BAD_REQUEST, message);
  }
}
