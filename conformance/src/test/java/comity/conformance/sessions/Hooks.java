package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.HookReport;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls hooks as an agent does, with the real launcher in a checkout whose build is the classes
 * that are tested. It has no cache, so that a start is slow, but is what it is without one.
 */
final class Hooks {
  /** Two seconds of patience for the input, and a JVM's start on a busy machine. */
  private static final long PATIENCE_SECONDS = 60;

  private final Path folder;
  private final Path checkout;
  private final Path home;
  private final Map<String, String> environment = new HashMap<>();

  private Hooks(Path folder) {
    this.folder = folder;
    this.checkout = folder.resolve("checkout");
    this.home = folder.resolve("home");
  }

  /** How a hook ended. */
  record Ended(int code, String out, String err) {}

  /** In a folder, with an open home and a session. */
  static Hooks in(Path folder) throws IOException {
    Hooks hooks = new Hooks(folder);
    hooks.makeCheckout();
    Files.createDirectories(hooks.home.resolve("sessions"));
    hooks.with("COMITY_HOME", hooks.home.toString());
    hooks.with("MUSTER_AGENT_SESSION_ID", "5f1c");
    return hooks;
  }

  private void makeCheckout() throws IOException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    Path app = Files.createDirectories(checkout.resolve("build/app"));
    Files.createDirectory(checkout.resolve("scripts"));
    for (String file :
        List.of("comity", "scripts/jdk.bash", "scripts/host.options", "scripts/serve.options")) {
      Files.copy(root.resolve(file), checkout.resolve(file));
    }
    assertThat(checkout.resolve("comity").toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(checkout.resolve("muster"), Path.of("comity"));
    Files.writeString(
        checkout.resolve("build/current"), "app\n" + System.getProperty("java.home") + "\n");
    Files.createFile(app.resolve("trained-" + System.getProperty("java.runtime.version")));
    List<String> command = JavaProgram.comity();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(command.get(command.indexOf("-cp") + 1).split(File.pathSeparator, -1))
                .map(part -> Path.of(part).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(app.resolve("comity.jar"));
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.finish();
    }
  }

  /** Sets a variable of the hook's environment. */
  Hooks with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Takes one away. */
  Hooks without(String name) {
    environment.put(name, "");
    return this;
  }

  Path home() {
    return home;
  }

  Path inbox() {
    return home.resolve("sessions/inbox");
  }

  Path checkout() {
    return checkout;
  }

  String launcher() {
    return checkout.resolve("comity").toString();
  }

  /** The launcher with {@code hook capture} and these options, or those that are right. */
  List<String> command(String... options) {
    List<String> command = new ArrayList<>(List.of(launcher(), "hook", "capture"));
    command.addAll(
        options.length > 0
            ? List.of(options)
            : List.of("--provider", "claude", "--process-id", "" + ProcessHandle.current().pid()));
    return command;
  }

  /** Captures that input. */
  Ended capture(String input, String... options) throws IOException, InterruptedException {
    return run(command(options), input.getBytes(StandardCharsets.UTF_8));
  }

  /** Runs a command to its end. */
  Ended run(List<String> command, byte[] input) throws IOException, InterruptedException {
    Started started = start(command);
    try (OutputStream in = started.process.getOutputStream()) {
      in.write(input);
    } catch (IOException closed) {
      // It may have seen enough.
    }
    return started.ended();
  }

  /** Starts a command; its standard input is open. */
  Started start(List<String> command) throws IOException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("COMITY_"));
    builder.environment().remove("JAVA_HOME");
    builder.environment().putAll(environment);
    builder.environment().values().removeIf(String::isEmpty);
    return new Started(builder.start(), out, err);
  }

  /** A hook that runs. */
  record Started(Process process, Path out, Path err) {
    /** Waits for its end, and kills what does not end. */
    Ended ended() throws IOException, InterruptedException {
      try {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  /** The names of the files in the inbox, hidden ones too. */
  List<String> files() throws IOException {
    if (!Files.isDirectory(inbox(), LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(inbox())) {
      return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  /** Takes all reports; nothing else must be there. */
  List<HookReport> taken() {
    CaptureInbox.Opening opening = CaptureInbox.open(home.toFile());
    assertThat(opening).isInstanceOf(CaptureInbox.Opening.Opened.class);
    List<HookReport> taken = new ArrayList<>();
    CaptureInbox.Taken done = ((CaptureInbox.Opening.Opened) opening).inbox().take(taken::add);
    assertThat(done.problems()).isEmpty();
    return taken;
  }
}
