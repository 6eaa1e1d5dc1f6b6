package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.sessionfiles.SessionFiles;
import comity.sessions.CommandForm;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
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
    CountDownLatch firstEnd = new CountDownLatch(1);
    try (Ground ground = ground(session)) {
      ground
          .panes()
          .watch(
              new Panes.Watcher() {
                @Override
                public void ended(Session now, Pane pane, int code) {
                  firstEnd.countDown();
                }
              });
      CountDownLatch disk = ground.stuckDisk();
      ground.restore(Ask.Answered.STARTED, 2);
      await(firstEnd);
      Files.delete(work().resolve("taken"));
      disk.countDown();
      ground.done();
      ground.done();
      assertThat(ground.on(() -> ground.panes().isClaimed(session.id())))
          .as("something is done")
          .isFalse();
      assertThat(ground.on(() -> ground.panes().pane(session.id()))).as("it runs").isPresent();
      assertThat(Files.readAllLines(work().resolve("calls")))
          .containsExactly("--session-id first", "--session-id first");
      ground.stop();
      ground.hasNoFaults();
    }
  }

  /** If the host is killed then, the next one has to look for it. */
  @Test
  @Tag("SES-12")
  void aSessionIsNotKeptAsEndedWhileItsNextProgramIsNotKept() throws Exception {
    Session session = session(OptionalInt.of(0));
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch runs = new CountDownLatch(1);
    try (Ground ground = ground(session)) {
      new SessionFiles(home()).write(session);
      ground
          .panes()
          .watch(
              new Panes.Watcher() {
                @Override
                public void changed(Session now) {
                  if (runs.getCount() > 0 && ground.panes().pane(now.id()).isPresent()) {
                    ground.keeper().does(() -> await(disk));
                    runs.countDown();
                  }
                }
              });
      ground.restore(Ask.Answered.STARTED);
      await(runs);
      List<Session> kept = new SessionFiles(home()).all().sessions();
      assertThat(kept).singleElement().matches(Session::mayLive);
      assertThat(kept.getFirst().nativeId()).isEqualTo(session.nativeId());
      assertThat(ground.replies()).as("nobody counts on it yet").isEmpty();
      disk.countDown();
      ground.done();
      ground.stop();
      ground.hasNoFaults();
    }
  }

  /** As where its program is gone. */
  @Test
  @Tag("SES-18")
  void oneThatCanNotBeStartedIsKeptAsItHadEnded() throws Exception {
    Session session = session(OptionalInt.of(0));
    Files.delete(work().resolve("ladder"));
    Files.delete(work());
    try (Ground ground = ground(session)) {
      ground.restore(Ask.Answered.SETTLED);
      ground.refused();
      assertThat(ground.on(() -> ground.panes().now(session))).isEqualTo(session);
      assertThat(ground.on(() -> ground.panes().isClaimed(session.id()))).isFalse();
    }
    assertThat(new SessionFiles(home()).all().sessions()).containsExactly(session);
  }

  /** One of two with the same conversation, in a project, as which more is looked at first. */
  private Session ofTwo(String id, String... words) {
    Instant now = Instant.now();
    return new Session(
        id,
        Optional.empty(),
        Optional.of(work().toString()),
        Optional.empty(),
        "ladder",
        work().toString(),
        CommandForm.of(List.of(words)),
        Optional.empty(),
        Session.State.OPEN,
        Optional.of(new NativeId("shared", NativeId.Standing.RESUMABLE, Optional.empty())),
        now,
        Optional.of(new Session.Run(1, 1, "an earlier boot", now, now, OptionalInt.of(0))),
        Optional.empty());
  }

  private static Map<String, Boolean> restored(HostRun host) throws IOException {
    JsonObject all =
        host.done(
            new Ask.Restore(
                Optional.empty(), Map.of("PATH", "/usr/bin:/bin"), Ask.Answered.SETTLED));
    return ((JsonArray) Objects.requireNonNull(all.get("sessions")))
        .elements().stream()
            .map(JsonObject.class::cast)
            .collect(
                Collectors.toMap(
                    each -> each.string("id").orElseThrow(),
                    each -> new JsonBoolean(true).equals(each.get("restored"))));
  }

  /** Its command is put together, so that nothing can be added to it. */
  @Test
  @Tag("SES-27")
  void whoTakesNoStepKeepsNobodyFromItsConversation() throws Exception {
    String agent = work().resolve("ladder").toString();
    for (Session each :
        List.of(ofTwo("aaaaaaaa", agent + " | tee x"), ofTwo("bbbbbbbb", agent, "--"))) {
      new SessionFiles(home()).write(each);
    }
    try (HostRun host = new HostRun(home().root())) {
      assertThat(restored(host)).isEqualTo(Map.of("aaaaaaaa", false, "bbbbbbbb", true));
    }
    assertThat(Files.readAllLines(work().resolve("calls"))).containsExactly("--resume shared");
  }

  @Test
  @Tag("SES-27")
  void ofTwoWithOneConversationOneRuns() throws Exception {
    String agent = work().resolve("ladder").toString();
    for (String id : List.of("aaaaaaaa", "bbbbbbbb", "cccccccc")) {
      new SessionFiles(home()).write(ofTwo(id, agent, "--"));
    }
    try (HostRun host = new HostRun(home().root())) {
      assertThat(restored(host).values()).containsOnlyOnce(true).hasSize(3);
    }
    assertThat(Files.readAllLines(work().resolve("calls"))).containsExactly("--resume shared");
  }
}
