package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing that a program started outlives its run. */
class ProgramFamilyTest extends Trial {

  /** Forks twice, takes a session of its own in between, and tells the pid of the grandchild. */
  private static final String DAEMON =
      """
      import os, signal, sys, time
      if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
              if 'deaf' in sys.argv: signal.signal(signal.SIGTERM, signal.SIG_IGN)
              os.write(1, b'%d\\n' % os.getpid())
              if 'quiet' in sys.argv:
                  for fd in (0, 1, 2): os.close(fd)
              time.sleep(1000)
          os._exit(0)
      os.wait()
      if 'stay' in sys.argv: time.sleep(1000)
      """;

  @Test
  void aChildThatHoldsThePipeDoesNotHoldTheRun() {
    Ended.Exited ended = exited(run(sh("sleep 1000 & echo $!; exit 4")));
    assertThat(ended.code()).isEqualTo(4);
    assertNoneLives(ended.produced(), 1);
    assertThat(ended.produced().took()).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void aChildThatHoldsNoPipeIsEndedToo() {
    assertNoneLives(
        exited(run(sh("sleep 1000 </dev/null >/dev/null 2>&1 & echo $!; exit 0"))).produced(), 1);
  }

  @Test
  void aDaemonIsEnded() {
    assertNoneLives(exited(run(python(DAEMON))).produced(), 1);
    assertNoneLives(exited(run(python(DAEMON, "quiet", "deaf"))).produced(), 1);
  }

  @Test
  void aDaemonIsEndedByAStop() {
    assertNoneLives(stopAtFirstLine(python(DAEMON, "stay")).produced(), 1);
    assertNoneLives(stopAtFirstLine(python(DAEMON, "stay", "deaf", "quiet")).produced(), 1);
  }

  @Test
  void anOrphanWithAnEmptyEnvironmentIsFoundByItsSession() {
    String script = "env -i /bin/sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!'";
    assertNoneLives(exited(run(sh(script + "; exit 0"))).produced(), 1);
  }

  @Test
  void aSessionWithAnEmptyEnvironmentIsFoundByItsParent() {
    String inner = "sleep 1000 & echo $$ $!; wait";
    Ended.Stopped ended = stopAtFirstLine(sh("env -i setsid /bin/sh -c '" + inner + "' & wait"));
    assertNoneLives(ended.produced(), 2);
  }

  @Test
  void aProgramThatForksAllTheTimeIsEnded() {
    // Each of four deaf processes starts sleepers until it is ended.
    String forker =
        """
        import os, signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for _ in range(2): os.fork()
        os.write(1, b'\\n')
        end = time.time() + 20
        while time.time() < end:
            try:
                if os.fork() == 0: time.sleep(60)
            except OSError: pass
            time.sleep(0.005)
        """;
    Ended.Stopped ended = stopAtFirstLine(python(forker));
    assertThat(ended.produced().survivors()).isEmpty();
    assertThat(ended.produced().took()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aProcessThatRunsAwayFromItsPidIsCaught() {
    // Its pid, session and parent are new every moment, and it hears no TERM. It gives up in the
    // end, as nobody else could catch it if this process is killed meanwhile.
    String runner =
        """
        import os, signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.write(1, b'\\n')
        end = time.time() + 20
        while time.time() < end:
            if os.fork(): os._exit(0)
            os.setsid()
            time.sleep(0.002)
        """;
    Ended.Stopped ended = stopAtFirstLine(python(runner));
    assertThat(ended.produced().survivors()).isEmpty();
  }

  @Test
  void othersAreLeftAlone() throws Exception {
    Process neighbour = new ProcessBuilder("setsid", "sleep", "1000").start();
    try {
      stopAtFirstLine(sh("echo a; sleep 1000"));
      assertThat(neighbour.isAlive()).isTrue();
    } finally {
      neighbour.destroyForcibly().waitFor();
    }
  }

  private static void assertNoneLives(Produced produced, int count) {
    List<Long> pids = pids(produced);
    assertThat(pids).hasSize(count).noneMatch(Trial::lives);
    assertThat(produced.survivors()).isEmpty();
  }
}
