package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A program that hangs or floods ends as such, and takes nothing with it. */
class ProgramLimitsTest extends Trial {

  @Test
  void aProgramPastItsLimitIsEnded() {
    var mark = new AtomicReference<ProcessMark>();
    Ended ended =
        new Program(withLimit(sh("echo begun; exec sleep 1000"), SHORT)).run(mark::set, ANY_OUTPUT);
    assertThat(ended).isInstanceOf(Ended.TimedOut.class);
    var timedOut = (Ended.TimedOut) ended;
    assertThat(timedOut.limit()).isEqualTo(SHORT);
    assertThat(timedOut.produced().took()).isBetween(SHORT, LONG);
    assertThat(mark.get().isAlive()).isFalse();
  }

  @Test
  void aProgramThatNeitherReadsNorEndsIsEnded() {
    byte[] input = new byte[5 * MEGABYTE];
    assertThat(run(withLimit(withInput(spec("sleep", "1000"), input), SHORT)))
        .isInstanceOf(Ended.TimedOut.class);
  }

  @Test
  void aProgramThatIgnoresTheFirstSignalGetsTheSecond() {
    Ended.Stopped ended = stopAtFirstLine(sh("trap '' TERM; echo a; while :; do sleep 1000; done"));
    assertThat(ended.produced().took()).isGreaterThanOrEqualTo(SHORT);
    assertThat(ended.produced().survivors()).isEmpty();
  }

  @Test
  void aProgramThatHearsTheFirstSignalCanTidyUp() {
    ProgramSpec spec =
        sh("trap 'echo bye; exit 0' TERM; echo a; while :; do sleep 1000 & wait; done");
    Ended.Stopped ended = stopAtFirstLine(withGrace(spec, LONG));
    assertThat(text(ended.produced().out())).isEqualTo("a\nbye\n");
    assertThat(ended.produced().took()).isLessThan(LONG);
  }

  @Test
  void aFloodIsCutAtTheLimit() {
    var flooded = (Ended.Flooded) run(spec("head", "-c", "1000000000", "/dev/zero"));
    assertThat(flooded.outputLimit()).isEqualTo(MEGABYTE);
    assertThat(flooded.produced().out()).hasSize(MEGABYTE).containsOnly(0);
  }

  @Test
  void theLimitItselfIsNoFlood() {
    ProgramSpec spec = withOutputLimit(spec("head", "-c", "100000", "/dev/zero"), 100_000);
    assertThat(exited(run(spec)).produced().out()).hasSize(100_000);
    ProgramSpec less = withOutputLimit(spec("head", "-c", "100000", "/dev/zero"), 99_999);
    assertThat(((Ended.Flooded) run(less)).produced().out()).hasSize(99_999);
  }

  @Test
  void aFloodOfErrorsIsReadAndDropped() {
    Ended.Exited ended = exited(run(sh("head -c 200000000 /dev/zero >&2; echo done >&2")));
    assertThat(ended.produced().errTail()).hasSize(Produced.ERR_TAIL);
    assertThat(ended.produced().errText()).endsWith("done\n");
  }

  @Test
  void aFloodThatGoesOnAfterTheProgramDoesNotFillTheHeap() {
    long before = used();
    ProgramSpec spec = withInput(sh("cat; (exec yes) & exit 0"), new byte[] {'a'});
    assertThat(run(spec)).isInstanceOf(Ended.Flooded.class);
    assertThat(used() - before).isLessThan(20L * MEGABYTE);
  }

  @Test
  void outputBesideTheTimeLimitIsKept() {
    var ended =
        (Ended.TimedOut) run(withLimit(sh("echo begun; sleep 1000"), Duration.ofSeconds(1)));
    assertThat(text(ended.produced().out())).isEqualTo("begun\n");
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
