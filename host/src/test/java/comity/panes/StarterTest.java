package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Reply;
import comity.pty.Poller;
import comity.pty.Terminals;
import comity.sessionfiles.SessionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
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
  private final List<String> faults = new CopyOnWriteArrayList<>();

  /** As where no memory is left for its screen. */
  @Test
  void aProgramThatCanNotBeLookedAfterIsEndedAndItsSessionIsFree() throws Exception {
    Path work = Files.createDirectory(folder.toRealPath().resolve("work"));
    Home home = HostRun.opened(folder.toRealPath().resolve("home"));
    Terminals terminals = new Terminals();
    try (Poller poller = terminals.poller()) {
      Loop loop = new Loop(poller, fault -> faults.add(fault.toString()));
      Keeper keeper = new Keeper(loop, new SessionFiles(home), faults::add);
      Path pid = work.resolve("pid");
      HostParts parts = parts(home, loop, terminals, keeper, pid);
      Panes panes = new Panes(parts, List.of());
      Starter starter = new Starter(parts, panes);
      BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
      Thread thread = Thread.ofPlatform().start(loop::run);
      loop.submit(() ->
          starter.begin(
              HostRun.wanted(work, Optional.empty(), "sh", "-c", "echo $$ >pid; exec sleep 600"),
              replies::add));
      assertThat(replies.take())
          .isInstanceOfSatisfying(
              Reply.Refused.class, refused -> assertThat(refused.why()).contains("looked after"));
      BlockingQueue<Boolean> needed = new LinkedBlockingQueue<>();
      loop.submit(() -> needed.add(panes.isNeeded() || !panes.all().isEmpty()));
      assertThat(needed.take()).as("nothing is left of its session").isFalse();
      awaitEnd(Long.parseLong(Files.readString(pid, StandardCharsets.US_ASCII).strip()));
      keeper.close();
      loop.end();
      thread.join();
    }
    assertThat(faults).isEmpty();
  }

  /** With a clock that goes wrong once the program runs. */
  private HostParts parts(Home home, Loop loop, Terminals terminals, Keeper keeper, Path pid) {
    Aside aside = new Aside();
    return new HostParts(
        home,
        "/bin/false",
        loop,
        terminals,
        keeper,
        Reread.providers(home, loop, aside.files(), faults::add),
        new SessionIds(new SecureRandom()),
        () -> UUID.randomUUID().toString(),
        new BrokenClock(pid),
        aside,
        ScreenBudget.of(Runtime.getRuntime().maxMemory()),
        new byte[4096],
        faults::add);
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
