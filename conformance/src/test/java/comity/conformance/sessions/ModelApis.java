package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import comity.json.Json;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * A model behind the four interfaces that real agents call, in a process of its own: Anthropic's
 * Messages, OpenAI's Responses and Chat Completions, Google's {@code generateContent}. {@code
 * ModelApis PORT LOG}: it answers {@code answer-N.}, N counting up, and each request is a line of
 * LOG: {@code {"answer":…,"path":…,"body":…}}. Where the last that it is told is a prompt with a
 * mark of {@link ModelTools}, it wants that tool used.
 */
public final class ModelApis {
  /** So that an agent is seen at work. */
  private static final Duration THOUGHT = Duration.ofMillis(400);

  private static final Pattern GOOGLE = Pattern.compile(".*:(stream)?[gG]enerateContent");

  private static final String ANTHROPIC_USAGE =
      "{\"input_tokens\":10,\"output_tokens\":3,\"cache_creation_input_tokens\":0,"
          + "\"cache_read_input_tokens\":0}";

  static final String ANTHROPIC_MESSAGE =
      "{\"id\":\"msg_N\",\"type\":\"message\",\"role\":\"assistant\",\"model\":MODEL,"
          + "\"content\":[CONTENT],\"stop_reason\":STOP,\"stop_sequence\":null,\"usage\":"
          + ANTHROPIC_USAGE
          + "}";

  private static final List<String> ANTHROPIC_EVENTS =
      List.of(
          "{\"type\":\"message_start\",\"message\":"
              + ANTHROPIC_MESSAGE.replace("CONTENT", "").replace("STOP", "null")
              + "}",
          "{\"type\":\"content_block_start\",\"index\":0,"
              + "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
          "{\"type\":\"content_block_delta\",\"index\":0,"
              + "\"delta\":{\"type\":\"text_delta\",\"text\":\"TEXT\"}}",
          "{\"type\":\"content_block_stop\",\"index\":0}",
          "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\","
              + "\"stop_sequence\":null},\"usage\":{\"output_tokens\":3}}",
          "{\"type\":\"message_stop\"}");

  static final String RESPONSES_ITEM =
      "{\"id\":\"msg_N\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\","
          + "\"content\":[{\"type\":\"output_text\",\"text\":\"TEXT\",\"annotations\":[]}]}";

  static final String RESPONSES_BEGUN =
      "{\"id\":\"resp_N\",\"object\":\"response\",\"created_at\":1,\"status\":\"in_progress\","
          + "\"model\":MODEL,\"output\":[],\"usage\":null}";

  static final String RESPONSES_DONE =
      "{\"id\":\"resp_N\",\"object\":\"response\",\"created_at\":1,\"status\":\"completed\","
          + "\"model\":MODEL,\"output\":["
          + RESPONSES_ITEM
          + "],\"usage\":{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":0},"
          + "\"output_tokens\":3,\"output_tokens_details\":{\"reasoning_tokens\":0},"
          + "\"total_tokens\":13}}";

  private static final List<String> RESPONSES_EVENTS =
      List.of(
          "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":"
              + RESPONSES_BEGUN
              + "}",
          "{\"type\":\"response.output_item.added\",\"sequence_number\":1,\"output_index\":0,"
              + "\"item\":{\"id\":\"msg_N\",\"type\":\"message\",\"status\":\"in_progress\","
              + "\"role\":\"assistant\",\"content\":[]}}",
          "{\"type\":\"response.output_text.delta\",\"sequence_number\":2,\"item_id\":\"msg_N\","
              + "\"output_index\":0,\"content_index\":0,\"delta\":\"TEXT\"}",
          "{\"type\":\"response.output_item.done\",\"sequence_number\":3,\"output_index\":0,"
              + "\"item\":"
              + RESPONSES_ITEM
              + "}",
          "{\"type\":\"response.completed\",\"sequence_number\":4,\"response\":"
              + RESPONSES_DONE
              + "}");

  static final String CHAT_USAGE =
      "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":3,\"total_tokens\":13}";

  static final String CHAT =
      "{\"id\":\"chatcmpl-N\",\"created\":1,\"model\":MODEL,\"object\":\"chat.completion";

  private static final List<String> CHAT_EVENTS =
      List.of(
          CHAT
              + ".chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
              + "\"content\":\"TEXT\"},\"finish_reason\":null}]}",
          CHAT
              + ".chunk\",\"choices\":[{\"index\":0,\"delta\":{},"
              + "\"finish_reason\":\"stop\"}]}",
          CHAT + ".chunk\",\"choices\":[]," + CHAT_USAGE + "}",
          "[DONE]");

  private static final String CHAT_WHOLE =
      CHAT
          + "\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
          + "\"content\":\"TEXT\"},\"finish_reason\":\"stop\"}],"
          + CHAT_USAGE
          + "}";

  private static final String GOOGLE_WHOLE =
      "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"TEXT\"}]},"
          + "\"finishReason\":\"STOP\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":10,"
          + "\"candidatesTokenCount\":3,\"totalTokenCount\":13},\"modelVersion\":\"mock\","
          + "\"responseId\":\"gN\"}";

  private final Path log;
  private final AtomicInteger count = new AtomicInteger();

  private ModelApis(Path log) {
    this.log = log;
  }

  /** Starts one in a network namespace; ready to be called. */
  static Process start(String namespace, String port, Path log) throws IOException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of(ModelApis.class.getName(), port, log.toString()));
    Process started =
        new ProcessBuilder(command).redirectError(log.resolveSibling("mock.err").toFile()).start();
    assertThat(started.inputReader().readLine()).isEqualTo("ready");
    return started;
  }

  public static void main(String[] args) throws IOException {
    ModelApis model = new ModelApis(Path.of(args[1]));
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", model::handle);
    server.start();
    System.out.println("ready");
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath();
    JsonObject asked =
        Json.read(body) instanceof JsonReading.Read(JsonObject object)
            ? object
            : JsonObject.empty();
    boolean streams =
        path.contains("streamGenerate")
            || (asked.get("stream") instanceof JsonBoolean(boolean wanted) && wanted);
    if (path.endsWith("/count_tokens")) {
      send(exchange, false, List.of("{\"input_tokens\":10}"));
    } else if (path.contains("countTokens")) {
      send(exchange, false, List.of("{\"totalTokens\":10}"));
    } else if (path.endsWith("/v1/messages")) {
      String whole =
          ANTHROPIC_MESSAGE
              .replace("CONTENT", "{\"type\":\"text\",\"text\":\"TEXT\"}")
              .replace("STOP", "\"end_turn\"");
      answer(exchange, asked, streams ? ANTHROPIC_EVENTS : List.of(whole), streams);
    } else if (path.endsWith("/responses")) {
      answer(exchange, asked, streams ? RESPONSES_EVENTS : List.of(RESPONSES_DONE), streams);
    } else if (path.endsWith("/chat/completions")) {
      answer(exchange, asked, streams ? CHAT_EVENTS : List.of(CHAT_WHOLE), streams);
    } else if (GOOGLE.matcher(path).matches()) {
      answer(exchange, asked, List.of(GOOGLE_WHOLE), streams);
    } else if (path.endsWith("/models")) {
      send(
          exchange,
          false,
          List.of("{\"object\":\"list\",\"data\":[{\"id\":\"mock-model\",\"object\":\"model\"}]}"));
    } else {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
    }
  }

  private void answer(
      HttpExchange exchange, JsonObject asked, List<String> templates, boolean streams)
      throws IOException {
    List<String> wanted = streams ? ModelTools.wanted(log, asked) : List.of();
    String number = Integer.toString(count.incrementAndGet());
    String model = String.valueOf(asked.string("model").orElse("mock-model"));
    List<String> parts =
        (wanted.isEmpty() ? templates : wanted)
            .stream()
                .map(each ->
                    each.replace("MODEL", "\"" + model + "\"")
                        .replace("TEXT", "answer-" + number + ".")
                        .replace("_N\"", "_" + number + "\"")
                        .replace("-N\"", "-" + number + "\"")
                        .replace("gN\"", "g" + number + "\""))
                .toList();
    JsonObject line =
        JsonObject.empty()
            .with("answer", "answer-" + number + ".")
            .with("path", exchange.getRequestURI().getPath())
            .with("body", (JsonValue) asked);
    synchronized (this) {
      Files.writeString(
          log,
          Json.text(line) + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    LockSupport.parkNanos(THOUGHT.toNanos());
    send(exchange, streams, parts);
  }

  private static void send(HttpExchange exchange, boolean streams, List<String> parts)
      throws IOException {
    StringBuilder body = new StringBuilder();
    for (String part : parts) {
      if (streams
          && Json.read(part.getBytes(StandardCharsets.UTF_8))
              instanceof JsonReading.Read(JsonObject event)) {
        event.string("type").ifPresent(type -> body.append("event: ").append(type).append('\n'));
      }
      body.append(streams ? "data: " + part + "\n\n" : part);
    }
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", streams ? "text/event-stream" : "application/json");
    try (exchange) {
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException gone) {
      // The agent was killed meanwhile.
    }
  }
}
