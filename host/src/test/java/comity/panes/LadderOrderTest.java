package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Reply;
import comity.sessions.CommandForm;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import comity.terminal.Size;
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
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ladders of one session that come after one another, on a disk that takes its time. */
@Timeout(60)
final class LadderOrderTest {
  private static final String AGENT =
      """
      #!/bin/sh
      echo "$1 $2" >>calls
      [ -e taken ] && echo 'Id is already in use' && exit 1
      exec cat
      """;

  private static final String PROVIDER =
      """
      [ladder]
      programs = ["ladder"]
      assign = ["--session-id", "{session_id}"]
      resume = ["--resume", "{session_id}"]
      taken = ["is already in use"]
      """;

  @TempDir private Path folder;

  @Test
  @Tag("SES-27")
  void whatAProgramSaidThatWasRunAgainMeanwhileEndsNothing() throws Exception {
    Path work = Files.createDirectory(folder.toRealPath().resolve("work"));
    Path agent = Files.writeString(work.resolve("ladder"), AGENT);
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
    Files.createFile(work.resolve("taken"));
    Home home = HostRun.opened(folder.toRealPath().resolve("home"));
    Files.writeString(home.root().resolve("providers.toml"), PROVIDER);
    Session session = session(work);
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch firstEnd = new CountDownLatch(1);
    BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    try (LoopRun run = new LoopRun(home.root(), InstantSource.system())) {
      Panes panes = new Panes(run.parts(), List.of(session));
      Endings endings = new Endings(run.parts(), panes);
      Ladder ladder = new Ladder(run.parts(), panes, new Starter(run.parts(), panes), endings);
      panes.watch(
          new Panes.Watcher() {
            @Override
            public void changed(Session now) {
              // Only its end counts.
            }

            @Override
            public void ended(Session now, Pane pane, int code) {
              firstEnd.countDown();
            }
          });
      run.parts().keeper().does(() -> await(disk));
      Starter.Surroundings in =
          new Starter.Surroundings(Map.of("PATH", "/usr/bin:/bin"), Size.USUAL);
      run.parts()
          .loop()
          .submit(() -> {
            ladder.restore(session, in, replies::add);
            ladder.restore(session, in, replies::add);
          });
      await(firstEnd);
      Files.delete(work.resolve("taken"));
      disk.countDown();
      assertThat(replies.take()).isInstanceOf(Reply.Done.class);
      assertThat(replies.take()).isInstanceOf(Reply.Done.class);
      assertThat(run.on(() -> panes.isClaimed(session.id()))).as("something is done").isFalse();
      assertThat(run.on(() -> panes.pane(session.id()))).as("it runs").isPresent();
      assertThat(Files.readAllLines(work.resolve("calls")))
          .containsExactly("--session-id first", "--session-id first");
      run.parts().loop().submit(() -> endings.stop(session, true, replies::add));
      assertThat(replies.take()).isInstanceOf(Reply.Done.class);
      assertThat(run.faults()).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Session session(Path work) {
    Instant now = Instant.now();
    return new Session(
        "abcdefgh",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "ladder",
        work.toString(),
        CommandForm.of(List.of(work.resolve("ladder").toString(), "--")),
        Optional.empty(),
        Session.State.OPEN,
        Optional.of(new NativeId("first", NativeId.Standing.PROVISIONAL, Optional.empty())),
        now,
        Optional.of(new Session.Run(1, 1, "an earlier boot", now, now, OptionalInt.of(0))),
        Optional.empty());
  }
}
