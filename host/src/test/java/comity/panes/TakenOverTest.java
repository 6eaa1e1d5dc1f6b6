package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.host.ProcessMark;
import comity.json.JsonObject;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.CommandForm;
import comity.sessions.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    assertThat(text(Shown.withoutHost(List.of(pending)).getFirst(), "state"))
        .as("while no host runs")
        .isEqualTo("closed");
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("COMITY_RUN_ID", pending.runId());
    Process left = builder.start();
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
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("COMITY_RUN_ID", session.runId());
    Process left = builder.start();
    ProcessMark mark = ProcessMark.of(left.pid()).orElseThrow();
    Instant now = Instant.now();
    Session open =
        session.opened(
            new Session.Run(mark.pid(), mark.start(), mark.boot(), now, now, OptionalInt.empty()));
    new SessionFiles(home).write(open);
    JsonObject alone = Shown.withoutHost(List.of(open)).getFirst();
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
  @Tag("SES-11")
  void whatWasClosedLongAgoIsForgotten() throws IOException {
    Home home = HostRun.opened(folder.toRealPath().resolve("closed"));
    SessionFiles files = new SessionFiles(home);
    Instant now = Instant.now();
    files.write(pending("longagoo").closed(now.minus(Duration.ofHours(3))));
    files.writeLog("longagoo", new byte[] {'x'});
    Files.writeString(files.ownFolder("longagoo").resolve("hooks.json"), "{}");
    files.write(pending("recently").closed(now.minus(Duration.ofMinutes(50))));
    files.write(
        pending("stillopn")
            .opened(new Session.Run(1, 1, "an earlier boot", now, now, OptionalInt.empty())));
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

  private Session pending(String id) {
    return new Session(
        id,
        Optional.of("api"),
        Optional.empty(),
        Optional.empty(),
        "custom",
        work.toString(),
        CommandForm.of(List.of("sleep", "600")),
        Optional.empty(),
        Session.State.PENDING,
        Optional.empty(),
        Instant.now(),
        Optional.empty(),
        Optional.empty());
  }
}
