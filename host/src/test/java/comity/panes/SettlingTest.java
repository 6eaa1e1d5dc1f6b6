package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.frames.Reply;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What whoever restores a session is told, and when. */
@Timeout(60)
final class SettlingTest extends LadderGround {
  @Test
  @Tag("SES-18")
  void oneThatTakesItsTimeToFailIsWaitedFor() throws Exception {
    agent("#!/bin/sh\necho begins\nsleep 1\necho failed\nexit 1\n");
    try (Ground ground = ground(session(OptionalInt.of(0)))) {
      ground.restore(Ask.Answered.SETTLED);
      Reply.Refused refused = ground.refused();
      assertThat(refused.why()).contains("ended at once when its conversation was taken up");
      assertThat(refused.todo()).contains("comity session logs");
      ground.hasNoFaults();
    }
  }

  @Test
  @Tag("SES-27")
  void eachStepHasItsOwnTime() throws Exception {
    agent(
        """
        #!/bin/sh
        if [ "$1" = --session-id ]; then
          sleep 1.1
          echo 'Id is already in use'
        else
          echo resuming
          sleep 1.1
        fi
        exit 1
        """);
    Session session = session(OptionalInt.of(0));
    try (Ground ground = ground(session)) {
      ground.restore(Ask.Answered.SETTLED);
      assertThat(ground.refused().why()).contains("ended at once");
      assertThat(ground.on(() -> ground.panes().pane(session.id()))).isEmpty();
    }
  }

  @Test
  @Tag("SES-18")
  void whoAsksAgainIsToldOfTheNextProgram() throws Exception {
    agent("#!/bin/sh\necho begun\n[ -e again ] && sleep 0.45\n>again\nexit 3\n");
    try (Ground ground = ground(session(OptionalInt.of(0)))) {
      for (int i = 0; i < 2; i++) {
        ground.restore(Ask.Answered.SETTLED);
        assertThat(ground.refused().why()).contains("ended at once");
      }
    }
  }

  @Test
  @Tag("SES-18")
  void oneThatHasNoHooksRunsAfterAWhile() throws Exception {
    agent("#!/bin/sh\nexec cat\n");
    try (Ground ground = ground(session(OptionalInt.of(0)))) {
      ground.restore(Ask.Answered.SETTLED);
      assertThat(ground.done().result().get("pid")).isNotNull();
      ground.stop();
    }
  }

  /** Also where that changes nothing of what it is at, since it rang the bell before. */
  @Test
  @Tag("SES-18")
  void oneWhoseHookIsCalledRunsAtOnce() throws Exception {
    agent("#!/bin/sh\nprintf '\\007'\nexec cat\n");
    Session session = session(OptionalInt.of(0));
    try (Ground ground = ground(session)) {
      Panes panes = ground.panes();
      ground.restore(Ask.Answered.SETTLED);
      while (!ground.on(
          () ->
              panes.reading(session).state() == Activity.State.ATTENTION
                  && !panes.isClaimed(session.id()))) {
        Thread.onSpinWait();
      }
      int answers =
          ground.on(() -> {
            panes.hooked(session, Activity.Hook.STARTED, Instant.now());
            return ground.replies().size();
          });
      assertThat(answers).as("nothing more is waited for").isEqualTo(1);
      ground.done();
      ground.stop();
    }
  }

  /** What hooks of the run before reported is taken in meanwhile, which a slow disk makes long. */
  @Test
  @Tag("SES-6")
  @Tag("SES-17")
  void whatIsToldOfAConversationWhileItIsTakenUpStays() throws Exception {
    agent("#!/bin/sh\nexec cat\n");
    Session session = session(OptionalInt.of(0));
    try (Ground ground = ground(session)) {
      CountDownLatch disk = ground.stuckDisk();
      ground.restore(Ask.Answered.STARTED);
      while (!ground.on(() -> ground.panes().now(session).mayLive())) {
        Thread.onSpinWait();
      }
      Session told =
          ground.on(() -> {
            Session now =
                ground
                    .panes()
                    .now(session)
                    .with(new NativeId("first", NativeId.Standing.RESUMABLE, Optional.empty()));
            ground.panes().put(now);
            ground.keeper().isNow(now);
            return now;
          });
      disk.countDown();
      ground.done();
      assertThat(ground.on(() -> ground.panes().now(session)).nativeId())
          .isEqualTo(told.nativeId());
      ground.stop();
    }
    assertThat(Files.readString(home().sessions().resolve(session.id() + ".json")))
        .contains("resumable");
  }
}
