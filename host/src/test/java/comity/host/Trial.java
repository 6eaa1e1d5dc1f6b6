package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs real programs, and after each test looks whether one of them still lives. */
abstract class Trial {

  /** Long enough for a busy machine; no test waits for it to pass. */
  static final Duration LONG = Duration.ofSeconds(60);

  /** Short enough to wait for. */
  static final Duration SHORT = Duration.ofMillis(300);

  static final int MEGABYTE = 1 << 20;

  static final Program.Started ANY_START = _ -> {};
  static final Program.Output ANY_OUTPUT = _ -> {};

  @TempDir Path folder;
  private final List<String> runIds = new CopyOnWriteArrayList<>();

  @AfterEach
  void nothingIsLeft() {
    Processes processes = Processes.OF_THIS_SYSTEM;
    for (long pid : processes.pids()) {
      for (String id : runIds) {
        assertThat(processes.carries(pid, ProgramSpec.RUN_ID_VARIABLE, id)).isFalse();
      }
    }
  }

  String newRunId() {
    String id = UUID.randomUUID().toString();
    runIds.add(id);
    return id;
  }

  ProgramSpec spec(String... argv) {
    return new ProgramSpec(
        newRunId(), List.of(argv), Map.of(), folder, new byte[0], LONG, MEGABYTE, SHORT);
  }

  ProgramSpec sh(String script) {
    return spec("sh", "-c", script);
  }

  ProgramSpec python(String script, String... arguments) {
    var argv = new ArrayList<>(List.of("python3", "-c", script));
    argv.addAll(Arrays.asList(arguments));
    return spec(argv.toArray(String[]::new));
  }

  static ProgramSpec withInput(ProgramSpec s, byte[] input) {
    return new ProgramSpec(
        s.runId(),
        s.argv(),
        s.environment(),
        s.folder(),
        input,
        s.limit(),
        s.outputLimit(),
        s.grace());
  }

  static ProgramSpec withLimit(ProgramSpec s, Duration limit) {
    return new ProgramSpec(
        s.runId(),
        s.argv(),
        s.environment(),
        s.folder(),
        s.standardInput(),
        limit,
        s.outputLimit(),
        s.grace());
  }

  static ProgramSpec withGrace(ProgramSpec s, Duration grace) {
    return new ProgramSpec(
        s.runId(),
        s.argv(),
        s.environment(),
        s.folder(),
        s.standardInput(),
        s.limit(),
        s.outputLimit(),
        grace);
  }

  static ProgramSpec withOutputLimit(ProgramSpec s, int outputLimit) {
    return new ProgramSpec(
        s.runId(),
        s.argv(),
        s.environment(),
        s.folder(),
        s.standardInput(),
        s.limit(),
        outputLimit,
        s.grace());
  }

  static ProgramSpec withEnvironment(ProgramSpec s, Map<String, String> environment) {
    return new ProgramSpec(
        s.runId(),
        s.argv(),
        environment,
        s.folder(),
        s.standardInput(),
        s.limit(),
        s.outputLimit(),
        s.grace());
  }

  static Ended run(ProgramSpec spec) {
    return new Program(spec).run(ANY_START, ANY_OUTPUT);
  }

  static Ended.Exited exited(Ended ended) {
    assertThat(ended).isInstanceOf(Ended.Exited.class);
    return (Ended.Exited) ended;
  }

  static String reason(Ended ended) {
    assertThat(ended).isInstanceOf(Ended.NotStarted.class);
    return ((Ended.NotStarted) ended).reason();
  }

  /** Runs it and stops it as soon as it has written a whole line. */
  static Ended.Stopped stopAtFirstLine(ProgramSpec spec) {
    var program = new Program(spec);
    Ended ended =
        program.run(
            ANY_START,
            chunk -> {
              if (text(chunk).contains("\n")) {
                program.stop();
              }
            });
    assertThat(ended).isInstanceOf(Ended.Stopped.class);
    return (Ended.Stopped) ended;
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static boolean lives(long pid) {
    return Processes.OF_THIS_SYSTEM.look(pid).filter(seen -> !seen.dead()).isPresent();
  }

  /** The pids that a program printed, a word each. */
  static List<Long> pids(Produced produced) {
    return Arrays.stream(text(produced.out()).trim().split("\\s+", -1))
        .map(Long::parseLong)
        .toList();
  }
}
