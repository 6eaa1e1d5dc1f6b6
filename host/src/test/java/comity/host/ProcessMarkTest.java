package comity.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProcessMarkTest extends Trial {

  @Test
  void knowsThisProcessAndNoOtherWithItsPid() {
    ProcessMark self = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();
    assertThat(self.isAlive()).isTrue();
    assertThat(new ProcessMark(self.pid(), self.start() - 1, self.boot()).isAlive()).isFalse();
    assertThat(new ProcessMark(self.pid(), self.start(), "another-boot").isAlive()).isFalse();
    assertThat(ProcessMark.gone(self.pid()).isAlive()).isFalse();
  }

  @Test
  void readsWhatItWrote() {
    ProcessMark self = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();
    assertThat(ProcessMark.parse(self.text())).contains(self);
    ProcessMark gone = ProcessMark.gone(77);
    assertThat(ProcessMark.parse(gone.text())).contains(gone);
    for (String text : new String[] {"", "1", "1 2", "x 2 ", "-1 2 ", "0 2 ", "1 -2 ", "1 2 B "}) {
      assertThat(ProcessMark.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void refusesWhatIsNoProcess() {
    assertThatThrownBy(() -> new ProcessMark(0, 1, "")).hasMessageContaining("pid 0");
    assertThatThrownBy(() -> new ProcessMark(5, -2, "")).hasMessageContaining("-2");
  }

  @Test
  void aProcessThatWaitsToBeCollectedIsNotAlive() throws Exception {
    String script =
        """
        import os, sys
        child = os.fork()
        if child == 0: os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        print(child, flush=True)
        sys.stdin.read()
        """;
    Process parent = new ProcessBuilder("python3", "-c", script).start();
    try (BufferedReader out = parent.inputReader(StandardCharsets.UTF_8)) {
      ProcessMark child = ProcessMark.of(Long.parseLong(out.readLine())).orElseThrow();
      assertThat(child.isAlive()).isFalse();
    } finally {
      parent.destroyForcibly().waitFor();
    }
    assertThat(ProcessMark.of(parent.pid())).isEmpty();
  }
}
