package comity.http;

import comity.messages.ErrorCode;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Turns away a connection that is one too many, without reading from it. */
record Refusing(HelidonSocket socket) implements ServerConnection {
  static final byte[] TOO_MANY =
      answer(
          "503 Service Unavailable",
          Gate.refuse(ErrorCode.UNAVAILABLE, "Too many connections; try again later."));

  static final byte[] TOO_SLOW =
      answer(
          "408 Request Timeout",
          Gate.refuse(ErrorCode.REQUEST_TIMEOUT, "The request came too slowly."));

  private static byte[] answer(String status, Answer.Whole answer) {
    String head =
        """
        HTTP/1.1 %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        Retry-After: 1\r
        Connection: close\r
        \r
        """
            .formatted(status, answer.body().length);
    byte[] first = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[first.length + answer.body().length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(answer.body(), 0, all, first.length, answer.body().length);
    return all;
  }

  @Override
  public void handle(Limit limit) {
    try {
      socket.write(BufferData.create(TOO_MANY));
    } catch (UncheckedIOException gone) {
      // It is turned away either way.
    }
  }

  @Override
  public Duration idleTime() {
    return Duration.ZERO;
  }

  @Override
  public void close(boolean interrupt) {}
}
