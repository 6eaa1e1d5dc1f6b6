package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that was stopped, or a program that has its socket, and says nothing: nobody hangs. */
@Timeout(240)
@Tag("SES-10")
final class SilentHostTest {
  /** Twice ten seconds of patience, and the start of a dozen programs on a busy machine. */
  private static final Duration ALL_OF_THEM = Duration.ofSeconds(60);

  private static final List<String> COMMANDS =
      List.of(
          "session list",
          "session show a",
          "session screen a",
          "session logs a",
          "session stop a",
          "session restore",
          "session resume --detach a",
          "session wait a --until idle",
          "run --detach -- true",
          "attach a");

  @TempDir private Path folder;

  private record Running(Process process, Path err) {}

  private Running start(Home home, List<String> options, String line) throws IOException {
    List<String> command =
        JavaProgram.comity("--home", home.root().toString(), line.split(" ", 2)[0]);
    command.addAll(1, options);
    command.addAll(List.of(line.split(" ", 2)[1].split(" ", -1)));
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MUSTER_"));
    return new Running(builder.start(), err);
  }

  /** All at the same time: each waits for as long. */
  private Map<String, HostProcess.Ended> all(Home home, List<String> lines) throws Exception {
    Map<String, Running> started = new LinkedHashMap<>();
    for (String line : lines) {
      started.put(line, start(home, List.of(), line));
    }
    Map<String, HostProcess.Ended> ended = new LinkedHashMap<>();
    List<String> hung = new ArrayList<>();
    long until = System.nanoTime() + ALL_OF_THEM.toNanos();
    for (Map.Entry<String, Running> each : started.entrySet()) {
      Process process = each.getValue().process();
      if (process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        String err = Files.readString(each.getValue().err());
        ended.put(each.getKey(), new HostProcess.Ended(process.exitValue(), "", err));
      } else {
        process.destroyForcibly().waitFor();
        hung.add(each.getKey());
      }
    }
    assertThat(hung).as("those that hang").isEmpty();
    return ended;
  }

  @Test
  void aStoppedHostIsToldAndGoesOn() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String id = HostProcess.id(host.done(HostProcess.begin(folder, "cat")));
      host.signal("STOP");
      try {
        all(home, COMMANDS)
            .forEach((line, ended) -> {
              assertThat(ended.code()).as("%s: %s", line, ended.err()).isEqualTo(5);
              assertThat(ended.err())
                  .as(line)
                  .contains(
                      "the host of sessions, process " + host.pid() + ", which listens at ",
                      home.run().resolve("host.sock") + ", is stopped; ",
                      "kill -CONT " + host.pid());
            });
        HostProcess.Ended doctor = HostProcess.run(home, "doctor");
        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.out()).contains("WRONG  sessions: the host of sessions, process ");
      } finally {
        host.signal("CONT");
      }
      assertThat(host.done(new Ask.Show(id)).string("state")).contains("open");
      assertThat(HostProcess.run(home, "doctor").out())
          .contains("ok     sessions: their host answers");
    }
  }

  @Test
  void aProgramThatIsNoHostIsTold() throws Exception {
    Home home = HostProcess.home(folder);
    Path socket = home.run().resolve("host.sock");
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      long pid = ProcessHandle.current().pid();
      all(home, COMMANDS)
          .forEach((line, ended) -> {
            assertThat(ended.code()).as("%s: %s", line, ended.err()).isEqualTo(5);
            assertThat(ended.err())
                .as(line)
                .contains("process " + pid + " (", "listens at " + socket + ", and is no host")
                .contains("kill " + pid);
          });
    }
  }

  /** What the host would have to do something for first is asked of such a one as well. */
  @Test
  void aProgramThatGreetsAndIsNoHostIsTold() throws Exception {
    Home home = HostProcess.home(folder);
    Path socket = home.run().resolve("host.sock");
    Thread greeting;
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      greeting = Thread.ofVirtual().start(() -> greetAll(door));
      // Only in a terminal something is asked so that a session is shown there.
      List<String> lines = COMMANDS.stream().filter(each -> !each.startsWith("attach")).toList();
      all(home, lines)
          .forEach((line, ended) -> {
            assertThat(ended.code()).as("%s: %s", line, ended.err()).isEqualTo(5);
            assertThat(ended.err())
                .as(line)
                .contains("listens at " + socket + ", and is no host")
                .contains("kill " + ProcessHandle.current().pid());
          });
    }
    greeting.join();
  }

  private static void greetAll(ServerSocketChannel door) {
    List<SocketChannel> came = new ArrayList<>();
    try {
      while (true) {
        came.add(door.accept());
        greet(came.getLast());
      }
    } catch (IOException closed) {
      came.forEach(SilentHostTest::close);
    }
  }

  private static void greet(SocketChannel came) {
    try {
      came.write(ByteBuffer.wrap(Frame.hello()));
    } catch (IOException gone) {
      // Whoever only looked.
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Takes no more than its time, and half a minute until its JVM runs on a busy machine. */
  private HostProcess.Ended waited(Home home, List<String> options) throws Exception {
    Running running = start(home, options, "session wait a --until idle --timeout 2");
    try {
      assertThat(running.process().waitFor(30, TimeUnit.SECONDS)).as("it comes back").isTrue();
    } finally {
      running.process().destroyForcibly();
    }
    return new HostProcess.Ended(
        running.process().exitValue(), "", Files.readString(running.err()));
  }

  @Test
  @Tag("SES-14")
  void whoWaitsForAWhileWaitsNoLongerForAHostThatIsSilent() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      host.signal("STOP");
      try {
        HostProcess.Ended ended = waited(home, List.of());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("it was at none of these within 2 s");
      } finally {
        host.signal("CONT");
      }
    }
  }

  @Test
  @Tag("SES-14")
  void whoWaitsForAWhileWaitsNoLongerForAHostThatOthersStart() throws Exception {
    Home home = HostProcess.home(folder);
    try (FileChannel lock =
        FileChannel.open(
            home.run().resolve("host.start"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      assertThat(lock.tryLock()).isNotNull();
      Path ran = folder.resolve("ran");
      Path launcher = launcher("touch " + ran);
      HostProcess.Ended ended = waited(home, List.of("-Dcomity.launcher=" + launcher));
      assertThat(ended.code()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err()).contains("it was at none of these within 2 s");
      assertThat(Files.exists(home.log().resolve("host.log"))).as("a start").isFalse();
      assertThat(ran).as("what is not this one's turn to start").doesNotExist();
    }
  }

  private Path launcher(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("launcher"), "#!/bin/sh\n" + line + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  @Test
  @Tag("SES-14")
  void whatIsWrongOtherwiseIsToldAlsoWhereThereIsLittleTime() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String id = HostProcess.id(host.done(HostProcess.begin(folder, "true")));
      Eventually.is(
          () -> host.done(new Ask.Show(id)).string("activity").equals(Optional.of("exited")));
      assertThat(now(home, id, "exited").code()).isZero();
      HostProcess.Ended not = now(home, id, "idle");
      assertThat(not.code()).isEqualTo(1);
      assertThat(not.err()).contains("its program does not run: exit 0");
      HostProcess.Ended none = now(home, "nobody", "idle");
      assertThat(none.code()).isEqualTo(3);
      assertThat(none.err()).contains("nobody").doesNotContain("at none of these");
    }
  }

  private static HostProcess.Ended now(Home home, String id, String state) throws Exception {
    return HostProcess.run(home, "session", "wait", id, "--until", state, "--timeout", "1");
  }

  @Test
  @Tag("SES-14")
  void whoWaitsForAWhileWaitsNoLongerForAHostThatBegins() throws Exception {
    Home home = HostProcess.home(folder);
    Path pid = folder.resolve("pid");
    // A launcher that starts nothing, but stays.
    Path slow =
        launcher("echo $$ >" + pid + ".next; mv " + pid + ".next " + pid + "; exec sleep 600");
    try {
      HostProcess.Ended ended = waited(home, List.of("-Dcomity.launcher=" + slow));
      assertThat(ended.code()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err()).contains("it was at none of these within 2 s");
    } finally {
      // Others may wait for it; it may have only just been started.
      Eventually.is(() -> Files.exists(pid));
      assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
          .hasValueSatisfying(started -> assertThat(started.destroyForcibly()).isTrue());
    }
  }
}
