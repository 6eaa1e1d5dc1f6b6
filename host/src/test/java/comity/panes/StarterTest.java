package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is started although something of the host itself is wrong. */
@Timeout(60)
final class StarterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  /** As where no memory is left for its screen. */
  @Test
  void aProgramThatCanNotBeLookedAfterIsEndedAndItsSessionIsFree() throws Exception {
    Path work = Files.createDirectory(folder.toRealPath().resolve("work"));
    Path pid = work.resolve("pid");
    try (LoopRun run = new LoopRun(folder.toRealPath().resolve("home"), new BrokenClock(pid))) {
      Panes panes = new Panes(run.parts(), List.of());
      Starter starter = new Starter(run.parts(), panes);
      BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
      run.parts()
          .loop()
          .submit(() ->
              starter.begin(
                  HostRun.wanted(
                      work, Optional.empty(), "sh", "-c", "echo $$ >pid; exec sleep 600"),
                  replies::add));
      assertThat(replies.take())
          .isInstanceOfSatisfying(
              Reply.Refused.class, refused -> assertThat(refused.why()).contains("looked after"));
      assertThat(run.on(panes::isNeeded)).as("nothing is left of its session").isFalse();
      assertThat(run.on(panes::all)).isEmpty();
      awaitEnd(Long.parseLong(Files.readString(pid, StandardCharsets.US_ASCII).strip()));
      assertThat(run.faults()).isEmpty();
    }
  }

  /** It is read once before a program is started, and then no more. */
  private static final class BrokenClock implements InstantSource {
    private final Path runs;
    private boolean read;

    BrokenClock(Path runs) {
      this.runs = runs;
    }

    @Override
    public Instant instant() {
      if (!read) {
        read = true;
        return Instant.now();
      }
      StarterTest.await(runs);
      throw new IllegalStateException("there is no time");
    }
  }

  private static void await(Path file) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!Files.exists(file) || Files.size(file) == 0) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Ended, and collected by its parent. */
  private static void awaitEnd(long pid) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (ProcessHandle.of(pid).isPresent()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
