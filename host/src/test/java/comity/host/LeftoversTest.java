package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeftoversTest extends Trial {

  /** A program with a deaf child that left its session, parent and pipes. */
  private static final String PROGRAM =
      "(trap '' TERM; setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); exec sleep 1000";

  @Test
  void whatACrashedHubLeftIsEnded() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(crashed.program().isAlive()).isTrue();
    assertThat(lives(crashed.daemon())).isTrue();
    assertThat(Leftovers.end(crashed.program(), runId, SHORT)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
    assertThat(Leftovers.end(crashed.program(), runId, SHORT)).isEmpty();
  }

  @Test
  void aRunIsFoundWithoutItsMark() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(Leftovers.end(null, runId, SHORT)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
  }

  @Test
  void anotherRunIsLeftAlone() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(Leftovers.end(null, newRunId(), SHORT)).isEmpty();
    ProcessMark p = crashed.program();
    assertThat(Leftovers.end(new ProcessMark(p.pid(), p.start(), "another-boot"), runId, SHORT))
        .isEmpty();
    assertThat(p.isAlive()).isTrue();
    assertThat(lives(crashed.daemon())).isTrue();
    assertThat(Leftovers.end(p, runId, Duration.ZERO)).isEmpty();
  }

  @Test
  void aProcessThatHasThePidAgainIsLeftAlone() throws Exception {
    Process innocent =
        new ProcessBuilder("setsid", "sh", "-c", "sleep 1000 & echo $!; wait").start();
    try (BufferedReader out = innocent.inputReader(StandardCharsets.UTF_8)) {
      long child = Long.parseLong(out.readLine());
      ProcessMark now = ProcessMark.of(innocent.pid()).orElseThrow();
      var earlier = new ProcessMark(now.pid(), now.start() - 1, now.boot());
      assertThat(Leftovers.end(earlier, newRunId(), SHORT)).isEmpty();
      assertThat(now.isAlive()).isTrue();
      assertThat(lives(child)).isTrue();
      // The leader of that session gone, its number proves nothing.
      innocent.destroyForcibly().waitFor();
      assertThat(Leftovers.end(earlier, newRunId(), SHORT)).isEmpty();
      assertThat(lives(child)).isTrue();
      ProcessHandle orphan = ProcessHandle.of(child).orElseThrow();
      assertThat(orphan.destroyForcibly()).isTrue();
      assertThat(orphan.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS).isAlive()).isFalse();
    } finally {
      innocent.destroyForcibly().waitFor();
    }
  }

  @Test
  void thisProcessNeverEndsItself() throws Exception {
    Process child = new ProcessBuilder("sleep", "1000").start();
    try {
      ProcessMark self = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();
      assertThat(Leftovers.end(self, newRunId(), Duration.ZERO)).isEmpty();
      assertThat(child.isAlive()).isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private record Crashed(ProcessMark program, long daemon) {}

  /** Starts a hub in a process of its own, waits until its program runs, and kills the hub. */
  private static Crashed crash(String runId) throws Exception {
    Process hub =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CrashingHub.class.getName(),
                runId,
                "sh",
                "-c",
                PROGRAM)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = hub.inputReader(StandardCharsets.UTF_8)) {
      @Nullable String mark = out.readLine();
      @Nullable String daemon = out.readLine();
      hub.destroyForcibly().waitFor();
      assertThat(mark).isNotNull();
      assertThat(daemon).isNotNull();
      return new Crashed(
          ProcessMark.parse(String.valueOf(mark)).orElseThrow(),
          Long.parseLong(String.valueOf(daemon)));
    } finally {
      hub.destroyForcibly().waitFor();
    }
  }
}
