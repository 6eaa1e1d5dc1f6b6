package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Speaks with an MCP endpoint over HTTP, header by header.
 *
 * @param headers names and values of each request
 */
record HttpMcp(String url, List<String> headers) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String BOTH = "application/json, text/event-stream";
  private static final String META =
      """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{}}\
      """;

  static HttpMcp at(String url) {
    return new HttpMcp(url, List.of());
  }

  /** A copy that sends this header too. */
  HttpMcp with(String name, String value) {
    List<String> more = new ArrayList<>(headers);
    more.add(name);
    more.add(value);
    return new HttpMcp(url, more);
  }

  /** A copy that speaks the stateless revision about that method. */
  HttpMcp stateless(String method) {
    return with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
  }

  /** A request of the stateless revision; {@code params} are members, each with a comma behind. */
  static String statelessBody(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s%s}}"
        .formatted(id, method, params, META);
  }

  static String body(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  /** An answer as a whole. */
  record Reply(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    JsonObject json() {
      if (Json.read(response.body()) instanceof JsonReading.Read(JsonObject object)) {
        return object;
      }
      throw new AssertionError("no object: " + response.statusCode() + " " + response.body());
    }

    JsonObject result() {
      return json().object("result").orElseThrow(() -> new AssertionError(response.body()));
    }

    long errorCode() {
      return json()
                  .object("error")
                  .orElseThrow(() -> new AssertionError(response.body()))
                  .get("code")
              instanceof JsonNumber number
          ? number.asLong().orElse(0)
          : 0;
    }
  }

  private HttpRequest.Builder request() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60));
    if (headers.stream().noneMatch("Accept"::equals)) {
      request.header("Accept", BOTH);
    }
    return headers.isEmpty() ? request : request.headers(headers.toArray(String[]::new));
  }

  Reply post(String body) throws IOException, InterruptedException {
    return reply(
        request()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Reply get() throws IOException, InterruptedException {
    return reply(request().GET());
  }

  Reply delete() throws IOException, InterruptedException {
    return reply(request().DELETE());
  }

  private static Reply reply(HttpRequest.Builder request) throws IOException, InterruptedException {
    return new Reply(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString()));
  }

  /** A session of the newest revision that has them. */
  HttpMcp session() throws IOException, InterruptedException {
    Reply reply =
        post(
            body(
                0,
                "initialize",
                """
                {"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},\
                "clientInfo":{"name":"raw","version":"1"}}\
                """));
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
    assertThat(reply.header("Mcp-Session-Id")).matches("[0-9a-f]{32}");
    return with("Mcp-Session-Id", reply.header("Mcp-Session-Id"))
        .with("MCP-Protocol-Version", "2025-11-25");
  }

  /** The events of an answer that is a stream; closed, the connection ends. */
  record Events(Stream<String> lines, Iterator<String> each) implements AutoCloseable {
    /** The next message. */
    JsonObject next() {
      while (each.hasNext()) {
        String line = each.next();
        if (line.startsWith("data: ")
            && Json.read(line.substring(6)) instanceof JsonReading.Read(JsonObject object)) {
          return object;
        }
      }
      throw new AssertionError("the stream has ended");
    }

    /** Whether it ends without another message. */
    boolean ends() {
      while (each.hasNext()) {
        if (each.next().startsWith("data: ")) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void close() {
      lines.close();
    }
  }

  Events openPost(String body) throws IOException, InterruptedException {
    return events(
        request()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Events openGet() throws IOException, InterruptedException {
    return events(request().GET());
  }

  private static Events events(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<Stream<String>> response =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofLines());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    return new Events(response.body(), response.body().iterator());
  }
}
