package comity.conformance.messages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Another hub, played by the test: it answers as it is told to and remembers what came. It has no
 * cards, unless it is told so.
 */
final class OtherHub implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Post> posts = new CopyOnWriteArrayList<>();
  private final List<String> gets = new CopyOnWriteArrayList<>();
  private final Answering answering;
  private volatile Said card = new Said(404);

  /** A message that came, and when, as {@link System#nanoTime} has it. */
  record Post(String id, String body, Optional<String> authorization, long nanos) {
    JsonObject message() {
      return OtherHub.message(body);
    }
  }

  private static JsonObject message(String body) {
    if (Json.read(body) instanceof JsonReading.Read(JsonObject object)) {
      return object;
    }
    throw new AssertionError("no message: " + body);
  }

  /** An answer. */
  record Said(int status, Map<String, String> headers, String body) {
    Said {
      headers = Map.copyOf(headers);
    }

    Said(int status) {
      this(status, Map.of(), "");
    }

    Said with(String name, String value) {
      return new Said(status, Map.of(name, value), body);
    }

    /** The answer to a message that is taken, in a conversation of its own where it opens one. */
    static Said received(Post post) {
      String conversation =
          post.message().string("conversation_id").orElse("opened by " + post.id());
      String body =
          "{\"conversation_id\":\"%s\",\"message_id\":\"%s\",\"status\":\"received\"}"
              .formatted(conversation, post.id());
      return new Said(200, Map.of("Content-Type", "application/json"), body);
    }
  }

  /** What it answers to a message. */
  @FunctionalInterface
  interface Answering {
    /**
     * The answer.
     *
     * @param tries how often the message came, this time included
     */
    Said answer(Post post, int tries) throws Exception;
  }

  OtherHub(Answering answering) throws IOException {
    this.answering = answering;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    long now = System.nanoTime();
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (!exchange.getRequestMethod().equals("POST")) {
        gets.add(exchange.getRequestURI().toString());
        say(exchange, card);
        return;
      }
      String text = new String(body, StandardCharsets.UTF_8);
      Post post =
          new Post(
              Mail.id(message(text)),
              text,
              Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")),
              now);
      posts.add(post);
      say(exchange, answering.answer(post, posts(post.id()).size()));
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static void say(HttpExchange exchange, Said said) throws IOException {
    said.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** Answers so to whoever asks for a card. */
  void card(Said said) {
    card = said;
  }

  /** The messages that came, each try. */
  List<Post> posts() {
    return posts;
  }

  /** The tries of one message. */
  List<Post> posts(String id) {
    return posts.stream().filter(post -> post.id().equals(id)).toList();
  }

  /** The paths that were asked with GET. */
  List<String> gets() {
    return gets;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** A peer entry by which the agents of {@code authority} are reached here. */
  String peer(String authority) {
    return "[[peers]]\nmatch = \"agent://%s/*\"\nurl = \"http://127.0.0.1:%d\"\n"
        .formatted(authority, port());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
