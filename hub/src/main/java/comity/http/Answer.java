package comity.http;

import comity.json.Json;
import comity.json.JsonObject;
import comity.messages.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a handler says. Content-Length, Date and Connection are the server's own. */
public sealed interface Answer {
  String JSON = "application/json";

  int status();

  List<Header> headers();

  /** A copy with one more header. */
  Answer withHeader(String name, String value);

  /**
   * An answer that is there as a whole.
   *
   * @param contentType empty where there is no body
   * @param body must not be changed afterwards
   */
  record Whole(int status, List<Header> headers, String contentType, byte[] body)
      implements Answer {
    public Whole {
      check(status, contentType);
      headers = List.copyOf(headers);
    }

    @Override
    public Whole withHeader(String name, String value) {
      return new Whole(status, and(headers, name, value), contentType, body);
    }
  }

  /**
   * An answer that is written while it comes about, such as Server-Sent Events. The connection is
   * closed after it.
   */
  record Streaming(int status, List<Header> headers, String contentType, Producer producer)
      implements Answer {
    public Streaming {
      check(status, contentType);
      headers = List.copyOf(headers);
    }

    @Override
    public Streaming withHeader(String name, String value) {
      return new Streaming(status, and(headers, name, value), contentType, producer);
    }
  }

  /** Writes a streaming answer, on the connection's virtual thread; it ends when this returns. */
  @FunctionalInterface
  interface Producer {
    /** Anything thrown is logged, and the client sees the answer cut off. */
    void produce(Stream stream) throws Exception;
  }

  /** 200 with this object. */
  static Whole json(JsonObject body) {
    return json(200, body);
  }

  /** This object with that status. */
  static Whole json(int status, JsonObject body) {
    return new Whole(status, List.of(), JSON, Json.write(body));
  }

  /** The error object of MSG-15 with its status. */
  static Whole refusal(Refusal refusal) {
    return json(refusal.code().status(), refusal.toJson());
  }

  /** A text in UTF-8. */
  static Whole text(int status, String contentType, String body) {
    return new Whole(status, List.of(), contentType, body.getBytes(StandardCharsets.UTF_8));
  }

  /** A status without a body, such as 204 and 304. */
  static Whole empty(int status) {
    return new Whole(status, List.of(), "", new byte[0]);
  }

  private static void check(int status, String contentType) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status " + status);
    }
    if (!contentType.isEmpty() && !contentType.equals(JSON)) {
      var _ = new Header("Content-Type", contentType);
    }
  }

  private static List<Header> and(List<Header> headers, String name, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return more;
  }
}
