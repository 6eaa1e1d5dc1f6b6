package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What whoever restores a session is told, and when. */
@Timeout(60)
final class SettlingTest extends LadderGround {
  private Reply.Refused refused() throws InterruptedException {
    Reply reply = replies().take();
    assertThat(reply).isInstanceOf(Reply.Refused.class);
    return (Reply.Refused) reply;
  }

  @Test
  @Tag("SES-18")
  void oneThatTakesItsTimeToFailIsWaitedFor() throws Exception {
    agent("#!/bin/sh\necho begins\nsleep 1\necho failed\nexit 1\n");
    Session session = session(OptionalInt.of(0));
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
      Reply.Refused refused = refused();
      assertThat(refused.why()).contains("ended at once when its conversation was taken up");
      assertThat(refused.todo()).contains("comity session logs");
      assertThat(run.faults()).isEmpty();
    }
  }

  @Test
  @Tag("SES-27")
  void eachStepHasItsOwnTime() throws Exception {
    agent(
        """
        #!/bin/sh
        if [ "$1" = --session-id ]; then
          sleep 0.4
          echo 'Id is already in use'
        else
          echo resuming
          sleep 0.3
        fi
        exit 1
        """);
    Session session = session(OptionalInt.of(0));
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
      assertThat(refused().why()).contains("ended at once");
      assertThat(run.on(() -> ground.panes().pane(session.id()))).isEmpty();
    }
  }

  @Test
  @Tag("SES-18")
  void whoAsksAgainIsToldOfTheNextProgram() throws Exception {
    agent("#!/bin/sh\necho begun\n[ -e again ] && sleep 0.45\n>again\nexit 3\n");
    Session session = session(OptionalInt.of(0));
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      for (int i = 0; i < 2; i++) {
        run.parts()
            .loop()
            .submit(
                () -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
        assertThat(refused().why()).contains("ended at once");
      }
    }
  }

  @Test
  @Tag("SES-18")
  void oneThatHasNoHooksRunsAfterAWhile() throws Exception {
    agent("#!/bin/sh\nexec cat\n");
    Session session = session(OptionalInt.of(0));
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
      assertThat(replies().take())
          .isInstanceOfSatisfying(
              Reply.Done.class, done -> assertThat(done.result().get("pid")).isNotNull());
      run.parts()
          .loop()
          .submit(() -> ground.endings().stop(session, Ask.Ending.AT_ONCE, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
    }
  }

  @Test
  @Tag("SES-18")
  void oneWhoseHookIsCalledRunsAtOnce() throws Exception {
    agent("#!/bin/sh\nexec cat\n");
    Session session = session(OptionalInt.of(0));
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      Panes panes = ground.panes();
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.SETTLED, IN, replies()::add));
      while (!run.on(
          () -> panes.pane(session.id()).isPresent() && !panes.isClaimed(session.id()))) {
        Thread.onSpinWait();
      }
      int answers =
          run.on(() -> {
            panes.hooked(session, Activity.Hook.STARTED, Instant.now());
            return replies().size();
          });
      assertThat(answers).as("nothing more is waited for").isEqualTo(1);
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      run.parts()
          .loop()
          .submit(() -> ground.endings().stop(session, Ask.Ending.AT_ONCE, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
    }
  }

  /** What hooks of the run before reported is taken in meanwhile, which a slow disk makes long. */
  @Test
  @Tag("SES-6")
  @Tag("SES-17")
  void whatIsToldOfAConversationWhileItIsTakenUpStays() throws Exception {
    agent("#!/bin/sh\nexec cat\n");
    Session session = session(OptionalInt.of(0));
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch begins = new CountDownLatch(1);
    try (LoopRun run = new LoopRun(home().root(), InstantSource.system())) {
      Ground ground = Ground.of(run, session);
      run.parts()
          .keeper()
          .does(() -> {
            begins.countDown();
            await(disk);
          });
      begins.await();
      run.parts()
          .loop()
          .submit(() -> ground.ladder().restore(session, Ask.Answered.STARTED, IN, replies()::add));
      while (!run.on(() -> ground.panes().now(session).mayLive())) {
        Thread.onSpinWait();
      }
      Session told =
          run.on(() -> {
            Session now =
                ground
                    .panes()
                    .now(session)
                    .with(new NativeId("first", NativeId.Standing.RESUMABLE, Optional.empty()));
            ground.panes().put(now);
            run.parts().keeper().isNow(now);
            return now;
          });
      disk.countDown();
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
      assertThat(run.on(() -> ground.panes().now(session)).nativeId()).isEqualTo(told.nativeId());
      run.parts()
          .loop()
          .submit(() -> ground.endings().stop(session, Ask.Ending.AT_ONCE, replies()::add));
      assertThat(replies().take()).isInstanceOf(Reply.Done.class);
    }
    assertThat(Files.readString(home().sessions().resolve(session.id() + ".json")))
        .contains("resumable");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
