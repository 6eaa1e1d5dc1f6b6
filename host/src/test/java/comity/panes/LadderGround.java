package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A home with sessions of an agent that is a script, and what takes steps for one of them. */
abstract class LadderGround {
  private static final String PROVIDER =
      """
      [ladder]
      title = "Ladder"
      programs = ["ladder"]
      assign = ["--session-id", "{session_id}"]
      resume = ["--resume", "{session_id}"]
      gone = ["No conversation found"]
      taken = ["is already in use"]
      """;

  private static final Starter.Surroundings IN =
      new Starter.Surroundings(Map.of("PATH", "/usr/bin:/bin"), Size.USUAL);

  @TempDir private Path folder;
  private Path work;
  private Home home;

  @BeforeEach
  void openHome() throws IOException {
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
    home = HostRun.opened(folder.toRealPath().resolve("home"));
    Files.writeString(home.root().resolve("providers.toml"), PROVIDER);
  }

  Path work() {
    return work;
  }

  Home home() {
    return home;
  }

  /** The agent is this script. */
  void agent(String script) throws IOException {
    Path agent = Files.writeString(work.resolve("ladder"), script);
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
  }

  /** One whose last run ended with this code, empty where nobody saw that. */
  Session session(OptionalInt code) {
    Instant now = Instant.now();
    return HostRun.pending("abcdefgh", "ladder", work, work.resolve("ladder").toString(), "--")
        .opened(new Session.Run(1, 1, "an earlier boot", now, now, code))
        .with(new NativeId("first", NativeId.Standing.PROVISIONAL, Optional.empty()));
  }

  /** What takes steps for a session, and answers whoever wants them. */
  Ground ground(Session session) {
    return new Ground(new LoopRun(home.root(), InstantSource.system()), session);
  }

  /** The parts of a host that has one session. */
  static final class Ground implements AutoCloseable {
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final LoopRun run;
    private final Session session;
    private final Panes panes;
    private final Endings endings;
    private final Ladder ladder;

    private Ground(LoopRun run, Session session) {
      this.run = run;
      this.session = session;
      this.panes = new Panes(run.parts(), List.of(session));
      this.endings = new Endings(run.parts(), panes);
      Starter starter = new Starter(run.parts(), panes);
      this.ladder = new Ladder(run.parts(), panes, starter, endings);
    }

    Panes panes() {
      return panes;
    }

    Keeper keeper() {
      return run.parts().keeper();
    }

    /** What was answered, and not taken yet. */
    BlockingQueue<Reply> replies() {
      return replies;
    }

    <T> T on(Supplier<T> what) throws InterruptedException, ExecutionException {
      return run.on(what);
    }

    /** Has it restored as often, at the same time. */
    void restore(Ask.Answered when, int times) {
      run.parts()
          .loop()
          .submit(() -> {
            for (int i = 0; i < times; i++) {
              ladder.restore(session, when, IN, replies::add);
            }
          });
    }

    void restore(Ask.Answered when) {
      restore(when, 1);
    }

    Reply.Done done() throws InterruptedException {
      Reply reply = replies.take();
      assertThat(reply).isInstanceOf(Reply.Done.class);
      return (Reply.Done) reply;
    }

    Reply.Refused refused() throws InterruptedException {
      Reply reply = replies.take();
      assertThat(reply).isInstanceOf(Reply.Refused.class);
      return (Reply.Refused) reply;
    }

    void stop() throws InterruptedException {
      run.parts().loop().submit(() -> endings.stop(session, Ask.Ending.AT_ONCE, replies::add));
      Reply.Done _ = done();
    }

    /** The disk takes nothing more before this is counted down. */
    CountDownLatch stuckDisk() {
      CountDownLatch goesOn = new CountDownLatch(1);
      CountDownLatch begins = new CountDownLatch(1);
      keeper()
          .does(() -> {
            begins.countDown();
            await(goesOn);
          });
      await(begins);
      return goesOn;
    }

    /** Nothing went wrong in it. */
    void hasNoFaults() {
      assertThat(run.faults()).isEmpty();
    }

    @Override
    public void close() throws IOException {
      run.close();
    }
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
