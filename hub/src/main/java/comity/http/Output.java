package comity.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/** Writes answers to a connection. Each write is one call to the system where it fits. */
final class Output {
  /**
   * A body up to here is copied behind its head; above, copying costs more than a second buffer.
   */
  private static final int COPIED = 16_384;

  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] JSON = ascii("Content-Type: application/json\r\nContent-Length: ");
  private static final byte[] LENGTH = ascii("Content-Length: ");
  private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
  private static final byte[] CLOSE = ascii("Connection: close\r\n");
  private static final byte[] KEEP = ascii("Connection: keep-alive\r\n");
  private static final byte[] END = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  /** How the connection goes on after an answer. */
  enum After {
    /** As HTTP/1.1 has it without saying so. */
    NEXT,
    /** As an HTTP/1.0 client asked; it must be told. */
    NEXT_IF_TOLD,
    CLOSE
  }

  private final SocketChannel channel;
  private byte[] bytes = new byte[1_024];
  private int length;

  Output(SocketChannel channel) {
    this.channel = channel;
  }

  void goOn() throws IOException {
    write(ByteBuffer.wrap(CONTINUE));
  }

  /** The answer; without its body where the request was a HEAD. */
  void whole(Answer.Whole answer, After after, boolean head) throws IOException {
    begin(answer.status());
    byte[] body = answer.body();
    boolean bodiless = answer.status() == 204 || answer.status() == 304;
    if (!bodiless) {
      if (answer.contentType().equals(Answer.JSON)) {
        put(JSON);
      } else {
        contentType(answer.contentType());
        put(LENGTH);
      }
      put(Integer.toString(body.length));
      put(END);
    }
    headers(answer, after);
    if (head || bodiless || body.length == 0) {
      write(ByteBuffer.wrap(bytes, 0, length));
    } else if (body.length <= COPIED) {
      put(body);
      write(ByteBuffer.wrap(bytes, 0, length));
    } else {
      write(ByteBuffer.wrap(bytes, 0, length), ByteBuffer.wrap(body));
    }
    if (bytes.length > COPIED) {
      bytes = new byte[1_024];
    }
  }

  void streamHead(Answer.Streaming answer, boolean chunked) throws IOException {
    begin(answer.status());
    contentType(answer.contentType());
    if (chunked) {
      put(CHUNKED);
    }
    headers(answer, After.CLOSE);
    write(ByteBuffer.wrap(bytes, 0, length));
  }

  /** A part of a stream, at once. */
  void part(byte[] part, boolean chunked) throws IOException {
    if (!chunked) {
      write(ByteBuffer.wrap(part));
      return;
    }
    ByteBuffer size = ByteBuffer.wrap(ascii(Integer.toHexString(part.length) + "\r\n"));
    write(size, ByteBuffer.wrap(part), ByteBuffer.wrap(END));
  }

  void lastChunk() throws IOException {
    write(ByteBuffer.wrap(LAST_CHUNK));
  }

  private void begin(int status) {
    length = 0;
    put(StatusLine.of(status));
    put(DateLine.now());
  }

  private void contentType(String type) {
    if (!type.isEmpty()) {
      put("Content-Type: ");
      put(type);
      put(END);
    }
  }

  private void headers(Answer answer, After after) {
    for (Header header : answer.headers()) {
      put(header.name());
      put(": ");
      put(header.value());
      put(END);
    }
    switch (after) {
      case NEXT -> {}
      case NEXT_IF_TOLD -> put(KEEP);
      case CLOSE -> put(CLOSE);
    }
    put(END);
  }

  private void put(byte[] some) {
    room(some.length);
    System.arraycopy(some, 0, bytes, length, some.length);
    length += some.length;
  }

  private void put(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private void write(ByteBuffer... buffers) throws IOException {
    ByteBuffer last = buffers[buffers.length - 1];
    while (last.hasRemaining()) {
      channel.write(buffers);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The first line of an answer; built once for each status that is used. */
  private static final class StatusLine {
    private static final byte[][] LINES = new byte[600][];

    private static byte[] of(int status) {
      byte[] line = LINES[status];
      if (line == null) {
        line = ascii("HTTP/1.1 " + status + " " + reason(status) + "\r\n");
        LINES[status] = line;
      }
      return line;
    }

    /** For people who look at bytes; programs read the number. */
    private static String reason(int status) {
      return switch (status) {
        case 200 -> "OK";
        case 201 -> "Created";
        case 202 -> "Accepted";
        case 204 -> "No Content";
        case 302 -> "Found";
        case 303 -> "See Other";
        case 304 -> "Not Modified";
        case 400 -> "Bad Request";
        case 401 -> "Unauthorized";
        case 403 -> "Forbidden";
        case 404 -> "Not Found";
        case 405 -> "Method Not Allowed";
        case 406 -> "Not Acceptable";
        case 408 -> "Request Timeout";
        case 409 -> "Conflict";
        case 413 -> "Content Too Large";
        case 414 -> "URI Too Long";
        case 415 -> "Unsupported Media Type";
        case 417 -> "Expectation Failed";
        case 429 -> "Too Many Requests";
        case 431 -> "Request Header Fields Too Large";
        case 500 -> "Internal Server Error";
        case 503 -> "Service Unavailable";
        default -> "";
      };
    }
  }

  /** The Date header; written anew once a second. */
  private record DateLine(long second, byte[] bytes) {
    private static final DateTimeFormatter IMF =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static volatile DateLine last = new DateLine(-1, new byte[0]);

    private static byte[] now() {
      long second = System.currentTimeMillis() / 1_000;
      DateLine known = last;
      if (known.second != second) {
        String date = IMF.format(Instant.ofEpochSecond(second));
        known = new DateLine(second, ascii("Date: " + date + "\r\n"));
        last = known;
      }
      return known.bytes;
    }
  }
}
