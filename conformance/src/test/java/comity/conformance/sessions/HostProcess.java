package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.HostClient;
import comity.sessions.CommandForm;
import comity.terminal.PlainText;
import comity.terminal.Size;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The host of a home in a process of its own: {@code comity host} with the classes that were just
 * built and the options of a real one.
 */
final class HostProcess implements AutoCloseable {
  static final Size SIZE = new Size(80, 24);

  private final Home home;
  private final Process process;

  private HostProcess(Home home, Process process) {
    this.home = home;
    this.process = process;
  }

  /** A home in this folder. */
  static Home home(Path folder) {
    return new Home(folder.resolve("home")).open() instanceof Home.Opening.Opened(Home opened)
        ? opened
        : new Home(folder);
  }

  /** Starts it, and waits until it can be asked. */
  static HostProcess start(Home home) throws IOException {
    return start(home, List.of());
  }

  /** The same, by a program that ends by running what follows these words. */
  static HostProcess start(Home home, List<String> by) throws IOException {
    List<String> command = new ArrayList<>(JavaProgram.comity("--home", "" + home.root(), "host"));
    int options = command.indexOf("-cp");
    command.subList(1, options).clear();
    command.add(1, "@" + Path.of("..", "scripts", "host.options").toAbsolutePath().normalize());
    command.addAll(0, by);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log(home).toFile()))
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(said.readLine()).as("a host: %s", errors(home)).isEqualTo("ready");
    return new HostProcess(home, process);
  }

  private static Path log(Home home) {
    return home.root().resolveSibling("host.log");
  }

  /** What hosts of the home wrote to standard error. */
  static String errors(Home home) throws IOException {
    if (!Files.exists(log(home))) {
      return "";
    }
    // Why it ends is always told, and is no error.
    return Files.readAllLines(log(home)).stream()
        .filter(line -> !line.contains(" it ends, "))
        .collect(Collectors.joining("\n"));
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  HostClient client() throws IOException {
    return HostClient.connect(home).orElseThrow(() -> new IOException("no host runs"));
  }

  /** Asks, and expects it to be done. */
  JsonObject done(Ask ask) throws IOException {
    try (HostClient client = client()) {
      return done(client, ask);
    }
  }

  static JsonObject done(HostClient client, Ask ask) throws IOException {
    Reply reply = client.ask(ask);
    assertThat(reply).as("answer to %s", ask).isInstanceOf(Reply.Done.class);
    return ((Reply.Done) reply).result();
  }

  /** A session of this command in a folder. */
  static Ask.Begin begin(Path folder, String... words) {
    return begin(
        folder,
        Optional.empty(),
        Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()),
        SIZE,
        words);
  }

  /** The same, as more is known of it. */
  static Ask.Begin begin(
      Path folder,
      Optional<String> name,
      Map<String, String> environment,
      Size size,
      String... words) {
    return new Ask.Begin(
        new NewSession(
            name,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            folder.toString(),
            CommandForm.of(List.of(words)),
            environment,
            size));
  }

  /** Waits until a session's screen has this in it. */
  void awaitScreen(String id, String text) throws Exception {
    try (HostClient client = client()) {
      awaitScreen(client, id, text);
    }
  }

  static void awaitScreen(HostClient client, String id, String text) throws Exception {
    Eventually.is(
        () -> done(client, new Ask.Screen(id)).string("text").orElseThrow().contains(text));
  }

  static String id(JsonObject shown) {
    return shown.string("id").orElseThrow();
  }

  /** The lines that it printed last, as a person is shown them. */
  static List<String> lines(HostClient client, String id) throws IOException {
    String base64 = done(client, new Ask.Logs(id, 0)).string("base64").orElseThrow();
    return PlainText.of(Base64.getDecoder().decode(base64)).lines().toList();
  }

  /** How a command ended. */
  record Ended(int code, String out, String err) {}

  /** Runs {@code comity} on a home to its end. */
  static Ended run(Home home, String... words) throws IOException, InterruptedException {
    Path out = Files.createTempFile(home.root().getParent(), "out", "");
    Path err = Files.createTempFile(home.root().getParent(), "err", "");
    List<String> command = JavaProgram.comity("--home", home.root().toString());
    command.addAll(List.of(words));
    Process ran =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!ran.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      ran.destroyForcibly().waitFor();
    }
    Ended ended = new Ended(ran.exitValue(), Files.readString(out), Files.readString(err));
    Files.delete(out);
    Files.delete(err);
    return ended;
  }

  /** A number of {@code /proc/PID/status}: kilobytes, or how many. */
  long status(String name) throws IOException {
    return Files.readAllLines(Path.of("/proc", "" + pid(), "status")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  /** Hundredths of a second that it has used of processors. */
  long ticks() throws IOException {
    String stat = Files.readString(Path.of("/proc", "" + pid(), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  /** How many descriptors it has open. */
  long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", "" + pid(), "fd"))) {
      return all.count();
    }
  }

  /** Living processes of a home's sessions: the host names the home in their environment. */
  static List<String> left(Home home) throws IOException {
    return with("COMITY_HOME=" + home.root());
  }

  /** Living processes of a session. */
  static List<String> running(String id) throws IOException {
    return with("MUSTER_AGENT_SESSION_ID=" + id);
  }

  private static List<String> with(String variable) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .filter(process -> text(process.resolve("environ")).contains(variable))
          .map(process -> process.getFileName() + " " + text(process.resolve("cmdline")))
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }

  /** Sends it a signal, such as {@code STOP}. */
  void signal(String name) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + pid()).start().waitFor()).isZero();
  }

  /** SIGKILL: nothing that it holds in memory is left. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Waits until it has ended by itself; its exit code. */
  int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("the host ends by itself")
        .isTrue();
    return process.exitValue();
  }

  /** Ends it, and waits for that. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
