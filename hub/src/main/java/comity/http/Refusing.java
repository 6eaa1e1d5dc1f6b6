package comity.http;

import comity.messages.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Turns away a connection that is one too many, without a thread and without waiting. */
final class Refusing {
  private static final byte[] ANSWER = answer();

  private Refusing() {}

  private static byte[] answer() {
    byte[] body =
        Gate.refuse(ErrorCode.UNAVAILABLE, "Too many connections; try again later.").body();
    String head =
        """
        HTTP/1.1 503 Service Unavailable\r
        Content-Type: application/json\r
        Content-Length: %d\r
        Retry-After: 1\r
        Connection: close\r
        \r
        """
            .formatted(body.length);
    byte[] first = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    return all;
  }

  /**
   * Says so and closes. What the client has sent by now is read, so that closing does not reset the
   * connection under the answer; what it sends later may.
   */
  static void refuse(SocketChannel channel) {
    try (channel) {
      channel.configureBlocking(false);
      channel.write(ByteBuffer.wrap(ANSWER));
      channel.shutdownOutput();
      channel.read(ByteBuffer.allocate(8_192));
    } catch (IOException gone) {
      // It is turned away either way.
    }
  }
}
