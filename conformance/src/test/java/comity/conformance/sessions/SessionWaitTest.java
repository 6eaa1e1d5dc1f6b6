package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.json.JsonObject;
import comity.panes.HostClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code session wait} as a script has it: when it comes back, with what, and with which code. */
@Timeout(240)
@Tag("SES-14")
class SessionWaitTest {
  @TempDir private Path folder;
  private Home home;
  private HostProcess host;

  @BeforeEach
  void start() throws IOException {
    home = HostProcess.home(folder);
    host = HostProcess.start(home);
  }

  @AfterEach
  void end() {
    host.close();
  }

  private String begin(String line) throws IOException {
    return HostProcess.id(host.done(HostProcess.begin(folder, "sh", "-c", line)));
  }

  /** One that waits, in a process of its own. */
  private record Waiter(Process process, Path out, Path err) {
    HostProcess.Ended ended() throws IOException, InterruptedException {
      try {
        assertThat(process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS))
            .as("it comes back")
            .isTrue();
        return new HostProcess.Ended(
            process.exitValue(), Files.readString(out), Files.readString(err));
      } finally {
        process.destroyForcibly();
      }
    }
  }

  /** Starts to wait; it comes back once the host has been asked. */
  private Waiter waiter(String... words) throws Exception {
    HostClient probe = host.client();
    // Those who came before have left by the second answer.
    JsonObject _ = HostProcess.done(probe, new Ask.Sessions());
    JsonObject _ = HostProcess.done(probe, new Ask.Sessions());
    long before = host.descriptors();
    List<String> command = JavaProgram.comity("--home", home.root().toString(), "session", "wait");
    command.addAll(List.of(words));
    Path out = Files.createTempFile(folder, "wait", ".out");
    Path err = Files.createTempFile(folder, "wait", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    Eventually.is(() -> host.descriptors() > before);
    // Whoever waits for an answer does nothing else, though the host has answered all else.
    AtomicInteger still = new AtomicInteger();
    Eventually.is(() -> {
      JsonObject _ = HostProcess.done(probe, new Ask.Sessions());
      return isStill(process) ? still.incrementAndGet() > 5 : still.getAndSet(0) < 0;
    });
    probe.close();
    return new Waiter(process, out, err);
  }

  /** The key that leaves sessions, which asks a JVM for a list of all its threads. */
  @Test
  void theKeyThatLeavesSessionsPrintsNothing() throws Exception {
    String id = begin("read x; exit 4");
    Waiter waiter = waiter(id, "--until", "exited");
    Process quit = new ProcessBuilder("kill", "-QUIT", "" + waiter.process().pid()).start();
    assertThat(quit.waitFor()).isZero();
    try (HostClient client = host.client()) {
      JsonObject _ = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
    }
    HostProcess.Ended ended = waiter.ended();
    assertThat(ended.toString()).doesNotContain("thread").doesNotContain("Thread");
  }

  /** Whether no thread of it runs, or could run if there were a processor for it. */
  private static boolean isStill(Process process) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
      for (Path each : threads.toList()) {
        String stat = Files.readString(each.resolve("stat"));
        if (!stat.substring(stat.lastIndexOf(')')).startsWith(") S")) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException ended) {
      return false;
    }
  }

  @Test
  void comesBackAtTheChangeWithItsReason() throws Exception {
    String id =
        begin("while read what; do printf \"\\\\033]9;4;$what\\\\007\"; echo did $what; done");
    try (HostClient client = host.client();
        Terminal terminal = new Terminal(client, id)) {
      terminal.type("3\r");
      terminal.until("it works", shown -> shown.contains("did 3"));
      Waiter waiter = waiter(id, "--until", "waiting,attention");
      terminal.type("1;50\r");
      terminal.until("it goes on", shown -> shown.contains("did 1;50"));
      assertThat(waiter.process().isAlive()).as("it works still").isTrue();
      terminal.type("0\r");
      assertThat(waiter.ended())
          .isEqualTo(new HostProcess.Ended(0, "waiting  OSC 9;4 clear\n", ""));
      assertThat(HostProcess.run(home, "session", "wait", id, "--until", "waiting").code())
          .as("it is so already")
          .isZero();
    }
  }

  @Test
  void theTimeIsOver() throws Exception {
    HostProcess.Ended ended =
        HostProcess.run(
            home, "session", "wait", begin("cat"), "--until", "waiting", "--timeout", "1");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("it was at none of these within 1 s");
  }

  @Test
  void itsProgramEndsMeanwhile() throws Exception {
    String id = begin("read go; exit 5");
    try (HostClient client = host.client();
        Terminal terminal = new Terminal(client, id)) {
      Waiter waiter = waiter(id, "--until", "waiting");
      Waiter ofTheEnd = waiter(id, "--until", "exited", "--json");
      terminal.type("\r");
      HostProcess.Ended ended = waiter.ended();
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err()).contains("its program does not run: exit 5");
      HostProcess.Ended told = ofTheEnd.ended();
      assertThat(told.code()).isZero();
      assertThat(told.out()).contains("\"exit_code\":5");
    }
    assertThat(HostProcess.run(home, "session", "wait", id, "--until", "idle").code()).isEqualTo(1);
  }

  @Test
  void itIsStoppedMeanwhile() throws Exception {
    String id = begin("trap '' HUP; sleep 600");
    Waiter waiter = waiter(id, "--until", "attention");
    assertThat(HostProcess.run(home, "session", "stop", "--now", id).code()).isZero();
    assertThat(waiter.ended().code()).isEqualTo(1);
  }

  @Test
  void thereIsNoSuchSession() throws Exception {
    HostProcess.Ended ended = HostProcess.run(home, "session", "wait", "none", "--until", "idle");
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("there is no session none");
  }

  @Test
  void theHostIsKilledMeanwhile() throws Exception {
    Waiter waiter = waiter(begin("cat"), "--until", "attention");
    host.kill();
    HostProcess.Ended ended = waiter.ended();
    assertThat(ended.code()).isEqualTo(5);
    assertThat(ended.err()).contains("comity session restore");
  }
}
