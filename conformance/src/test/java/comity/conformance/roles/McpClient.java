package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of the program's MCP server, over its standard streams or over HTTP. */
public final class McpClient implements AutoCloseable {
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
      """;
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  /** Carries messages of ours; what comes back is put into the inbox. */
  private interface Wire extends AutoCloseable {
    void send(String message) throws IOException, InterruptedException;

    @Override
    void close();
  }

  private final BlockingQueue<JsonObject> inbox = new LinkedBlockingQueue<>();
  private final List<JsonObject> notices = new ArrayList<>();
  private final Wire wire;
  private int last;

  private McpClient(Wiring wiring) throws IOException, InterruptedException {
    wire = wiring.to(inbox);
  }

  /** Makes the wire that puts what comes into an inbox. */
  private interface Wiring {
    Wire to(BlockingQueue<JsonObject> inbox) throws IOException, InterruptedException;
  }

  /** A client of {@code comity mcp}, in a process of its own. */
  public static McpClient stdio(Path home, Path root, Path errors, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("mcp", "--home", home.toString()));
    words.addAll(List.of("--project-root", root.toString()));
    words.addAll(Arrays.asList(options));
    Process process = JavaProgram.start(JavaProgram.comity(words.toArray(String[]::new)), errors);
    McpClient client = new McpClient(inbox -> new Streams(process, inbox));
    client.wire.send(INITIALIZE);
    client.answer(0);
    client.wire.send(INITIALIZED);
    return client;
  }

  /** A client of a hub's {@code /mcp} that shows this token. */
  public static McpClient http(String url, String token) throws IOException, InterruptedException {
    McpClient client = new McpClient(inbox -> new Posts(url, token, inbox));
    client.answer(0);
    return client;
  }

  /** The message that answers a request: with {@code result} or {@code error}. */
  public JsonObject ask(String method, JsonObject params) throws IOException, InterruptedException {
    int id = ++last;
    wire.send(
        Json.text(
            JsonObject.empty()
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("method", method)
                .with("params", params)));
    return answer(id);
  }

  private JsonObject answer(int id) throws InterruptedException {
    while (true) {
      JsonObject message = next();
      if (JsonNumber.of(id).equals(message.get("id"))) {
        return message;
      }
      notices.add(message);
    }
  }

  private JsonObject next() throws InterruptedException {
    JsonObject message = inbox.poll(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing came; before: " + notices);
    }
    return message;
  }

  /** The result of a request that is served. */
  public JsonObject result(String method, JsonObject params)
      throws IOException, InterruptedException {
    JsonObject message = ask(method, params);
    return message.object("result").orElseThrow(() -> new AssertionError("no result: " + message));
  }

  /** The result of a tool. */
  public JsonObject call(String tool, JsonObject arguments)
      throws IOException, InterruptedException {
    return result("tools/call", JsonObject.empty().with("name", tool).with("arguments", arguments));
  }

  /** What a tool gave that did it. */
  public JsonObject done(String tool, JsonObject arguments)
      throws IOException, InterruptedException {
    JsonObject result = call(tool, arguments);
    assertThat(isError(result)).as("%s", result).isFalse();
    // A tool that gives text gives nothing else; what it said is then all there is.
    return result.object("structuredContent").orElse(result);
  }

  /** What a tool said that did not do it. */
  public String refused(String tool, JsonObject arguments)
      throws IOException, InterruptedException {
    JsonObject result = call(tool, arguments);
    assertThat(isError(result)).as("%s", result).isTrue();
    return text(result);
  }

  public static boolean isError(JsonObject result) {
    return new JsonBoolean(true).equals(result.get("isError"));
  }

  /** The text of a tool's result. */
  public static String text(JsonObject result) {
    return Comity.objects(result, "content").getFirst().string("text").orElse("");
  }

  /** The next notification of that method, or one that came before; each is given once. */
  JsonObject notice(String method) throws InterruptedException {
    while (true) {
      Optional<JsonObject> found =
          notices.stream()
              .filter(each -> each.string("method").equals(Optional.of(method)))
              .findFirst();
      if (found.isPresent()) {
        notices.remove(found.get());
        return found.get().object("params").orElse(JsonObject.empty());
      }
      notices.add(next());
    }
  }

  /** The texts of an array. */
  static List<String> texts(JsonObject object, String name) {
    List<String> texts = new ArrayList<>();
    if (object.get(name) instanceof JsonArray array) {
      array.elements().forEach(each -> texts.add(((JsonString) each).value()));
    }
    return texts;
  }

  @Override
  public void close() {
    wire.close();
  }

  private static void read(InputStream in, BlockingQueue<JsonObject> inbox) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        inbox.add(object(line));
      }
    } catch (IOException gone) {
      // It was ended.
    }
  }

  private static JsonObject object(String text) {
    return Json.read(text.strip()) instanceof JsonReading.Read(JsonObject object)
        ? object
        : JsonObject.empty().with("no message", text);
  }

  /** The standard streams of a process. */
  private record Streams(Process process, OutputStream out) implements Wire {
    Streams(Process process, BlockingQueue<JsonObject> inbox) {
      this(process, process.getOutputStream());
      Thread.ofVirtual().start(() -> read(process.getInputStream(), inbox));
    }

    @Override
    public void send(String message) throws IOException {
      out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** A session over HTTP, with a stream for what comes unasked. */
  private static final class Posts implements Wire {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String token;
    private final String session;
    private final BlockingQueue<JsonObject> inbox;

    Posts(String url, String token, BlockingQueue<JsonObject> inbox)
        throws IOException, InterruptedException {
      this.url = url;
      this.token = token;
      this.inbox = inbox;
      HttpResponse<String> begun = post(INITIALIZE, "");
      assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
      session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
      take(begun);
      post(INITIALIZED, session);
      HttpResponse<java.util.stream.Stream<String>> stream =
          client.send(request(session).GET().build(), HttpResponse.BodyHandlers.ofLines());
      assertThat(stream.statusCode()).isEqualTo(200);
      Thread.ofVirtual().start(() -> follow(stream.body().iterator()));
    }

    private void follow(Iterator<String> lines) {
      try {
        lines.forEachRemaining(this::event);
      } catch (UncheckedIOException gone) {
        // It was ended.
      }
    }

    private void event(String line) {
      if (line.startsWith("data: ")) {
        inbox.add(object(line.substring(6)));
      }
    }

    private HttpRequest.Builder request(String id) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url))
              .header("Authorization", "Bearer " + token)
              .header("Accept", "application/json, text/event-stream")
              .header("Content-Type", "application/json");
      return id.isEmpty()
          ? request
          : request.header("Mcp-Session-Id", id).header("MCP-Protocol-Version", "2025-11-25");
    }

    private HttpResponse<String> post(String body, String id)
        throws IOException, InterruptedException {
      return client.send(
          request(id).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
          HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private void take(HttpResponse<String> response) {
      if (response.headers().firstValue("Content-Type").orElse("").contains("event-stream")) {
        response.body().lines().forEach(this::event);
      } else {
        inbox.add(object(response.body()));
      }
    }

    @Override
    public void send(String message) throws IOException, InterruptedException {
      take(post(message, session));
    }

    @Override
    public void close() {
      client.shutdownNow();
    }
  }
}
