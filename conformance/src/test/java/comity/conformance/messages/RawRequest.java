package comity.conformance.messages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Requests byte for byte, where a client would mend or refuse them.
 *
 * @param source the address that they come from
 */
record RawRequest(int port, InetAddress source) {
  private static final int TIMEOUT_MILLIS = 30_000;

  /** What came back. */
  record Answer(int status, String head, String body) {
    /** The value of a header, or an assertion. */
    String header(String name) {
      return head.lines()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElseThrow(() -> new AssertionError("no " + name + ": " + head));
    }
  }

  static RawRequest to(int port) {
    return new RawRequest(port, InetAddress.getLoopbackAddress());
  }

  /** As from another machine, as far as loopback has more than one address. */
  RawRequest from(String address) {
    return new RawRequest(port, InetAddress.ofLiteral(address));
  }

  /** A POST of JSON; {@code headers} replace {@code Host} where they have one. */
  Answer post(String path, List<String> headers, byte[] body) throws IOException {
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\n");
    head.append("Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n");
    return send(end(head, headers), body);
  }

  Answer get(String path, List<String> headers) throws IOException {
    return send(end(new StringBuilder("GET " + path + " HTTP/1.1\r\n"), headers), new byte[0]);
  }

  private String end(StringBuilder head, List<String> headers) {
    if (headers.stream().noneMatch(header -> header.startsWith("Host:"))) {
      head.append("Host: 127.0.0.1:" + port + "\r\n");
    }
    headers.forEach(header -> head.append(header).append("\r\n"));
    return head.append("Connection: close\r\n\r\n").toString();
  }

  private Answer send(String head, byte[] body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, source, 0)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
      all.writeBytes(body);
      OutputStream out = socket.getOutputStream();
      out.write(all.toByteArray());
      out.flush();
      String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = text.indexOf("\r\n\r\n");
      return new Answer(
          Integer.parseInt(text.substring(9, 12)), text.substring(0, end), text.substring(end + 4));
    }
  }
}
