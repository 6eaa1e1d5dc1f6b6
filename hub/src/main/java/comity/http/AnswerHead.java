package comity.http;

import java.util.Arrays;

/** A status line and its headers (RFC 9112), of somebody else's answer. */
record AnswerHead(int status, int minor, Headers headers) {
  /** Servers send more than clients do: cookies and policies; each call may hold this much. */
  static final int MAX_HEAD = 32_768;

  /** What came of reading a head. */
  sealed interface Reading {
    record Read(AnswerHead head) implements Reading {}

    record Malformed(String reason) implements Reading {}
  }

  /** Reads the head in {@code bytes[from, end)}, where {@code end} is after the empty line. */
  static Reading read(byte[] bytes, int from, int end) {
    int line = from;
    while (line < end && bytes[line] != '\r' && bytes[line] != '\n') {
      line++;
    }
    boolean status =
        line - from >= 12
            && bytes[from] == 'H'
            && bytes[from + 1] == 'T'
            && bytes[from + 2] == 'T'
            && bytes[from + 3] == 'P'
            && bytes[from + 4] == '/'
            && bytes[from + 5] == '1'
            && bytes[from + 6] == '.'
            && Ascii.isDigit(bytes[from + 7])
            && bytes[from + 8] == ' '
            && bytes[from + 9] >= '1'
            && bytes[from + 9] <= '5'
            && Ascii.isDigit(bytes[from + 10])
            && Ascii.isDigit(bytes[from + 11])
            && (line - from == 12 || bytes[from + 12] == ' ');
    if (!status || bytes[line] != '\r') {
      return new Reading.Malformed("no status line of HTTP/1.1");
    }
    int code =
        (bytes[from + 9] - '0') * 100 + (bytes[from + 10] - '0') * 10 + bytes[from + 11] - '0';
    byte[] own = Arrays.copyOfRange(bytes, line + 2, end - 2);
    return switch (Headers.read(own, 0, own.length)) {
      case Headers.Reading.Read(Headers headers) ->
          new Reading.Read(new AnswerHead(code, Math.min(bytes[from + 7] - '0', 1), headers));
      case Headers.Reading.TooMany _ -> new Reading.Malformed("too many headers");
      case Headers.Reading.Malformed(String reason) -> new Reading.Malformed(reason);
    };
  }
}
