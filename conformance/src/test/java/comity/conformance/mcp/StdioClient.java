package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Speaks with a server over its standard streams, byte for byte. */
final class StdioClient implements AutoCloseable {
  private static final String END = "";

  private final Process process;
  private final OutputStream in;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private StdioClient(Process process) {
    this.process = process;
    this.in = process.getOutputStream();
    Thread.ofVirtual().start(this::read);
  }

  static StdioClient start(List<String> command, Path errors) throws IOException {
    return new StdioClient(JavaProgram.start(command, errors));
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException gone) {
      // It was killed.
    }
    lines.add(END);
  }

  void send(String line) throws IOException {
    send((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) throws IOException {
    in.write(bytes);
    in.flush();
  }

  /** No more is sent. */
  void endInput() throws IOException {
    in.close();
  }

  void request(String id, String method, String params) throws IOException {
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  void call(String id, String tool, String arguments) throws IOException {
    request(id, "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  void callWithProgress(String id, String tool) throws IOException {
    request(
        id, "tools/call", "{\"name\":\"%s\",\"_meta\":{\"progressToken\":%s}}".formatted(tool, id));
  }

  /** The handshake of the revisions with sessions; the result of it. */
  JsonObject initialize(String revision, String capabilities)
      throws IOException, InterruptedException {
    request(
        "0",
        "initialize",
        """
        {"protocolVersion":"%s","capabilities":%s,"clientInfo":{"name":"raw","version":"1"}}\
        """
            .formatted(revision, capabilities));
    JsonObject result = result("0");
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return result;
  }

  /** The next message. */
  JsonObject next() throws InterruptedException {
    String line = lines.poll(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(line).as("a message").isNotNull().isNotEmpty();
    if (Json.read(line) instanceof JsonReading.Read(JsonObject message)) {
      assertThat(message.get("jsonrpc")).isEqualTo(new JsonString("2.0"));
      return message;
    }
    throw new AssertionError("no message: " + line);
  }

  /** The next message, which is the result of the request of that id, as it was sent. */
  JsonObject result(String id) throws InterruptedException {
    JsonObject message = next();
    assertThat(idOf(message)).isEqualTo(id);
    return message.object("result").orElseThrow(() -> new AssertionError("no result: " + message));
  }

  /** The next message, which is the error of the request of that id. */
  JsonObject error(String id) throws InterruptedException {
    JsonObject message = next();
    assertThat(idOf(message)).isEqualTo(id);
    return message.object("error").orElseThrow(() -> new AssertionError("no error: " + message));
  }

  /** The id as it was sent. */
  static String idOf(JsonObject message) {
    JsonValue id = message.get("id");
    return id == null ? "none" : Json.text(id);
  }

  /** Nothing but the end comes any more. */
  void expectEnd() throws InterruptedException {
    assertThat(lines.poll(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(END);
  }

  long pid() {
    return process.pid();
  }

  void terminate() {
    process.destroy();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
