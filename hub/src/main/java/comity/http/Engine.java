package comity.http;

import comity.messages.ErrorCode;
import io.helidon.common.context.Context;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.Routing;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpSecurity;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Helidon's HTTP/1.1: reads requests from and writes answers to connections that are ours, and
 * hands each request to its connection. Its own listener is not used: one accept that fails, as for
 * want of descriptors, ends it for good.
 */
final class Engine implements ListenerContext, HttpRouting, Router {
  /** What every browser stays under; longer paths and queries carry data that belongs in a body. */
  static final int MAX_LINE = 8_192;

  /** Enough for a big cookie and a token; each open connection may hold this much. */
  static final int MAX_HEADERS = 16_384;

  private final ListenerConfig config;
  private final Http1ConnectionSelector selector;
  private final Context context = Context.create();
  private final MediaContext media =
      MediaContext.builder().mediaSupportsDiscoverServices(false).registerDefaults(false).build();
  private final ContentEncodingContext encodings = new AnyEncoding();
  private final DirectHandlers refusals;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpSecurity security = HttpSecurity.create();

  Engine(HttpSettings settings) {
    config =
        ListenerConfig.builder()
            .protocolsDiscoverServices(false)
            .maxPayloadSize(settings.bodyCeiling())
            .writeBufferSize(0)
            .errorHandling(ErrorHandling.builder().includeEntity(true).build())
            .buildPrototype();
    selector =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .maxPrologueLength(MAX_LINE)
                    .maxHeadersSize(MAX_HEADERS)
                    .sendKeepAliveHeader(false)
                    .buildPrototype())
            .build();
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, this::refuse);
    }
    refusals = handlers.build();
  }

  /** Speaks HTTP/1.1 on that connection, once it is told to handle. */
  ServerConnection on(Connection connection) {
    return selector.connection(connection);
  }

  @Override
  public void route(ConnectionContext ctx, RoutingRequest request, RoutingResponse response) {
    ((Connection) ctx).answer(request, response);
  }

  /**
   * The error object for what Helidon refuses by itself. Where it stumbles instead (500) it was
   * over the client's bytes: a handler's failure never gets here.
   */
  private TransportResponse refuse(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    String said = message == null ? "" : message;
    Answer.Whole answer =
        switch (status.code()) {
          case 408 -> Gate.refuse(ErrorCode.REQUEST_TIMEOUT, said);
          case 413 -> Gate.refuse(ErrorCode.MESSAGE_TOO_LARGE, "The body is too large.");
          case 414 ->
              Gate.refuse(
                  ErrorCode.URI_TOO_LONG, "The request line is over " + MAX_LINE + " bytes.");
          case 431 ->
              Gate.refuse(
                  ErrorCode.HEADERS_TOO_LARGE,
                  "There are over " + Headers.MAX_FIELDS + " headers.");
          case 505 ->
              Gate.refuse(ErrorCode.BAD_REQUEST, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
          default ->
              said.equals("Header size exceeded")
                  ? Gate.refuse(
                      ErrorCode.HEADERS_TOO_LARGE,
                      "The headers are over " + MAX_HEADERS + " bytes.")
                  : Gate.refuse(ErrorCode.BAD_REQUEST, "The request is malformed.");
        };
    return TransportResponse.builder()
        .status(Status.create(answer.status()))
        .headers(headers)
        .header(HeaderValues.CONTENT_TYPE_JSON)
        .keepAlive(false)
        .entity(answer.body())
        .build();
  }

  @Override
  public Context context() {
    return context;
  }

  @Override
  public MediaContext mediaContext() {
    return media;
  }

  @Override
  public ContentEncodingContext contentEncodingContext() {
    return encodings;
  }

  @Override
  public DirectHandlers directHandlers() {
    return refusals;
  }

  @Override
  public ListenerConfig config() {
    return config;
  }

  @Override
  public ExecutorService executor() {
    return executor;
  }

  @Override
  public HttpSecurity security() {
    return security;
  }

  @Override
  public <T extends Routing> T routing(Class<T> type, T otherwise) {
    return type.isInstance(this) ? type.cast(this) : otherwise;
  }

  @Override
  public List<? extends Routing> routings() {
    return List.of(this);
  }

  @Override
  public void beforeStart() {}

  @Override
  public void afterStart(WebServer none) {}

  @Override
  public void afterStop() {}

  /** Lets an encoded body through as it is: {@link Gate} refuses it, with the right status. */
  private static final class AnyEncoding implements ContentEncodingContext {
    @Override
    public boolean contentEncodingEnabled() {
      return false;
    }

    @Override
    public boolean contentDecodingEnabled() {
      return true;
    }

    @Override
    public boolean contentEncodingSupported(String id) {
      return false;
    }

    @Override
    public boolean contentDecodingSupported(String id) {
      return true;
    }

    @Override
    public ContentEncoder encoder(String id) {
      return ContentEncoder.NO_OP;
    }

    @Override
    public ContentDecoder decoder(String id) {
      return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder(io.helidon.http.Headers headers) {
      return ContentEncoder.NO_OP;
    }

    @Override
    public ContentEncodingContextConfig prototype() {
      return ContentEncodingContextConfig.create();
    }
  }
}
