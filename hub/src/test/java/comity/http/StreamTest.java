package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Answers that are written while they come about. */
class StreamTest {
  private static final String GET = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final Recorded log = new Recorded();

  private HttpServer server(HttpSettings settings) throws IOException {
    Answer.Streaming answer =
        new Answer.Streaming(200, List.of(), "text/event-stream", this::produce);
    return HttpServer.start(settings, Routes.of(Route.of("GET", "/stream", _ -> answer)), log);
  }

  private void produce(Stream stream) throws InterruptedException {
    stream.whenGone(() -> events.add("gone"));
    while (true) {
      String event = events.take();
      switch (event) {
        case "gone" -> {
          ended.complete("gone");
          return;
        }
        case "end" -> {
          ended.complete("end");
          return;
        }
        case "fail" -> throw new IllegalStateException("on purpose");
        default -> {
          if (!stream.send(event.getBytes(StandardCharsets.UTF_8))) {
            ended.complete("unsent");
            return;
          }
        }
      }
    }
  }

  @Test
  void eachEventIsSentAtOnceAndTheEndIsTold() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0));
        RawClient client = new RawClient(server.port())) {
      client.send(GET);
      events.add("data: 1\n\n");
      assertThat(client.head()).anyMatch(line -> line.equals("Transfer-Encoding: chunked"));
      assertThat(client.chunk()).asString().isEqualTo("data: 1\n\n");
      events.add("data: 2\n\n");
      assertThat(client.chunk()).asString().isEqualTo("data: 2\n\n");
      events.add("end");
      assertThat(client.chunk()).isEmpty();
      assertThat(client.sendEnd().ended()).isTrue();
    }
  }

  @Test
  void aClientThatLeavesIsNoticedThoughNothingIsSent() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0))) {
      try (RawClient client = new RawClient(server.port())) {
        client.send(GET);
        events.add("data: 1\n\n");
        client.head();
      }
      assertThat(ended.get(10, TimeUnit.SECONDS)).isIn("gone", "unsent");
    }
  }

  @Test
  void aClientThatDoesNotReadIsLeft() throws Exception {
    try (HttpServer server = server(Site.hastyAnswer());
        RawClient client = new RawClient(server.port())) {
      client.send(GET);
      events.add("x".repeat(20_000_000));
      assertThat(ended.get(20, TimeUnit.SECONDS)).isIn("gone", "unsent");
    }
  }

  @Test
  void aStreamEndsWhenTheServerStops() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0));
        RawClient client = new RawClient(server.port())) {
      client.send(GET);
      events.add("data: 1\n\n");
      client.head();
      server.stop(Duration.ofSeconds(10));
      assertThat(ended.get(10, TimeUnit.SECONDS)).isIn("gone", "unsent");
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void aStreamThatFailsIsCutOffAndLogged() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0));
        RawClient client = new RawClient(server.port())) {
      client.send(GET);
      events.add("data: 1\n\n");
      client.head();
      assertThat(client.chunk()).asString().isEqualTo("data: 1\n\n");
      events.add("fail");
      assertThat(client.ended()).isTrue();
      assertThat(log.faults).anyMatch(line -> line.contains("on purpose"));
    }
  }

  @Test
  void aStreamIsForNewClientsOnly() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0));
        RawClient client = new RawClient(server.port())) {
      client.send("GET /stream HTTP/1.0\r\n\r\n");
      assertThat(client.reply().status()).isEqualTo(400);
    }
  }

  @Test
  void aHeadOfAStreamIsItsHead() throws Exception {
    try (HttpServer server = server(HttpSettings.loopback(0));
        RawClient client = new RawClient(server.port())) {
      client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.reply(true).header("Content-Type")).contains("text/event-stream");
      assertThat(client.ended()).isTrue();
    }
  }
}
