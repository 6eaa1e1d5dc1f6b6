package comity.http;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A client that sends whatever bytes a test wants and reads answers strictly. */
final class RawClient implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
    socket.setSoTimeout(10_000);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  record Reply(int status, List<String> headers, byte[] body) {
    Optional<String> header(String name) {
      String prefix = name.toLowerCase(Locale.ROOT) + ": ";
      return headers.stream()
          .filter(h -> h.toLowerCase(Locale.ROOT).startsWith(prefix))
          .map(h -> h.substring(prefix.length()))
          .findFirst();
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    JsonObject json() {
      if (Json.read(body) instanceof JsonReading.Read(JsonObject object)) {
        return object;
      }
      throw new AssertionError("no JSON object: " + text());
    }
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  RawClient sendEnd() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  void timeout(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** Whether there is something to read, or the end; waits as long as the timeout says. */
  boolean readable() throws IOException {
    in.mark(1);
    try {
      in.read();
      in.reset();
      return true;
    } catch (SocketTimeoutException nothing) {
      return false;
    }
  }

  /** Waits for a byte, and leaves it there. */
  void peek() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      throw new IOException("ended");
    }
    in.reset();
  }

  /** Sends the same again and again, reading nothing, until the server ends the connection. */
  void sendUntilEnd(String text) {
    try {
      while (true) {
        send(text);
      }
    } catch (IOException ended) {
      // as it should
    }
  }

  /** The lines of the next answer's head. */
  List<String> head() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      lines.add(line);
    }
    return lines;
  }

  Reply reply() throws IOException {
    return reply(false);
  }

  /** The next answer; {@code head}: to a HEAD request, so without a body. */
  Reply reply(boolean head) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new AssertionError("no status line: " + status);
    }
    List<String> headers = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      headers.add(line);
    }
    Reply bare = new Reply(Integer.parseInt(status.substring(9, 12)), headers, new byte[0]);
    if (head || bare.status() < 200 || bare.status() == 204 || bare.status() == 304) {
      return bare;
    }
    return new Reply(bare.status(), headers, body(bare));
  }

  private byte[] body(Reply reply) throws IOException {
    if (reply.header("Transfer-Encoding").isPresent()) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
        all.writeBytes(chunk);
      }
      return all.toByteArray();
    }
    Optional<String> length = reply.header("Content-Length");
    return length.isPresent() ? in.readNBytes(Integer.parseInt(length.get())) : in.readAllBytes();
  }

  byte[] chunk() throws IOException {
    int size = Integer.parseInt(line(), 16);
    byte[] bytes = in.readNBytes(size);
    if (!line().isEmpty()) {
      throw new AssertionError("a chunk that does not end");
    }
    return bytes;
  }

  /** All that comes until the end. */
  String text() throws IOException {
    StringBuilder all = new StringBuilder();
    try {
      for (int c = in.read(); c >= 0; c = in.read()) {
        all.append((char) c);
      }
    } catch (SocketException reset) {
      all.append("(reset)");
    }
    return all.toString();
  }

  /** Whether the server has closed, without another byte. */
  boolean ended() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("ended within a line: " + line);
      }
      line.append((char) c);
    }
    if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
      throw new AssertionError("a bare line end after " + line);
    }
    return line.substring(0, line.length() - 1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
