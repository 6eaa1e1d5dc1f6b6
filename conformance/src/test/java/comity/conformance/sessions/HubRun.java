package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.files.Home;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A hub of the home, until it is killed. */
final class HubRun implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  /** Starts one, and does not wait until it listens. */
  HubRun(Home home) throws IOException {
    process =
        new ProcessBuilder(
                JavaProgram.hub("--home", home.root().toString(), "serve", "--port", "0"))
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  void awaitListening() throws IOException {
    String line = said.readLine();
    if (line == null || !line.startsWith("listening on ")) {
      throw new AssertionError("the hub said: " + line);
    }
  }

  /** Lets it run so long, then SIGKILL. */
  void killAfter(long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the hub ended by itself with " + process.exitValue());
    }
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    Process ended = process.destroyForcibly().onExit().join();
    assertThat(ended.isAlive()).isFalse();
  }
}
