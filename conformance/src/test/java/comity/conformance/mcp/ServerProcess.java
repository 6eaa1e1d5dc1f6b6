package comity.conformance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that says where it listens, in a process of its own. */
public final class ServerProcess implements AutoCloseable {
  private static final String LISTENING = "listening on ";

  private final Process process;
  private final String url;

  private ServerProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Once it listens. */
  public static ServerProcess start(List<String> command, Path errors) throws IOException {
    Process process = JavaProgram.start(command, errors);
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read(process, line));
    String said = line.orTimeout(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    assertThat(said).startsWith(LISTENING);
    return new ServerProcess(process, said.substring(LISTENING.length()));
  }

  private static void read(Process process, CompletableFuture<String> first) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        first.complete(text);
      }
    } catch (IOException gone) {
      // It was killed.
    }
    first.complete("");
  }

  /** Where its MCP endpoint is. */
  public String mcp() {
    return url + "/mcp";
  }

  public String url() {
    return url;
  }

  int port() {
    return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
