package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinuxProcessesTest extends Trial {

  @Test
  void aNameOfAnyShapeDoesNotShiftTheFields() {
    String stat = "42 (a) Z (1 2) S 7 8 9 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 3 0 987654 1 2 3 4 5\n";
    assertThat(LinuxProcesses.parse(42, stat.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new Processes.Seen(42, 7, 8, 9, 987654, false));
  }

  @Test
  void aZombieIsDeadUnlessItsThreadsRun() {
    String stat = "42 (x) Z 7 8 9 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 %d 0 5 1\n";
    assertThat(parse(stat.formatted(1)).dead()).isTrue();
    assertThat(parse(stat.formatted(2)).dead()).isFalse();
  }

  @Test
  void anEnvironmentIsMatchedByWholeVariables() {
    var processes = new LinuxProcesses();
    ProgramSpec spec = withEnvironment(spec("cat"), Map.of("A", "one two", "B_A", "x"));
    var program = new Program(spec);
    Ended ended =
        program.run(
            mark -> {
              // The kernel shows an environment some moments after the program was started.
              while (!processes.carries(mark.pid(), "A", "one two")) {
                assertThat(processes.look(mark.pid())).isPresent();
                Thread.onSpinWait();
              }
              assertThat(processes.carries(mark.pid(), "A", "one")).isFalse();
              assertThat(processes.carries(mark.pid(), "A", "x")).isFalse();
              assertThat(processes.carries(mark.pid(), "COMITY_RUN_ID", spec.runId())).isTrue();
            },
            ANY_OUTPUT);
    exited(ended);
  }

  private static Processes.Seen parse(String stat) {
    return LinuxProcesses.parse(42, stat.getBytes(StandardCharsets.UTF_8));
  }
}
