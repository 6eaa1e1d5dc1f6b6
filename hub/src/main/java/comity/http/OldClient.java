package comity.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Lets an HTTP/1.0 client be served by a library that reads only HTTP/1.1: its head is rewritten to
 * say the same in HTTP/1.1, for one request, after which the connection ends as HTTP/1.0 has it.
 */
final class OldClient {
  /** Stands where the client named no host. RFC 2606 keeps it from ever being one. */
  static final String NO_HOST = "none.invalid";

  private static final byte[] VERSION = " HTTP/1.0\r\n".getBytes(StandardCharsets.US_ASCII);

  /** HTTP/1.0 knows no interim answer, so nobody may wait for one. */
  private static final Pattern EXPECT = Pattern.compile("(?im)^expect:[^\\r\\n]*\\r\\n");

  private OldClient() {}

  /** A head in the words of HTTP/1.1; {@code hostless} where {@link #NO_HOST} was put in. */
  record Rewritten(byte[] bytes, boolean hostless) {}

  /** Whether the first line is one of HTTP/1.0. */
  static boolean speaks(byte[] bytes) {
    int line = 0;
    while (line < bytes.length && bytes[line] != '\n') {
      line++;
    }
    int from = line + 1 - VERSION.length;
    if (line == bytes.length || from < 0) {
      return false;
    }
    for (int i = 0; i < VERSION.length; i++) {
      if (bytes[from + i] != VERSION[i]) {
        return false;
      }
    }
    return true;
  }

  /** Rewrites the head of an old client; what follows it stays. */
  static Rewritten rewrite(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int line = text.indexOf('\n') + 1;
    int end = text.indexOf("\r\n\r\n", line - 2);
    String headers = end < 0 ? text.substring(line) : text.substring(line, end + 2);
    boolean hostless = !("\n" + headers).toLowerCase(Locale.ROOT).contains("\nhost:");
    String rewritten =
        text.substring(0, line - VERSION.length)
            + " HTTP/1.1\r\nConnection: close\r\n"
            + (hostless ? "Host: " + NO_HOST + "\r\n" : "")
            + EXPECT.matcher(headers).replaceAll("")
            + text.substring(line + headers.length());
    return new Rewritten(rewritten.getBytes(StandardCharsets.ISO_8859_1), hostless);
  }
}
