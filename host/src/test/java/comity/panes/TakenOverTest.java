package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.host.ProcessMark;
import comity.json.Json;
import comity.json.JsonObject;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host makes of the sessions that one before it left. */
@Timeout(60)
final class TakenOverTest {
  private static final String EARLIER = "an earlier boot";

  @TempDir private Path folder;
  private Path work;

  @BeforeEach
  void make() throws IOException {
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
  }

  private static String text(JsonObject shown, String key) {
    return shown.string(key).orElse("");
  }

  /** As a host leaves it that is killed between keeping a session and knowing its process. */
  @Test
  @Tag("SES-11")
  void whatAnotherHostDidNotComeToStartIsClosed() throws Exception {
    Home home = HostRun.opened(folder.toRealPath().resolve("killed"));
    Session pending = pending("abcdefgh");
    new SessionFiles(home).write(pending);
    assertThat(text(Shown.withoutHost(home, List.of(pending)).getFirst(), "state"))
        .as("while no host runs")
        .isEqualTo("closed");
    Process left = left(pending);
    try (HostRun next = new HostRun(home.root())) {
      assertThat(left.waitFor(30, TimeUnit.SECONDS)).as("what it had started ends").isTrue();
      JsonObject shown = next.done(new Ask.Show("abcdefgh"));
      assertThat(text(shown, "state")).isEqualTo("closed");
      assertThat(text(shown, "note")).contains("before it was started");
    } finally {
      left.destroyForcibly().waitFor();
    }
    assertThat(new SessionFiles(home).all().sessions())
        .singleElement()
        .satisfies(session -> assertThat(session.state()).isEqualTo(Session.State.CLOSED));
  }

  @Test
  @Tag("SES-14")
  void aProgramThatOutlivedItsHostIsShownSo() throws Exception {
    Home home = HostRun.opened(folder.toRealPath().resolve("outlived"));
    Session session = pending("outlived");
    Process left = left(session);
    ProcessMark mark = ProcessMark.of(left.pid()).orElseThrow();
    Session open = session.opened(run(mark.pid(), mark.start(), mark.boot()));
    new SessionFiles(home).write(open);
    JsonObject alone = Shown.withoutHost(home, List.of(open)).getFirst();
    assertThat(text(alone, "activity")).isEqualTo("idle");
    assertThat(text(alone, "note")).contains("still runs", "session stop outlived");
    try (HostRun next = new HostRun(home.root())) {
      JsonObject shown = next.done(new Ask.Show("outlived"));
      assertThat(text(shown, "activity")).isEqualTo("idle");
      assertThat(text(shown, "evidence")).isEqualTo("runs without its host");
      assertThat(text(shown, "note")).contains("still runs");
      assertThat(next.refused(new Ask.Screen("outlived")).why()).contains("went with the host");
      left.destroyForcibly().waitFor();
      JsonObject gone = next.await("outlived", Activity.State.EXITED);
      assertThat(text(gone, "evidence")).isEqualTo("no process");
      assertThat(gone.string("note")).isEmpty();
    } finally {
      left.destroyForcibly().waitFor();
    }
  }

  @Test
  @Tag("SES-27")
  void aProgramThatOutlivedItsHostStillWritesItsConversation() throws Exception {
    Home home = HostRun.opened(folder.toRealPath().resolve("writing"));
    NativeId conversation = new NativeId("0f1e2d3c", NativeId.Standing.RESUMABLE, Optional.empty());
    Session session = agent("outlived").with(conversation);
    Process left = left(session);
    try {
      ProcessMark mark = ProcessMark.of(left.pid()).orElseThrow();
      SessionFiles files = new SessionFiles(home);
      files.write(session.opened(run(mark.pid(), mark.start(), mark.boot())));
      files.write(agent("another2").with(conversation).opened(run(1, 1, EARLIER)));
      try (HostRun next = new HostRun(home.root())) {
        Ask begin =
            new Ask.Begin(
                HostRun.wanted(work, Optional.empty(), "claude", "--resume", conversation.id()));
        assertThat(next.refused(begin).why()).contains("is open in session outlived");
        Ask restore = new Ask.Restore(Optional.of("another2"), Map.of(), Ask.Answered.STARTED);
        assertThat(next.refused(restore).why()).contains("is open in session outlived");
        assertThat(left.isAlive()).isTrue();
      }
    } finally {
      left.destroyForcibly().waitFor();
    }
  }

  /** As where a host is killed after a reboot, just after it has started a program again. */
  @Test
  @Tag("SES-12")
  void whatWasStartedAgainAfterARebootIsEndedAlthoughItsProcessWasNotKept() throws Exception {
    Home home = HostRun.opened(folder.toRealPath().resolve("rebooted"));
    Session session = pending("rebooted").opened(run(1, 1, EARLIER));
    new SessionFiles(home).write(session);
    Process left = left(session);
    try (HostRun next = new HostRun(home.root())) {
      assertThat(text(next.done(new Ask.Show("rebooted")), "evidence"))
          .isEqualTo("runs without its host");
      assertThat(text(next.done(new Ask.Stop("rebooted", Ask.Ending.AT_ONCE)), "state"))
          .isEqualTo("closed");
      assertThat(left.waitFor(10, TimeUnit.SECONDS)).as("it has ended").isTrue();
    } finally {
      left.destroyForcibly().waitFor();
    }
  }

  @Test
  void thoseThatAreAboutToBeginCountAmongThoseThatAreOpen() throws Exception {
    Home home = HostRun.opened(folder.toRealPath().resolve("full"));
    for (int i = 1; i < Starter.MAX_OPEN; i++) {
      Session open = pending("open%04d".formatted(i)).opened(run(1, 1, EARLIER));
      Files.writeString(home.sessions().resolve(open.id() + ".json"), Json.text(open.toJson()));
    }
    try (HostRun next = new HostRun(home.root());
        HostClient client = next.client()) {
      byte[] begin =
          Frame.json(
              Frame.Kind.ASK,
              new Ask.Begin(HostRun.wanted(work, Optional.empty(), "sleep", "600")).toJson());
      client.send(begin);
      client.send(begin);
      client.send(begin);
      List<Reply> replies = new ArrayList<>();
      while (replies.size() < 3) {
        client.next().json().flatMap(Reply::read).ifPresent(replies::add);
      }
      assertThat(replies).filteredOn(each -> each instanceof Reply.Done).hasSize(1);
    }
  }

  @Test
  @Tag("SES-11")
  void whatWasClosedLongAgoIsForgotten() throws IOException {
    Home home = HostRun.opened(folder.toRealPath().resolve("closed"));
    SessionFiles files = new SessionFiles(home);
    Instant now = Instant.now();
    files.write(pending("longagoo").closed(now.minus(Duration.ofHours(3))));
    files.writeLog("longagoo", new byte[] {'x'});
    Files.writeString(files.ownFolder("longagoo").resolve("hooks.json"), "{}");
    files.write(pending("recently").closed(now.minus(Duration.ofMinutes(50))));
    files.write(pending("stillopn").opened(run(1, 1, EARLIER)));
    Files.writeString(home.config(), "[sessions]\nkeep_closed = \"1h\"\n");
    try (HostRun next = new HostRun(home.root())) {
      assertThat(next.refused(new Ask.Show("longagoo")).error()).isEqualTo(Reply.Refusal.NOT_FOUND);
      assertThat(text(next.done(new Ask.Show("recently")), "state")).isEqualTo("closed");
      assertThat(text(next.done(new Ask.Show("stillopn")), "state")).isEqualTo("open");
    }
    try (Stream<Path> left = Files.list(home.sessions())) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .contains("recently.json", "stillopn.json")
          .noneMatch(name -> name.startsWith("longagoo"));
    }
  }

  /** A program of a session, without a host. */
  private static Process left(Session session) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("COMITY_RUN_ID", session.runId());
    return builder.start();
  }

  private static Session.Run run(long pid, long start, String boot) {
    Instant now = Instant.now();
    return new Session.Run(pid, start, boot, now, now, OptionalInt.empty());
  }

  private Session pending(String id) {
    return session(id, "custom", "sleep", "600");
  }

  private Session agent(String id) {
    return session(id, "claude", "claude", "--verbose");
  }

  private Session session(String id, String provider, String... words) {
    return HostRun.pending(id, provider, work, words);
  }
}
