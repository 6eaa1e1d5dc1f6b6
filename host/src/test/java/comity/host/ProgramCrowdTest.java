package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many runs at once on virtual threads, of which only a few can be carried at a time. */
class ProgramCrowdTest extends Trial {

  private static final int RUNS = 50;

  @Test
  void fiftyRunsWaitAtOnceAndLeaveTheCarriersFree() throws Exception {
    Path gate = folder.resolve("gate");
    exited(run(spec("mkfifo", gate.toString())));
    var waiting = new CountDownLatch(RUNS);
    var runs = new ArrayList<Future<Ended>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < RUNS; i++) {
        byte[] input = ("run " + i).getBytes(StandardCharsets.UTF_8);
        // Opening the gate to read it waits until somebody opens it to write.
        var program = new Program(withInput(sh("echo here; read line < gate; cat"), input));
        runs.add(threads.submit(() -> program.run(ANY_START, _ -> waiting.countDown())));
      }
      assertThat(waiting.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(threads.submit(() -> "carried").get(LONG.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo("carried");
      // Held open until the last has passed, as some may not have opened their end yet.
      try (OutputStream open = Files.newOutputStream(gate)) {
        open.write("\n".repeat(RUNS).getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < RUNS; i++) {
          Ended.Exited ended = exited(runs.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS));
          assertThat(text(ended.produced().out())).isEqualTo("here\nrun " + i);
        }
      }
    }
  }
}
