package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeftoversTest extends Trial {

  /** A program with a deaf child that left its session, parent and pipes. */
  private static final String PROGRAM =
      "(trap '' TERM; setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); exec sleep 1000";

  private Home home = new Home(Path.of("none"));
  private Leftovers leftovers = of(home);

  @BeforeEach
  void makeHome() throws IOException {
    home = new Home(Files.createDirectory(folder.resolve("home")));
    leftovers = of(home);
  }

  /** In the homes of these tests a run is kept as a file of its name. */
  private static Leftovers of(Home home) {
    return new Leftovers(home, (other, run) -> Files.exists(other.root().resolve(run)));
  }

  @Test
  void whatACrashedHubLeftIsEnded() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(crashed.program().isAlive()).isTrue();
    assertThat(lives(crashed.daemon())).isTrue();
    assertThat(leftovers.end(crashed.program(), runId, SHORT)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
    assertThat(leftovers.end(crashed.program(), runId, SHORT)).isEmpty();
  }

  @Test
  void aRunIsFoundWithoutItsMark() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(leftovers.end(null, runId, SHORT)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
  }

  @Test
  void anotherRunIsLeftAlone() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    assertThat(leftovers.end(null, newRunId(), SHORT)).isEmpty();
    ProcessMark p = crashed.program();
    assertThat(leftovers.end(new ProcessMark(p.pid(), p.start(), "another-boot"), runId, SHORT))
        .isEmpty();
    assertThat(p.isAlive()).isTrue();
    assertThat(lives(crashed.daemon())).isTrue();
    assertThat(leftovers.end(p, runId, Duration.ZERO)).isEmpty();
  }

  @Test
  void aProcessThatHasThePidAgainIsLeftAlone() throws Exception {
    Process innocent =
        new ProcessBuilder("setsid", "sh", "-c", "sleep 1000 & echo $!; wait").start();
    try (BufferedReader out = innocent.inputReader(StandardCharsets.UTF_8)) {
      long child = Long.parseLong(out.readLine());
      ProcessMark now = ProcessMark.of(innocent.pid()).orElseThrow();
      var earlier = new ProcessMark(now.pid(), now.start() - 1, now.boot());
      assertThat(leftovers.end(earlier, newRunId(), SHORT)).isEmpty();
      assertThat(now.isAlive()).isTrue();
      assertThat(lives(child)).isTrue();
      // The leader of that session gone, its number proves nothing.
      innocent.destroyForcibly().waitFor();
      assertThat(leftovers.end(earlier, newRunId(), SHORT)).isEmpty();
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
      assertThat(leftovers.end(self, newRunId(), Duration.ZERO)).isEmpty();
      assertThat(child.isAlive()).isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  @Tag("SES-12")
  void aCopyOfAHomeLeavesAloneWhatIsOfTheOriginal() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    Home copy = new Home(Files.createDirectory(folder.resolve("copy")));
    Files.createFile(copy.root().resolve(runId));
    Leftovers copied = of(copy);
    assertThat(copied.living(Set.of(runId))).isEmpty();
    assertThat(copied.end(crashed.program(), runId, Duration.ZERO)).isEmpty();
    assertThat(copied.end(null, runId, Duration.ZERO)).isEmpty();
    assertThat(crashed.program().isAlive()).isTrue();
    assertThat(lives(crashed.daemon())).isTrue();
    assertThat(leftovers.living(Set.of(newRunId(), runId))).containsExactly(runId);
    assertThat(leftovers.end(crashed.program(), runId, Duration.ZERO)).isEmpty();
    assertThat(lives(crashed.daemon())).isFalse();
  }

  @Test
  @Tag("SES-12")
  void aHomeIsTheSameByWhateverPath() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    Home link = new Home(Files.createSymbolicLink(folder.resolve("link"), home.root()));
    assertThat(of(link).living(Set.of(runId))).containsExactly(runId);
    assertThat(of(link).end(crashed.program(), runId, Duration.ZERO)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
  }

  @Test
  @Tag("SES-12")
  void aHomeThatWasMovedHasItsOwnStill() throws Exception {
    String runId = newRunId();
    var crashed = crash(runId);
    Leftovers moved = of(new Home(Files.move(home.root(), folder.resolve("moved"))));
    assertThat(moved.living(Set.of(runId))).containsExactly(runId);
    // Another home is where it was.
    Files.createDirectory(home.root());
    assertThat(moved.living(Set.of(runId))).containsExactly(runId);
    assertThat(moved.end(crashed.program(), runId, Duration.ZERO)).isEmpty();
    assertThat(crashed.program().isAlive()).isFalse();
    assertThat(lives(crashed.daemon())).isFalse();
  }

  @Test
  @Tag("SES-12")
  void whatIsNotToldOfAHomeIsOfThatOfItsHostWhileThatLives() throws Exception {
    String runId = newRunId();
    Files.createFile(home.root().resolve(runId));
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", "env -i sleep 1000 & echo $!; wait");
    builder.environment().put(Home.VARIABLE, home.root().toString());
    Process host = builder.start();
    try (BufferedReader out = host.inputReader(StandardCharsets.UTF_8)) {
      ProcessMark program = ProcessMark.of(Long.parseLong(out.readLine())).orElseThrow();
      Leftovers copied = of(new Home(folder.resolve("copy")));
      assertThat(copied.end(program, runId, Duration.ZERO)).isEmpty();
      assertThat(program.isAlive()).isTrue();
      host.destroyForcibly().waitFor();
      assertThat(copied.end(program, runId, Duration.ZERO)).isEmpty();
      assertThat(program.isAlive()).isFalse();
    } finally {
      host.destroyForcibly().waitFor();
    }
  }

  @Test
  @Tag("SES-12")
  void whatThisProcessStartedIsItsOwnWhateverItIsTold() throws Exception {
    String runId = newRunId();
    Files.createFile(home.root().resolve(runId));
    ProcessBuilder builder = new ProcessBuilder("sleep", "1000");
    builder.environment().put(Home.VARIABLE, home.root().toString());
    Process child = builder.start();
    try {
      ProcessMark mark = ProcessMark.of(child.pid()).orElseThrow();
      Leftovers copied = of(new Home(folder.resolve("copy")));
      assertThat(copied.end(mark, runId, Duration.ZERO)).isEmpty();
      assertThat(child.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private record Crashed(ProcessMark program, long daemon) {}

  /** Starts a hub in a process of its own, waits until its program runs, and kills the hub. */
  private Crashed crash(String runId) throws Exception {
    Files.createFile(home.root().resolve(runId));
    ProcessBuilder builder =
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
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(Home.VARIABLE, home.root().toString());
    Process hub = builder.start();
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
