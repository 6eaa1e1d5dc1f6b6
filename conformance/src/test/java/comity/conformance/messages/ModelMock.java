package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNull;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A model behind Anthropic's Messages API that real agents call, in a process of its own.
 *
 * <p>{@code ModelMock PORT LOG}: each request's body is a line of LOG. It answers how many messages
 * of Comity it can see; one with an image makes it copy what came to where answers are taken from;
 * the first one that says {@code take it slow} is never answered. With {@code ModelMock PORT LOG
 * SCRIPT} it wants the tools of SCRIPT used, one after the other: a JSON array of objects with
 * {@code name} and {@code input}.
 */
public final class ModelMock {
  private static final String MARK = "[comity] untrusted message";

  private final Path log;
  private final List<JsonValue> script;
  private final AtomicInteger count = new AtomicInteger();

  private ModelMock(Path log, List<JsonValue> script) {
    this.log = log;
    this.script = script;
  }

  /**
   * Starts one in a network namespace; ready to be called.
   *
   * @param script none or one
   */
  public static Process start(String namespace, String port, Path log, Path... script)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of(ModelMock.class.getName(), port, log.toString()));
    for (Path each : script) {
      command.add(each.toString());
    }
    Process started =
        new ProcessBuilder(command).redirectError(log.resolveSibling("mock.err").toFile()).start();
    assertThat(started.inputReader().readLine()).isEqualTo("ready");
    return started;
  }

  public static void main(String[] args) throws IOException {
    List<JsonValue> script =
        args.length > 2
                && Json.read(Files.readAllBytes(Path.of(args[2])))
                    instanceof JsonReading.Read(JsonArray steps)
            ? steps.elements()
            : List.of();
    ModelMock mock = new ModelMock(Path.of(args[1]), script);
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", mock::handle);
    server.start();
    System.out.println("ready");
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/count_tokens")) {
      answer(exchange, "application/json", "{\"input_tokens\":10}");
      return;
    }
    if (!path.endsWith("/v1/messages")) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    synchronized (this) {
      Files.write(log, body, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      Files.writeString(log, "\n", StandardOpenOption.APPEND);
    }
    String model = "";
    List<JsonValue> messages = List.of();
    boolean tools = false;
    if (Json.read(body) instanceof JsonReading.Read(JsonObject request)
        && request.get("messages") instanceof JsonArray array) {
      model = request.string("model").orElse("");
      messages = array.elements();
      tools = request.get("tools") instanceof JsonArray offered && !offered.elements().isEmpty();
    }
    String all = messages.toString();
    if (all.contains("take it slow") && !Files.exists(slowMark())) {
      Files.createFile(slowMark());
      hang();
    }
    JsonObject content = tools && !script.isEmpty() ? scripted(all) : content(all);
    answer(exchange, "text/event-stream", stream(model, content));
  }

  private Path slowMark() {
    return log.resolveSibling(log.getFileName() + ".slow");
  }

  private static void hang() {
    try {
      if (!new CountDownLatch(1).await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("nobody ended the agent that waits");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next step is the one of which it has not seen what came of it. */
  private JsonObject scripted(String all) {
    int seen = all.split("\"type\":\"tool_result\"", -1).length - 1;
    return seen < script.size() && script.get(seen) instanceof JsonObject step
        ? step.with("type", "tool_use").with("id", "toolu_" + seen)
        : JsonObject.empty().with("type", "text").with("text", "all is done");
  }

  private static JsonObject content(String all) {
    if (all.contains("[image]") && !all.contains("tool_result")) {
      String command = "cp \"$COMITY_IN_DIR\"/* \"$COMITY_OUT_DIR\"/";
      return JsonObject.empty()
          .with("type", "tool_use")
          .with("id", "toolu_1")
          .with("name", "Bash")
          .with("input", JsonObject.empty().with("command", command).with("description", "copy"));
    }
    int seen = all.split(Pattern.quote(MARK), -1).length - 1;
    return JsonObject.empty().with("type", "text").with("text", "I see " + seen + " messages");
  }

  private String stream(String model, JsonObject block) {
    boolean tool = block.string("type").orElse("").equals("tool_use");
    JsonObject usage = JsonObject.empty().with("input_tokens", 10).with("output_tokens", 3);
    JsonObject message =
        JsonObject.empty()
            .with("id", "msg_" + count.incrementAndGet())
            .with("type", "message")
            .with("role", "assistant")
            .with("model", model)
            .with("content", JsonArray.of(List.of()))
            .with("stop_reason", JsonNull.NULL)
            .with("usage", usage);
    JsonObject delta =
        tool
            ? JsonObject.empty()
                .with("type", "input_json_delta")
                .with("partial_json", String.valueOf(block.get("input")))
            : JsonObject.empty()
                .with("type", "text_delta")
                .with("text", block.string("text").orElse(""));
    JsonObject start =
        tool ? block.with("input", JsonObject.empty()) : block.with("text", new JsonString(""));
    JsonObject end =
        JsonObject.empty()
            .with("stop_reason", tool ? "tool_use" : "end_turn")
            .with("stop_sequence", JsonNull.NULL);
    List<String> events = new ArrayList<>();
    events.add(event("message_start", JsonObject.empty().with("message", message)));
    events.add(event("content_block_start", at().with("content_block", start)));
    events.add(event("content_block_delta", at().with("delta", delta)));
    events.add(event("content_block_stop", at()));
    events.add(event("message_delta", JsonObject.empty().with("delta", end).with("usage", usage)));
    events.add(event("message_stop", JsonObject.empty()));
    return String.join("", events);
  }

  private static JsonObject at() {
    return JsonObject.empty().with("index", JsonNumber.of(0));
  }

  private static String event(String type, JsonObject data) {
    return "event: " + type + "\ndata: " + data.with("type", type) + "\n\n";
  }

  private static void answer(HttpExchange exchange, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
