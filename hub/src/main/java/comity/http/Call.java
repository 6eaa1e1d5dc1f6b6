package comity.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** One request and its answer on a {@link Wire}. */
final class Call {
  /** Interim answers (1xx) that are passed over; servers send one or two. */
  private static final int MAX_INTERIM = 8;

  private final Wire wire;
  private final Memory memory;
  private final OutgoingRequest request;
  private boolean reusable;
  private boolean heard;

  Call(Wire wire, Memory memory, OutgoingRequest request) {
    this.wire = wire;
    this.memory = memory;
    this.request = request;
  }

  /** Whether the connection can carry another request. */
  boolean reusable() {
    return reusable;
  }

  /** Whether any byte of an answer came. */
  boolean heard() {
    return heard;
  }

  /**
   * Asks, and reads the answer.
   *
   * @throws IOException when the connection breaks or is cut before the answer's head is there
   */
  Exchanged exchange() throws IOException {
    try {
      send();
    } catch (IOException e) {
      // A server may refuse and close before it has read everything: its answer is what counts.
      if (wire.deadline().expired()) {
        throw e;
      }
      try {
        return receive();
      } catch (IOException noAnswer) {
        throw e;
      }
    }
    return receive();
  }

  private void send() throws IOException {
    StringBuilder head = new StringBuilder(256);
    String path = request.uri().getRawPath();
    String query = request.uri().getRawQuery();
    head.append(request.method()).append(' ').append(path.isEmpty() ? "/" : path);
    if (query != null) {
      head.append('?').append(query);
    }
    head.append(" HTTP/1.1\r\nHost: ").append(wire.endpoint().authority());
    head.append("\r\nAccept-Encoding: identity\r\n");
    for (Header header : request.headers()) {
      head.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    byte[] body = request.body();
    boolean usual = request.method().equals("GET") || request.method().equals("HEAD");
    if (body.length > 0 || !usual) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    OutputStream out = wire.out();
    if (body.length <= Input.USUAL) {
      byte[] all = Arrays.copyOf(first, first.length + body.length);
      System.arraycopy(body, 0, all, first.length, body.length);
      out.write(all);
    } else {
      out.write(first);
      out.write(body);
    }
    out.flush();
  }

  private Exchanged receive() throws IOException {
    for (int interim = 0; interim <= MAX_INTERIM; interim++) {
      switch (head()) {
        case AnswerHead.Reading.Malformed(String reason) -> {
          return new Exchanged.Failed("the answer has " + reason, false);
        }
        case AnswerHead.Reading.Read(AnswerHead head) -> {
          if (head.status() >= 200) {
            return body(head);
          }
          if (head.status() == 101) {
            return new Exchanged.Failed("the server switched to another protocol", false);
          }
        }
      }
    }
    return new Exchanged.Failed("the server sends interim answers only", false);
  }

  private AnswerHead.Reading head() throws IOException {
    Input input = wire.input();
    int scanned = 0;
    while (true) {
      int from = input.from();
      int end = RequestHead.end(input.bytes(), from, from + scanned, input.to());
      if (end >= 0) {
        AnswerHead.Reading reading = AnswerHead.read(input.bytes(), from, end);
        input.skip(end - from);
        return reading;
      }
      scanned = input.available();
      if (scanned > AnswerHead.MAX_HEAD) {
        return new AnswerHead.Reading.Malformed("headers without end");
      }
      if (!input.fill()) {
        throw new IOException("the server closed the connection without an answer");
      }
      heard = true;
    }
  }

  private Exchanged body(AnswerHead head) throws IOException {
    Headers headers = head.headers();
    boolean bodiless =
        request.method().equals("HEAD") || head.status() == 204 || head.status() == 304;
    Framing framing = bodiless ? Framing.NONE : Framing.ofAnswer(headers);
    Entity entity = new Entity(wire.input(), framing, wire.deadline(), memory, () -> Deadline.NONE);
    try {
      return switch (entity.read(request.maxAnswerBytes())) {
        case Body.Read(byte[] bytes) -> {
          reusable =
              head.minor() > 0
                  && !(framing instanceof Framing.UntilEnd)
                  && !(headers.has("Transfer-Encoding") && headers.has("Content-Length"))
                  && !headers.hasToken("Connection", "close");
          yield unpacked(head, bytes);
        }
        case Body.TooLarge(long limit) ->
            new Exchanged.Failed("the answer is over " + limit + " bytes", false);
        case Body.TooSlow _ -> throw new IOException("the answer took too long");
        case Body.CutOff _ -> new Exchanged.Failed("the answer was cut off", true);
        case Body.Malformed(String reason) ->
            new Exchanged.Failed("the answer has " + reason, false);
        case Body.Busy _ -> new Exchanged.Failed("too many large answers at one time", true);
      };
    } finally {
      entity.release();
    }
  }

  /** Some servers pack what was asked for unpacked. No more is unpacked than may come at all. */
  private Exchanged unpacked(AnswerHead head, byte[] bytes) {
    String coding = head.headers().first("Content-Encoding").orElse("identity");
    if (bytes.length == 0 || coding.equalsIgnoreCase("identity")) {
      return new Exchanged.Answered(head.status(), head.headers(), bytes);
    }
    if (!coding.equalsIgnoreCase("gzip")) {
      return new Exchanged.Failed("the answer is packed as " + coding, false);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPInputStream packed = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      byte[] part = new byte[Input.USUAL];
      for (int count = packed.read(part); count >= 0; count = packed.read(part)) {
        if (out.size() + count > request.maxAnswerBytes()) {
          return new Exchanged.Failed(
              "the answer is over " + request.maxAnswerBytes() + " bytes when unpacked", false);
        }
        out.write(part, 0, count);
      }
    } catch (IOException broken) {
      return new Exchanged.Failed("the packed answer is broken", false);
    }
    return new Exchanged.Answered(head.status(), head.headers(), out.toByteArray());
  }
}
