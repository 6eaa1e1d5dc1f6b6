package comity.http;

import comity.messages.ErrorCode;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpPrologue;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** One request and its answer, between Helidon and {@link Gate}. */
final class Exchange {
  /** Helidon takes a line that begins with its colon. */
  private static final HeaderName NAMELESS = HeaderNames.create("");

  private final Connection connection;
  private final Wire wire;
  private final Gate gate;
  private final RoutingRequest asked;
  private final RoutingResponse response;
  private final ServerRequestHeaders headers;
  private final Entity entity;

  Exchange(Connection connection, Gate gate, RoutingRequest asked, RoutingResponse response) {
    this.connection = connection;
    this.gate = gate;
    this.asked = asked;
    this.response = response;
    wire = connection.wire();
    headers = asked.headers();
    entity = new Entity(asked, wire);
  }

  void answer() {
    HttpPrologue prologue = asked.prologue();
    String method = prologue.method().text();
    switch (HostAndTarget.of(prologue, headers, wire)) {
      case HostAndTarget.Refused(var code, String reason) -> {
        connection.last();
        write(Gate.refuse(code, reason), false, true);
      }
      case HostAndTarget.Read(var host, var target) -> {
        Request request =
            new Request(
                method,
                new Headers(headers),
                target,
                host,
                connection.remote(),
                entity,
                connection.server().settings().bodyCeiling(),
                !wire.oldClient());
        Answer answer = fit(gate.answer(request));
        wire.release();
        boolean finished = entity.finished();
        if (finished) {
          wire.nothingUnread();
        }
        boolean last =
            !finished
                || answer instanceof Answer.Streaming
                || headers.containsToken(HeaderValues.CONNECTION_CLOSE)
                || connection.server().stopping();
        if (last) {
          connection.last();
        }
        write(answer, method.equals("HEAD"), last);
      }
    }
  }

  /** HTTP/1.0 has no way to tell a stream's end from a break. */
  private Answer fit(Answer answer) {
    return answer instanceof Answer.Streaming && wire.oldClient()
        ? Gate.refuse(ErrorCode.BAD_REQUEST, "A stream is answered in HTTP/1.1 only.")
        : answer;
  }

  private void write(Answer answer, boolean headOnly, boolean last) {
    try {
      head(answer, last);
      switch (answer) {
        case Answer.Whole whole when headOnly -> {
          response.headers().contentLength(whole.body().length);
          response.send();
        }
        case Answer.Whole whole -> response.send(whole.body());
        case Answer.Streaming _ when headOnly -> response.send();
        case Answer.Streaming streaming -> stream(streaming);
      }
    } catch (CloseConnectionException ending) {
      throw ending;
    } catch (RuntimeException gone) { // nobody is there to take it
      throw new CloseConnectionException("the answer could not be written", gone);
    }
  }

  private void head(Answer answer, boolean last) {
    response.status(Status.create(answer.status()));
    String type =
        switch (answer) {
          case Answer.Whole whole -> whole.contentType();
          case Answer.Streaming streaming -> streaming.contentType();
        };
    if (type.equals(Answer.JSON)) {
      response.header(HeaderValues.CONTENT_TYPE_JSON);
    } else if (!type.isEmpty()) {
      response.header(HeaderNames.CONTENT_TYPE, type);
    }
    for (Header header : answer.headers()) {
      response.headers().add(HeaderValues.create(header.name(), header.value()));
    }
    if (last) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
  }

  private void stream(Answer.Streaming answer) {
    OutputStream out = response.outputStream();
    Stream stream =
        new Stream(part -> {
          try {
            out.write(part);
            out.flush();
          } catch (CloseConnectionException gone) {
            throw new IOException("the client does not take it", gone);
          }
        });
    try {
      connection.stream(
          stream,
          () -> {
            answer.producer().produce(stream);
            if (!stream.gone()) {
              out.close();
              response.commit();
            }
          });
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (IOException | CloseConnectionException gone) {
      // as below: there is no next request
    } catch (Throwable fault) { // the head is sent: all that can be said is that it is not whole
      var _ = gate.fault(asked.prologue().method().text() + " " + asked.path(), fault);
    }
    throw new CloseConnectionException("the stream has ended");
  }

  /** Which host and what of it a request is about. */
  sealed interface HostAndTarget {
    record Read(@Nullable Authority host, Target target) implements HostAndTarget {}

    record Refused(ErrorCode code, String reason) implements HostAndTarget {}

    static HostAndTarget of(HttpPrologue prologue, ServerRequestHeaders headers, Wire wire) {
      if (new Headers(headers).tooMany()) {
        return new Refused(
            ErrorCode.HEADERS_TOO_LARGE, "There are over " + Headers.MAX_FIELDS + " headers.");
      }
      if (headers.contains(NAMELESS)) {
        return bad("A header has no name.");
      }
      if (!headers.contains(HeaderNames.HOST)
          || headers.get(HeaderNames.HOST).allValues().size() != 1) {
        return bad("The request must have one Host header.");
      }
      Authority host = Authority.read(headers.get(HeaderNames.HOST).get()).orElse(null);
      if (host == null) {
        return bad("Host is no host.");
      }
      if (wire.oldClient() && headers.contains(HeaderNames.TRANSFER_ENCODING)) {
        return bad("HTTP/1.0 has no Transfer-Encoding.");
      }
      Authority named = wire.hostless() ? null : host;
      if (prologue.fragment().hasValue()) {
        return bad("The request target has a fragment.");
      }
      String path = prologue.uriPath().rawPath();
      String query = prologue.query().isEmpty() ? "" : "?" + prologue.query().rawValue();
      if (path.equals("*") && prologue.method().text().equals("OPTIONS")) {
        return new Read(named, Target.SERVER);
      }
      return switch (Target.read(path + query)) {
        case Target.Reading.Malformed(String reason) -> bad(reason);
        case Target.Reading.Read(Target target) ->
            target.authority() == null || target.authority().equals(named)
                ? new Read(named, target)
                : bad("The request target and Host name different hosts.");
      };
    }

    private static Refused bad(String reason) {
      return new Refused(ErrorCode.BAD_REQUEST, reason);
    }
  }
}
