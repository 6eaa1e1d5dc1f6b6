package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ladders of one session that come after one another, on a disk that takes its time. */
@Timeout(60)
final class LadderOrderTest extends LadderGround {
  private static final String AGENT =
      """
      #!/bin/sh
      echo "$1 $2" >>calls
      [ -e taken ] && echo 'Id is already in use' && exit 1
      exec cat
      """;

  @BeforeEach
  void make() throws IOException {
    agent(AGENT);
  }

  @Test
  @Tag("SES-27")
  void whatAProgramSaidThatWasRunAgainMeanwhileEndsNothing() throws Exception {
    Files.createFile(work().resolve("taken"));
    Session session = session(OptionalInt.empty());
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch firstEnd = new CountDownLatch(1);
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      ground
          .panes()
          .watch(
              new Panes.Watcher() {
                @Override
                public void ended(Session now, Pane pane, int code) {
                  firstEnd.countDown();
                }
              });
      run.parts().keeper().does(() -> await(disk));
      run.parts()
          .loop()
          .submit(() -> {
            ground.ladder().restore(session, Ask.Answered.STARTED, IN, replies()::add);
            ground.ladder().restore(session, Ask.Answered.STARTED, IN, replies()::add);
          });
      await(firstEnd);
      Files.delete(work().resolve("taken"));
      disk.countDown();
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      assertThat(run.on(() -> ground.panes().isClaimed(session.id())))
          .as("something is done")
          .isFalse();
      assertThat(run.on(() -> ground.panes().pane(session.id()))).as("it runs").isPresent();
      assertThat(Files.readAllLines(work().resolve("calls")))
          .containsExactly("--session-id first", "--session-id first");
      run.parts()
          .loop()
          .submit(() -> ground.endings().stop(session, Ask.Ending.AT_ONCE, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      assertThat(run.faults()).isEmpty();
    }
  }

  /** If the host is killed then, the next one has to look for it. */
  @Test
  @Tag("SES-12")
  void aSessionIsNotKeptAsEndedWhileItsNextProgramIsNotKept() throws Exception {
    Session session = session(OptionalInt.of(0));
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch runs = new CountDownLatch(1);
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      new SessionFiles(home()).write(session);
      Ground ground = Ground.of(run, session);
      ground
          .panes()
          .watch(
              new Panes.Watcher() {
                @Override
                public void changed(Session now) {
                  if (runs.getCount() > 0 && ground.panes().pane(now.id()).isPresent()) {
                    run.parts().keeper().does(() -> await(disk));
                    runs.countDown();
                  }
                }
              });
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.STARTED, IN, replies()::add));
      await(runs);
      List<Session> kept = new SessionFiles(home()).all().sessions();
      assertThat(kept).singleElement().matches(Session::mayLive);
      assertThat(kept.getFirst().nativeId()).isEqualTo(session.nativeId());
      assertThat(replies()).as("nobody counts on it yet").isEmpty();
      disk.countDown();
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      run.parts()
          .loop()
          .submit(() -> ground.endings().stop(session, Ask.Ending.AT_ONCE, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      assertThat(run.faults()).isEmpty();
    }
  }

  /** As where its program is gone. */
  @Test
  @Tag("SES-18")
  void oneThatCanNotBeStartedIsKeptAsItHadEnded() throws Exception {
    Session session = session(OptionalInt.of(0));
    Files.delete(work().resolve("ladder"));
    Files.delete(work());
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Refused.class);
      assertThat(run.on(() -> ground.panes().now(session))).isEqualTo(session);
      assertThat(run.on(() -> ground.panes().isClaimed(session.id()))).isFalse();
    }
    assertThat(new SessionFiles(home()).all().sessions()).containsExactly(session);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
