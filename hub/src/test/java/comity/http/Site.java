package comity.http;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A running server with a route of each kind. */
final class Site implements AutoCloseable {
  static final int SMALL = 1_000;

  final Recorded log = new Recorded();
  final HttpServer server;

  /** A request has come to {@code /held}, and stays until it may go. */
  final Semaphore held = new Semaphore(0);

  final Semaphore go = new Semaphore(0);

  Site() throws IOException {
    this(HttpSettings.loopback(0).withBodyCeiling(200_000));
  }

  Site(HttpSettings settings) throws IOException {
    server = HttpServer.start(settings.withAuthorities(() -> Set.of("hub.example")), routes(), log);
  }

  /** Reaches zero when a stream's client has left. */
  final CountDownLatch gone = new CountDownLatch(1);

  private static final Duration SOON = Duration.ofMillis(300);
  private static final Duration LATE = Duration.ofSeconds(30);

  /** Settings with a short time for everything. */
  static HttpSettings hasty() {
    return hasty(HttpSettings.Deadlines.all(SOON));
  }

  /** Settings with a short time for one thing, and enough for the others on a busy machine. */
  static HttpSettings hastyHead() {
    return hasty(new HttpSettings.Deadlines(SOON, LATE, LATE, LATE));
  }

  static HttpSettings hastyBody() {
    return hasty(new HttpSettings.Deadlines(LATE, SOON, LATE, LATE));
  }

  static HttpSettings hastyIdle() {
    return hasty(new HttpSettings.Deadlines(LATE, LATE, SOON, LATE));
  }

  static HttpSettings hastyAnswer() {
    return hasty(new HttpSettings.Deadlines(LATE, LATE, LATE, SOON));
  }

  private static HttpSettings hasty(HttpSettings.Deadlines deadlines) {
    return HttpSettings.loopback(0).withBodyCeiling(200_000).withDeadlines(deadlines);
  }

  RawClient client() throws IOException {
    return new RawClient(server.port());
  }

  /** Waits until so many connections are open. */
  void awaitConnections(int count) {
    long until = System.nanoTime() + 10_000_000_000L;
    while (server.connections() != count) {
      if (System.nanoTime() > until) {
        throw new AssertionError(server.connections() + " connections and not " + count);
      }
      Thread.onSpinWait();
    }
  }

  private Answer held(Request request) throws InterruptedException {
    held.release();
    go.acquire();
    return echo(request);
  }

  private Routes routes() {
    return Routes.of(
        Route.of("GET", "/", _ -> Answer.json(JsonObject.empty().with("at", "root"))),
        Route.of("POST", "/echo", Site::echo),
        Route.of("POST", "/held", this::held),
        Route.of("POST", "/small", r -> echo(r.body(SMALL))),
        Route.of("POST", "/unread", _ -> Answer.json(JsonObject.empty().with("read", false))),
        Route.of("POST", "/json", Site::echo).withJsonBody(),
        Route.of("GET", "/json", _ -> Answer.json(JsonObject.empty()))
            .withProduces("application/json"),
        Route.of("GET", "/own", _ -> Answer.json(JsonObject.empty())).withOwnHost(),
        Route.of("GET", "/fails", _ -> fail()),
        Route.of("GET", "/overflows", _ -> overflow(0)),
        Route.of("GET", "/loopback", Site::loopback),
        Route.of("GET", "/a/{id}/b", r -> parameter(r, "id")),
        Route.of("GET", "/a/list/b", _ -> Answer.json(JsonObject.empty().with("is", "list"))),
        Route.of("GET", "/query", Site::query),
        Route.of("GET", "/stream", this::stream),
        Route.of("GET", "/large", _ -> Answer.text(200, "text/plain", "x".repeat(100_000))));
  }

  private static Answer fail() throws IOException {
    throw new IOException("secret /path/in/here");
  }

  private static Answer overflow(int depth) {
    return depth < 0
        ? Answer.empty(204)
        : overflow(depth + 1 == 0 ? 1 : depth + 1).withHeader("x", "y");
  }

  private static Answer loopback(Request request) {
    return Answer.json(JsonObject.empty().with("loopback", request.isLoopback()));
  }

  private static Answer parameter(Request request, String name) {
    return Answer.json(JsonObject.empty().with(name, request.parameter(name)));
  }

  private static Answer query(Request request) {
    JsonObject all = JsonObject.empty();
    for (var entry : request.query().entrySet()) {
      all = all.with(entry.getKey(), String.join("|", entry.getValue()));
    }
    return Answer.json(all);
  }

  private Answer stream(Request request) {
    return new Answer.Streaming(
        200,
        List.of(),
        "text/event-stream",
        stream -> {
          stream.whenGone(gone::countDown);
          stream.send("one".getBytes(StandardCharsets.US_ASCII));
          if (request.query("wait").isPresent()) {
            gone.await();
          }
          stream.send("two".getBytes(StandardCharsets.US_ASCII));
        });
  }

  private static Answer echo(Request request) {
    return echo(request.body());
  }

  private static Answer echo(Body body) {
    return switch (body) {
      case Body.Read(byte[] bytes) -> new Answer.Whole(200, List.of(), "text/plain", bytes);
      case Body.Unread unread -> Answer.refusal(unread.refusal());
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
