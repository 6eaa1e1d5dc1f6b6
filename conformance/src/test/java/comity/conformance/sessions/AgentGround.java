package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.ClaudeCode;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.panes.HostClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where a real agent is tried: a network namespace in which a model answers and nothing else, a
 * home of Comity with a launcher, and a home of the agent.
 */
final class AgentGround {
  private static final String PORT = "8765";

  /** One command with a JVM on a loaded machine. */
  private static final long COMMAND_SECONDS = 60;

  private static final long PAUSE_NANOS = 50_000_000L;

  private final RealAgent agent;
  private final RealAgent.Place place;
  private final String namespace;
  private final Path folder;
  private final Path log;
  private final Hooks hooks;
  private final Process model;
  private final Map<String, String> environment = new HashMap<>();

  /** How a command ended. */
  record Ran(int code, String out, String err) {}

  private AgentGround(RealAgent agent, Path folder, String namespace)
      throws IOException, InterruptedException {
    this.agent = agent;
    this.folder = folder;
    this.namespace = namespace;
    this.log = folder.resolve("model.jsonl");
    this.place =
        new RealAgent.Place(
            Files.createDirectory(folder.resolve("agent-home")),
            Files.createDirectory(folder.resolve("work")),
            Files.createDirectory(folder.resolve("bin")),
            PORT);
    this.hooks = Hooks.in(folder);
    agent.prepare(place);
    ClaudeCode.makeNamespace(namespace);
    this.model = ModelApis.start(namespace, PORT, log);
    environment.put("PATH", place.bin() + ":/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", place.home().toString());
    environment.put("SHELL", GreetingShell.in(place.home()).toString());
    environment.put("LANG", "C.UTF-8");
    environment.put("COMITY_HOME", comityHome().toString());
    environment.putAll(agent.environment(place));
    if (agent.hooksInFiles()) {
      assertThat(comity("hooks", "setup", agent.provider()).code()).isZero();
    }
  }

  /** Makes it ready; skips the tests where namespaces or the agent can't be had. */
  static AgentGround make(RealAgent agent, Path folder) throws IOException, InterruptedException {
    return new AgentGround(agent, folder.toRealPath(), "comity-run-" + agent.provider());
  }

  /** Lets another agent be run there too, with hooks in its own configuration. */
  void also(RealAgent other) throws IOException, InterruptedException {
    other.prepare(place);
    environment.putAll(other.environment(place));
    assertThat(comity("hooks", "setup", other.provider()).code()).isZero();
  }

  Path comityHome() {
    return folder.resolve("comity-home");
  }

  RealAgent.Place place() {
    return place;
  }

  /** Runs Comity's launcher in the namespace to its end. */
  Ran comity(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    command.add(hooks.launcher());
    command.addAll(List.of(words));
    Path out = Files.createTempFile(folder, "command", ".out");
    Path err = Files.createTempFile(folder, "command", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(place.work().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Begins a session of the agent, whose id is given. */
  String begin(String... more) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("run", "--detach", "--json", "--"));
    words.addAll(agent.command());
    words.addAll(List.of(more));
    return begun(comity(words.toArray(String[]::new)));
  }

  /** Begins one of a project, with other options of {@code run}. */
  String beginIn(Path project, String... options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("run", "--project", project.toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--detach", "--json", "--"));
    words.addAll(agent.command());
    return begun(comity(words.toArray(String[]::new)));
  }

  /** Has the model want a tool at a prompt with that mark. */
  void wants(String mark, RealAgent.Use use) throws IOException {
    ModelTools.want(log, mark, use);
  }

  /** Has each guard end at once, with nothing said. */
  void breakGuard() throws IOException {
    Path launcher = Path.of(hooks.launcher());
    Path whole = launcher.resolveSibling("whole");
    Files.move(launcher, whole);
    Files.writeString(
        launcher, "#!/bin/sh\n[ \"$2\" = guard ] && exit 1\nexec '%s' \"$@\"\n".formatted(whole));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  /** Has them work again. */
  void mendGuard() throws IOException {
    Path launcher = Path.of(hooks.launcher());
    Files.move(launcher.resolveSibling("whole"), launcher, StandardCopyOption.REPLACE_EXISTING);
  }

  static String begun(Ran ran) {
    assertThat(ran.code()).as(ran.toString()).isZero();
    return read(ran.out()).string("id").orElseThrow();
  }

  static JsonObject read(String json) {
    assertThat(Json.read(json.getBytes(StandardCharsets.UTF_8)))
        .as(json)
        .isInstanceOf(JsonReading.Read.class);
    return Json.read(json.getBytes(StandardCharsets.UTF_8))
            instanceof JsonReading.Read(JsonObject object)
        ? object
        : JsonObject.empty();
  }

  /** Comes in at the running host. */
  HostClient client() throws IOException {
    return HostClient.connect(new Home(comityHome())).orElseThrow();
  }

  Terminal attach(String session) throws IOException {
    return new Terminal(client(), session);
  }

  JsonObject show(String session) throws IOException {
    try (HostClient client = client()) {
      return client.ask(new Ask.Show(session)) instanceof Reply.Done(JsonObject shown)
          ? shown
          : JsonObject.empty();
    }
  }

  /** All sessions. */
  List<JsonObject> sessions() throws IOException {
    try (HostClient client = client()) {
      return client.ask(new Ask.Sessions()) instanceof Reply.Done(JsonObject shown)
              && shown.get("sessions") instanceof JsonArray array
          ? array.elements().stream()
              .flatMap(each -> each instanceof JsonObject one ? Stream.of(one) : Stream.empty())
              .toList()
          : List.of();
    }
  }

  /** The session once it is so; each look is at the running host. */
  JsonObject await(String session, String what, Predicate<JsonObject> so)
      throws IOException, InterruptedException {
    JsonObject[] last = new JsonObject[1];
    eventually(
        what,
        () -> {
          last[0] = show(session);
          return so.test(last[0]);
        });
    return last[0];
  }

  /** Returns once it is so; an assertion where it does not become so. */
  void eventually(String what, Callable<Boolean> so) throws IOException, InterruptedException {
    long until = System.nanoTime() + Terminal.PATIENCE.toNanos();
    try {
      while (!so.call()) {
        if (System.nanoTime() > until) {
          throw new AssertionError("it did not come: " + what + "\n" + state() + screens());
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (IOException | InterruptedException | AssertionError e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private String screens() throws IOException {
    StringBuilder all = new StringBuilder();
    for (JsonObject session : sessions()) {
      try (HostClient client = client()) {
        if (session.get("pid") != null
            && client.ask(new Ask.Screen(session.string("id").orElseThrow()))
                instanceof Reply.Done(JsonObject screen)) {
          all.append(screen.string("text").orElse("")).append('\n');
        }
      }
    }
    return all.toString();
  }

  /** For those who look for what went wrong. */
  private String state() throws IOException {
    Path hostLog = comityHome().resolve("log/host.log");
    StringBuilder all = new StringBuilder();
    for (JsonObject session : sessions()) {
      all.append(Json.text(session)).append('\n');
    }
    return all + (Files.exists(hostLog) ? Files.readString(hostLog) : "");
  }

  /**
   * Attaches as often as an agent that ends at once is run again, until one takes prompts.
   *
   * @param ready what is on its screen then
   */
  Terminal attachOnceReady(String session, String ready) throws IOException, InterruptedException {
    await(session, "it runs", shown -> isReady(session, shown, ready));
    return attach(session);
  }

  private boolean isReady(String session, JsonObject shown, String ready) {
    if (shown.get("pid") == null) {
      return false;
    }
    try (HostClient client = client()) {
      return client.ask(new Ask.Screen(session)) instanceof Reply.Done(JsonObject screen)
          && screen.string("text").orElse("").contains(ready);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the command shows it. */
  JsonObject shown(String session) throws IOException, InterruptedException {
    Ran ran = comity("session", "show", session, "--json");
    assertThat(ran.code()).as(ran.toString()).isZero();
    return read(ran.out());
  }

  /** All that the model was asked, as lines. */
  List<String> asked() throws IOException {
    if (!Files.exists(log)) {
      return List.of();
    }
    String all = Files.readString(log);
    // One may just be written.
    return all.substring(0, all.lastIndexOf('\n') + 1).lines().toList();
  }

  /** Files below a folder that name or hold both. */
  static List<Path> holding(Path folder, String id, String text) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found = new ArrayList<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        if ((file.toString().contains(id) || content.contains(id)) && content.contains(text)) {
          found.add(file);
        }
      }
      return found;
    }
  }

  /** Living processes of a session, the host's not among them. */
  static List<Long> processes(String session) throws IOException {
    return withEnvironment("COMITY_RUN_ID=comity-session-" + session + "\0");
  }

  private static List<Long> withEnvironment(String part) throws IOException {
    return living().stream()
        .filter(pid -> text(Path.of("/proc", pid + "/environ")).contains(part))
        .toList();
  }

  /** The host of this home. */
  List<Long> hosts() throws IOException {
    return running("host");
  }

  /** Processes of Comity that run this command for this home. */
  List<Long> running(String command) throws IOException {
    return living().stream()
        .filter(pid -> {
          String[] words = text(Path.of("/proc", pid + "/cmdline")).split("\0", -1);
          return Arrays.asList(words).contains("comity.cli.Main")
              && Arrays.asList(words).contains(command)
              && (Arrays.asList(words).contains(comityHome().toString())
                  || text(Path.of("/proc", pid + "/environ"))
                      .contains("COMITY_HOME=" + comityHome() + "\0"));
        })
        .toList();
  }

  /** The words of a process; none where it has ended. */
  static String words(long pid) {
    return text(Path.of("/proc", pid + "/cmdline")).replace('\0', ' ');
  }

  private static List<Long> living() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.map(process -> String.valueOf(process.getFileName()))
          .filter(name -> name.matches("[0-9]+"))
          .map(Long::valueOf)
          .toList();
    }
  }

  /** Empty where it has just ended, or is a zombie, which has none. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  static void kill(long pid) throws InterruptedException {
    ProcessHandle.of(pid)
        .ifPresent(process -> {
          process.destroyForcibly();
          process.onExit().orTimeout(COMMAND_SECONDS, TimeUnit.SECONDS).join();
        });
  }

  /** Ends all that was started here. */
  void end() throws IOException, InterruptedException {
    try {
      for (long host : hosts()) {
        kill(host);
      }
      // All that was started here has this home.
      for (long pid : withEnvironment("COMITY_HOME=" + comityHome() + "\0")) {
        kill(pid);
      }
      model.destroyForcibly().waitFor();
    } finally {
      ClaudeCode.endNamespace(namespace);
    }
  }
}
