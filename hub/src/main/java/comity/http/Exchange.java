package comity.http;

import comity.messages.ErrorCode;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpPrologue;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes each of Helidon's requests to the {@link Gate} and its answer back. */
final class Exchange implements Handler {
  private final HttpServer server;
  private final Memory memory;

  Exchange(HttpServer server, Memory memory) {
    this.server = server;
    this.memory = memory;
  }

  @Override
  public void handle(ServerRequest from, ServerResponse to) {
    Connection connection = Connection.CURRENT.get();
    connection.serving();
    Entity entity = new Entity(from.content(), from.headers(), connection, memory);
    Headers headers = new Headers(from.headers());
    String method = from.prologue().method().text();
    try {
      switch (HostAndTarget.of(from.prologue(), headers)) {
        case HostAndTarget.Refused(var code, String reason) -> {
          whole(Gate.refuse(code, reason), to, false, true, connection);
          throw connection.ended(true);
        }
        case HostAndTarget.Read(Authority host, Target target) -> {
          Request request =
              new Request(
                  method,
                  headers,
                  target,
                  host,
                  connection.remote(),
                  entity,
                  server.settings().bodyCeiling());
          answer(request, entity, server.gate().answer(request), to, connection);
        }
      }
    } finally {
      entity.release();
    }
  }

  private void answer(
      Request request, Entity entity, Answer answer, ServerResponse to, Connection connection) {
    boolean head = request.method().equals("HEAD");
    boolean rest = !entity.finished() || (!entity.consumed() && request.headers().has("Expect"));
    switch (answer) {
      case Answer.Whole whole -> {
        boolean close =
            rest || server.stopping() || request.headers().hasToken("Connection", "close");
        whole(whole, to, head, close, connection);
        if (close) {
          throw connection.ended(rest);
        }
        connection.next(entity);
      }
      case Answer.Streaming streaming -> {
        stream(request, streaming, to, head, connection);
        throw connection.ended(true);
      }
    }
  }

  private static void whole(
      Answer.Whole answer, ServerResponse to, boolean head, boolean close, Connection connection) {
    headers(answer, answer.contentType(), to);
    if (close) {
      to.header(HeaderValues.CONNECTION_CLOSE);
    }
    byte[] body = answer.body();
    boolean bodiless = answer.status() == 204 || answer.status() == 304;
    connection.beginWriting(body.length);
    if (bodiless) {
      to.send();
    } else if (head) {
      to.headers().contentLength(body.length);
      to.send();
    } else {
      to.send(body);
    }
    connection.endWriting();
  }

  private static void headers(Answer answer, String contentType, ServerResponse to) {
    to.status(answer.status());
    if (contentType.equals(Answer.JSON)) {
      to.header(HeaderValues.CONTENT_TYPE_JSON);
    } else if (!contentType.isEmpty()) {
      to.header(HeaderNames.CONTENT_TYPE, contentType);
    }
    for (Header header : answer.headers()) {
      to.headers().add(HeaderValues.create(header.name(), header.value()));
    }
  }

  private void stream(
      Request request,
      Answer.Streaming answer,
      ServerResponse to,
      boolean head,
      Connection connection) {
    headers(answer, answer.contentType(), to);
    to.header(HeaderValues.CONNECTION_CLOSE);
    to.header(HeaderValues.TRANSFER_ENCODING_CHUNKED);
    if (head) {
      to.send();
      return;
    }
    OutputStream out = to.outputStream();
    Stream stream = new Stream(part -> part(part, out, connection));
    connection.streaming(stream);
    try {
      answer.producer().produce(stream);
      connection.beginWriting(0);
      out.close();
      ((RoutingResponse) to).commit(); // sends the last chunk
      connection.endWriting();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt(); // the stream is left without its end
    } catch (CloseConnectionException | IOException gone) {
      stream.leave();
    } catch (Throwable fault) { // the head is sent: all that can be said is that it is not whole
      server.gate().fault(request.method() + " " + request.path(), fault);
    }
  }

  private static void part(byte[] part, OutputStream out, Connection connection)
      throws IOException {
    try {
      connection.beginWriting(part.length);
      out.write(part);
      out.flush();
      connection.endWriting();
    } catch (RuntimeException gone) {
      throw new IOException("the client is gone", gone);
    }
  }

  /** Which host and what of it a request is about. */
  private sealed interface HostAndTarget {
    record Read(Authority host, Target target) implements HostAndTarget {}

    record Refused(ErrorCode code, String reason) implements HostAndTarget {}

    static HostAndTarget of(HttpPrologue prologue, Headers headers) {
      if (headers.tooMany()) {
        return new Refused(
            ErrorCode.HEADERS_TOO_LARGE, "There are over " + Headers.MAX_FIELDS + " headers.");
      }
      if (headers.has("")) {
        return bad("A header has no name.");
      }
      List<String> hosts = headers.all("Host");
      if (hosts.size() != 1) {
        return bad("The request must have one Host header.");
      }
      Authority host = Authority.read(hosts.getFirst()).orElse(null);
      if (host == null) {
        return bad("Host is no host.");
      }
      String path = prologue.uriPath().rawPath();
      if (path.equals("*") && prologue.method().text().equals("OPTIONS")) {
        return new Read(host, Target.SERVER);
      }
      String text = prologue.hasQuery() ? path + "?" + prologue.query().rawValue() : path;
      if (prologue.fragment().hasValue() || !text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
        return bad("The request target holds characters that must be percent-encoded.");
      }
      return switch (Target.read(text)) {
        case Target.Reading.Malformed(String reason) -> bad(reason);
        case Target.Reading.Read(Target target) ->
            target.authority() == null || target.authority().equals(host)
                ? new Read(host, target)
                : bad("Host and the request target differ.");
      };
    }

    private static Refused bad(String reason) {
      return new Refused(ErrorCode.BAD_REQUEST, reason);
    }
  }

  /** Helidon's own refusals, of what never reaches a handler, as the error object. */
  static DirectHandlers refusals() {
    DirectHandlers.Builder all = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      all.addHandler(type, Exchange::refusal);
    }
    return all.build();
  }

  /** Also what fails inside Helidon is the request's fault: {@link Gate} answers for handlers. */
  private static DirectHandler.TransportResponse refusal(
      DirectHandler.TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    Answer.Whole answer =
        switch (status.code()) {
          case 413 -> Gate.refuse(ErrorCode.MESSAGE_TOO_LARGE, "The body is over the limit.");
          case 414 -> Gate.refuse(ErrorCode.URI_TOO_LONG, "The request line is too long.");
          case 503 -> Gate.refuse(ErrorCode.UNAVAILABLE, "Too much to do; try again later.");
          default ->
              Connection.CURRENT.get().headBytes() > HttpServer.MAX_HEADERS
                  ? Gate.refuse(ErrorCode.HEADERS_TOO_LARGE, "The headers are too large.")
                  : request.headers().contains(HeaderNames.CONTENT_ENCODING)
                      ? Gate.refuse(
                          ErrorCode.UNSUPPORTED_ENCODING,
                          "The body must come without a Content-Encoding.")
                      : Gate.refuse(
                          ErrorCode.BAD_REQUEST, "The request is not as HTTP/1.1 has it.");
        };
    return DirectHandler.TransportResponse.builder()
        .status(Status.create(answer.status()))
        .headers(headers)
        .header(HeaderValues.CONTENT_TYPE_JSON)
        .keepAlive(false)
        .entity(answer.body())
        .build();
  }
}
