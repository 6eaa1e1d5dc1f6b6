package comity.conformance.messages;

import comity.conformance.mcp.JavaProgram;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A hub in a process of its own: {@code comity serve} with the classes that were just built. It
 * keeps its port over restarts.
 */
final class HubProcess implements AutoCloseable {
  /** A loaded machine with two cores takes a while to start a JVM. */
  private static final long PATIENCE_SECONDS = 60;

  private static final String LISTENING = "listening on ";

  private final Path home;
  private final List<String> prefix;
  private final List<String> options;
  private int port;
  private String url = "";
  private Process process;
  private CompletableFuture<String> line = new CompletableFuture<>();

  /** How a program ended that did not stay. */
  record Ended(int code, String out, String err) {}

  private HubProcess(Path home, List<String> prefix, int port, List<String> options) {
    this.home = home;
    this.prefix = prefix;
    this.options = options;
    this.port = port;
    this.process = launch();
  }

  /** A hub on a free port, once it listens. */
  static HubProcess start(Path home, String... options) {
    return start(home, List.of(), 0, options);
  }

  /**
   * A hub, once it listens.
   *
   * @param prefix a command that runs the command after it, such as {@code ip netns exec NAME}
   */
  static HubProcess start(Path home, List<String> prefix, int port, String... options) {
    HubProcess hub = new HubProcess(home, prefix, port, List.of(options));
    hub.awaitListening();
    return hub;
  }

  /** Runs {@code comity} with these arguments to its end. */
  static Ended run(String... arguments) throws IOException, InterruptedException {
    return run(List.of(), arguments);
  }

  /** As {@link #run}, through a command that runs the command after it. */
  static Ended run(List<String> prefix, String... arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("comity-out", "");
    Path err = Files.createTempFile("comity-err", "");
    try {
      Process process =
          new ProcessBuilder(command(prefix, List.of(arguments)))
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Makes a shell script that is {@code comity} with this home. */
  static Path program(Path file, Path home) throws IOException {
    List<String> words = new ArrayList<>(command(List.of(), List.of("--home", home.toString())));
    words.replaceAll(word -> "'" + word + "'");
    return Homes.script(file, "exec " + String.join(" ", words) + " \"$@\"\n");
  }

  /** A program that runs {@code comity} with the classes that were just built. */
  static Path launcher(Path file) throws IOException {
    String words =
        command(List.of(), List.of()).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return Homes.script(file, "exec " + words + " \"$@\"\n");
  }

  private static List<String> command(List<String> prefix, List<String> arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(JavaProgram.hub(arguments.toArray(String[]::new)));
    return command;
  }

  private Process launch() {
    List<String> arguments =
        new ArrayList<>(
            List.of("serve", "--port", Integer.toString(port), "--home", home.toString()));
    arguments.addAll(options);
    CompletableFuture<String> first = new CompletableFuture<>();
    line = first;
    try {
      Process started =
          new ProcessBuilder(command(prefix, arguments))
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()))
              .start();
      Thread.ofVirtual().start(() -> read(started, first));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  private Path log() {
    return home.resolveSibling(home.getFileName() + ".log");
  }

  /** Waits for its line; an assertion where it ends before, or says something else. */
  void awaitListening() {
    String said = line.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    if (!said.startsWith(LISTENING)) {
      close();
      throw new AssertionError(
          "the hub did not start: " + process.exitValue() + " " + said + "\n" + errors());
    }
    url = said.substring(LISTENING.length());
    port = Integer.parseInt(said.substring(said.lastIndexOf(':') + 1));
  }

  /** What it wrote to standard error since its home is used. */
  String errors() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path home() {
    return home;
  }

  int port() {
    return port;
  }

  String url() {
    return url;
  }

  long pid() {
    return process.pid();
  }

  /** The address of an agent here. */
  String address(String agent) {
    return url.replaceFirst("http", "agent") + "/" + agent;
  }

  /** The owner's door. */
  HttpDoor owner() {
    return owner(home);
  }

  /** The owner's door, where the home is seen elsewhere than the hub sees it. */
  HttpDoor owner(Path seen) {
    try {
      String token = Files.readString(seen.resolve("run/token"), StandardCharsets.US_ASCII);
      return new HttpDoor(url()).withKey(token.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The door of a caller without a key. */
  HttpDoor door() {
    return new HttpDoor(url());
  }

  /** A new key for these senders. */
  String key(String name, String... senders) throws IOException, InterruptedException {
    JsonObject asked =
        JsonObject.empty()
            .with("name", name)
            .with("from", JsonArray.of(Arrays.stream(senders).map(JsonString::new).toList()));
    return owner().post("/api/keys", asked).expect(200).string("key");
  }

  /** SIGKILL: nothing that it holds in memory is left. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it run on for so long, then SIGKILL. */
  void killAfter(long millis) throws InterruptedException {
    boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
    if (ended) {
      throw new AssertionError("the hub ended by itself: " + errors());
    }
    kill();
  }

  /** SIGTERM; its exit code. */
  int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
    return process.exitValue();
  }

  /** Starts it again on its port, without waiting until it listens. */
  void launchAgain() {
    process = launch();
  }

  /** Starts it again on its port, once it listens. */
  void restart() {
    launchAgain();
    awaitListening();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
