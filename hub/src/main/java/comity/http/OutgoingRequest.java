package comity.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A request to somebody else's server.
 *
 * @param headers without those that the client writes itself: Host, Content-Length, Connection,
 *     Accept-Encoding and the like
 * @param body empty for none
 * @param maxAnswerBytes of the answer's body, unpacked
 * @param connect to look the name up, connect, and agree on TLS
 * @param total from start to the last byte of the answer, redirects included
 */
public record OutgoingRequest(
    String method,
    URI uri,
    List<Header> headers,
    byte[] body,
    long maxAnswerBytes,
    Duration connect,
    Duration total) {

  private static final Set<String> OWN =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "expect",
          "te",
          "trailer",
          "upgrade",
          "accept-encoding");

  public OutgoingRequest {
    if (method.isEmpty() || !method.chars().allMatch(Ascii::isToken)) {
      throw new IllegalArgumentException("method " + method);
    }
    headers = List.copyOf(headers);
    for (Header header : headers) {
      if (OWN.contains(header.name().toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("the client writes " + header.name() + " itself");
      }
    }
  }

  /** A GET without headers. */
  public static OutgoingRequest get(
      URI uri, long maxAnswerBytes, Duration connect, Duration total) {
    return new OutgoingRequest("GET", uri, List.of(), new byte[0], maxAnswerBytes, connect, total);
  }

  OutgoingRequest redirected(URI to, List<Header> kept) {
    return new OutgoingRequest(method, to, kept, body, maxAnswerBytes, connect, total);
  }
}
