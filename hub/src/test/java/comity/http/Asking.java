package comity.http;

import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What tests ask of a {@link Stub}, and what came of it in one line. */
final class Asking {
  static final Duration LONG = Duration.ofSeconds(20);
  static final Duration SHORT = Duration.ofMillis(400);
  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  static final AddressRule LOCAL = AddressRule.allowing("127.0.0.1");

  private Asking() {}

  static OutgoingRequest get(String url, Duration total) {
    return OutgoingRequest.get(URI.create(url), 1_000, total, total);
  }

  static String at(Stub stub) {
    return "http://127.0.0.1:" + stub.port();
  }

  static Exchanged ask(Outgoing outgoing, Stub stub) {
    return outgoing.exchange(get(at(stub) + "/x?y=1", LONG), LOCAL);
  }

  static String text(Exchanged exchanged) {
    return switch (exchanged) {
      case Exchanged.Answered(int status, Headers _, byte[] body) ->
          status + " " + new String(body, StandardCharsets.UTF_8);
      case Exchanged.Refused(String reason) -> "refused: " + reason;
      case Exchanged.Failed(String reason, boolean retryable) ->
          (retryable ? "failed: " : "failed for good: ") + reason;
    };
  }
}
