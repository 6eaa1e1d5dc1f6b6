package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.panes.HostRun.Viewer;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.terminal.PlainText;
import comity.terminal.Size;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The host with real programs, asked over its socket. */
@Timeout(60)
final class SessionHostTest extends HostTest {
  private String text(JsonObject shown, String key) {
    return shown.string(key).orElse("");
  }

  private String logs(String id) throws IOException {
    JsonObject shown = host().done(new Ask.Logs(id, 0));
    return PlainText.of(Base64.getDecoder().decode(text(shown, "base64")));
  }

  @Test
  @Tag("SES-10")
  @Tag("SES-11")
  void aSessionRunsIsSeenTypedIntoAndEnds() throws IOException {
    String id =
        host().begin(work(), "sh", "-c", "echo begun; read line; echo \"got $line\"; exit 5");
    try (Viewer viewer = new Viewer(host(), id, new Size(80, 24))) {
      viewer.until("begun");
      assertThat(text(host().done(new Ask.Screen(id)), "text")).contains("begun");
      viewer.type("hello\r");
      viewer.until("got hello");
      JsonObject event = viewer.event();
      assertThat(text(event, "event")).isEqualTo("exited");
      assertThat(event.get("code")).hasToString("JsonNumber[digits=5]");
    }
    JsonObject shown = host().done(new Ask.Show(id));
    assertThat(text(shown, "state")).as("a person did not close it").isEqualTo("open");
    assertThat(text(shown, "activity")).isEqualTo("exited");
    assertThat(text(shown, "evidence")).isEqualTo("exit 5");
    assertThat(logs(id)).contains("got hello");
    assertThat(host().refused(new Ask.Screen(id)).why()).contains("nothing runs");
  }

  @Test
  @Tag("SES-11")
  void whatIsKeptIsItsOwnersAlone() throws IOException {
    String id = host().begin(work(), "sleep", "600");
    Path file = host().home().sessions().resolve(id + ".json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(HostPlace.socket(host().home()))))
        .isEqualTo("rw-------");
    SessionFiles.All all = new SessionFiles(host().home()).all();
    assertThat(all.sessions())
        .singleElement()
        .satisfies(session -> assertThat(session.state()).isEqualTo(Session.State.OPEN));
    host().done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
    assertThat(new SessionFiles(host().home()).all().sessions().getFirst().state())
        .isEqualTo(Session.State.CLOSED);
  }

  /** Who opens a pipe waits until somebody writes into it. */
  @Test
  void aPipeInPlaceOfAFileKeepsNobodyWaiting() throws Exception {
    String id = host().begin(work(), "sh", "-c", "echo printed");
    host().await(id, Activity.State.EXITED);
    logs(id);
    Path log = host().home().sessions().resolve(id + ".log");
    Files.delete(log);
    for (Path file :
        List.of(
            log,
            host().home().root().resolve("providers.toml"),
            host().home().root().resolve("config.toml"))) {
      assertThat(new ProcessBuilder("mkfifo", file.toString()).inheritIO().start().waitFor())
          .isZero();
    }
    assertThat(host().refused(new Ask.Logs(id, 0)).why()).contains("no regular file");
    String next = host().begin(work(), "sh", "-c", "printf '\\007'; exec cat");
    assertThat(text(host().await(next, Activity.State.ATTENTION), "evidence")).isEqualTo("bell");
    assertThat(host().log()).anyMatch(line -> line.contains("providers.toml"));
  }

  @Test
  @Tag("SES-1")
  void theProgramKnowsTheSession() throws IOException {
    String id = host().begin(work(), "sh", "-c", "echo id=$MUSTER_AGENT_SESSION_ID in=$(pwd); cat");
    assertThat(host().awaitScreen(id, "id=" + id + " in=" + work())).isNotEmpty();
  }

  @Test
  @Tag("SES-10")
  void severalViewersSeeTheSameAndItFitsAll() throws IOException {
    String id = host().begin(work(), "sh", "-c", "while read line; do stty size; done");
    try (Viewer one = new Viewer(host(), id, new Size(100, 40));
        Viewer two = new Viewer(host(), id, new Size(90, 50))) {
      one.type("a\r");
      one.until("40 90");
      two.until("40 90");
      two.resize(new Size(70, 20));
      one.type("b\r");
      one.until("20 70");
      two.leave();
      one.type("c\r");
      one.until("40 100");
    }
  }

  /** Linux may say that a terminal has ended while it still has what was printed last; seldom. */
  @Test
  @Tag("SES-10")
  void whatIsPrintedLastIsNeverLost() throws IOException {
    for (int i = 0; i < 150; i++) {
      String id = host().begin(work(), "sh", "-c", "read line; echo last words");
      try (Viewer viewer = new Viewer(host(), id, new Size(80, 24))) {
        viewer.type("\r");
        assertThat(text(viewer.event(), "event")).isEqualTo("exited");
        assertThat(viewer.screen().text()).as("session %d", i).contains("last words");
      }
    }
  }

  @Test
  @Tag("SES-10")
  void whatIsPrintedLastIsSeenWhateverTheSize() throws IOException {
    String id = host().begin(work(), "sh", "-c", "read line; echo last words");
    try (Viewer one = new Viewer(host(), id, new Size(100, 40));
        Viewer two = new Viewer(host(), id, new Size(90, 50))) {
      one.type("\r");
      assertThat(text(one.event(), "event")).isEqualTo("exited");
      assertThat(one.screen().text()).contains("last words");
      assertThat(text(two.event(), "event")).isEqualTo("exited");
      assertThat(two.screen().text()).contains("last words");
    }
  }

  @Test
  @Tag("SES-10")
  void aViewerThatComesLaterSeesTheScreenAsItIs() throws IOException {
    String id =
        host()
            .begin(
                work(),
                "sh",
                "-c",
                "printf '\\033[?1049h\\033[2J\\033[5;7H\\033[1;31mbold red\\033[0m"
                    + "\\033[10;1H漢字 é\\033[?2004h\\033[?25l\\033[3;3H'; cat");
    try (Viewer first = new Viewer(host(), id, new Size(80, 24))) {
      first.until("漢字");
      try (Viewer later = new Viewer(host(), id, new Size(80, 24))) {
        later.until("漢字");
        for (int row = 0; row < 24; row++) {
          for (int column = 0; column < 80; column++) {
            assertThat(later.screen().cell(column, row))
                .isEqualTo(first.screen().cell(column, row));
          }
        }
        assertThat(later.screen().isSet(2004)).isTrue();
        assertThat(later.screen().isSet(25)).isFalse();
        assertThat(later.screen().cursorRow()).isEqualTo(2);
        later.leave();
        assertThat(later.screen().isSet(2004)).as("its terminal is as it was").isFalse();
        assertThat(later.screen().isSet(25)).isTrue();
      }
    }
  }

  @Test
  @Tag("SES-14")
  void whatItIsAtIsKnownWithTheReason() throws IOException {
    String id = host().begin(work(), "sh", "-c", "while read what; do printf \"$what\"; done");
    try (Viewer viewer = new Viewer(host(), id, new Size(80, 24))) {
      viewer.type("\\\\033]9;4;3\\\\007\r");
      assertThat(text(host().await(id, Activity.State.WORKING), "evidence"))
          .isEqualTo("OSC 9;4 busy");
      viewer.type("\\\\033]9;4;0\\\\007\r");
      assertThat(text(host().await(id, Activity.State.WAITING), "evidence"))
          .isEqualTo("OSC 9;4 clear");
      viewer.type("\\\\007\r");
      assertThat(text(host().await(id, Activity.State.ATTENTION), "evidence")).isEqualTo("bell");
    }
  }

  @Test
  void aSessionGoesByItsIdItsNameOrABeginning() throws IOException {
    JsonObject begun =
        host().done(new Ask.Begin(HostRun.wanted(work(), Optional.of("api"), "sleep", "600")));
    String id = text(begun, "id");
    for (String called : List.of(id, "api", id.substring(0, 7))) {
      assertThat(text(host().done(new Ask.Show(called)), "id")).isEqualTo(id);
    }
    Reply.Refused none = host().refused(new Ask.Show("nobody"));
    assertThat(none.error()).isEqualTo(Reply.Refusal.NOT_FOUND);
    assertThat(
            host().refused(new Ask.Begin(HostRun.wanted(work(), Optional.of("api"), "true"))).why())
        .contains("api");
    assertThat(
            host().refused(new Ask.Begin(HostRun.wanted(work(), Optional.of("-x"), "true"))).why())
        .contains("a name");
  }

  @Test
  void whatCannotBeStartedIsNoSession() throws IOException {
    Reply.Refused refused =
        host()
            .refused(
                new Ask.Begin(
                    HostRun.wanted(work(), Optional.empty(), "no-such-program", "with", "words")));
    assertThat(refused.why()).contains("not on the PATH");
    assertThat(host().done(new Ask.Sessions()).get("sessions")).hasToString("[]");
    assertThat(
            host()
                .refused(
                    new Ask.Begin(
                        HostRun.wanted(work().resolve("gone"), Optional.empty(), "true", "x")))
                .why())
        .contains("gone");
  }

  @Test
  @Tag("SES-18")
  void aSessionWithoutAConversationStaysStoppedAndSaysWhy() throws IOException {
    String id = host().begin(work(), "sh", "-c", "exit 0");
    host().await(id, Activity.State.EXITED);
    Reply.Refused refused =
        host().refused(new Ask.Restore(Optional.of(id), Map.of(), Ask.Answered.STARTED));
    assertThat(refused.why()).contains("never told");
    assertThat(text(host().done(new Ask.Show(id)), "note")).contains("never told");
  }

  @Test
  @Tag("SES-28")
  void whoWaitsForTheEndIsToldTheExitCode() throws IOException {
    String id = host().begin(work(), "sh", "-c", "read x; exit 7");
    try (HostRun.Viewer viewer = new HostRun.Viewer(host(), id, new Size(80, 24));
        HostClient waiting = host().client()) {
      waiting.send(
          Frame.json(Frame.Kind.ASK, new Ask.Await(id, Set.of(Activity.State.EXITED)).toJson()));
      viewer.type("\r");
      Frame answer = waiting.next();
      assertThat(answer.kind()).isEqualTo(Frame.Kind.REPLY);
      assertThat(answer.json().orElseThrow().get("exit_code")).isEqualTo(JsonNumber.of(7));
    }
  }

  @Test
  @Tag("SES-10")
  void itEndsWhenAllIsClosedAndNobodyIsThere() throws IOException, InterruptedException {
    String id = host().begin(work(), "sleep", "600");
    host().done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
    host().awaitEnd();
    assertThat(HostClient.connect(host().home())).isEmpty();
  }

  @Test
  void aHomeWithALongPathHasOneToo() throws IOException {
    Path deep = folder().toRealPath().resolve("d".repeat(120));
    try (HostRun far = new HostRun(deep)) {
      String id = far.begin(work(), "sh", "-c", "echo far; cat");
      assertThat(far.awaitScreen(id, "far")).contains("far");
      far.done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
    }
  }

  @Test
  void whoSpeaksSomethingElseIsToldAndTheRestGoesOn() throws IOException {
    String id = host().begin(work(), "sh", "-c", "echo still; cat");
    Home home = host().home();
    for (byte[] said :
        List.of(
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            Frame.json(Frame.Kind.HELLO, JsonObject.empty().with("version", 9)),
            new byte[100_000])) {
      try (SocketChannel stranger = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        stranger.connect(UnixDomainSocketAddress.of(HostPlace.socket(home)));
        stranger.write(ByteBuffer.wrap(said));
        ByteBuffer answer = ByteBuffer.allocate(1000);
        while (stranger.read(answer) >= 0) {
          // Until it is shown the door.
        }
        assertThat(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8))
            .contains("\"ok\":false");
      } catch (IOException reset) {
        // It had not read all that was sent.
      }
    }
    assertThat(host().awaitScreen(id, "still")).contains("still");
  }

  @Test
  void aViewerThatDoesNotReadStopsNobody() throws IOException {
    String id = host().begin(work(), "sh", "-c", "read go; seq 1 2000000; echo done; cat");
    try (Viewer lazy = new Viewer(host(), id, new Size(80, 24));
        Viewer other = new Viewer(host(), id, new Size(80, 24))) {
      other.type("\r");
      other.until("done");
      assertThat(lazy.until("done")).as("it gets the screen as it is").contains("2000000");
    }
  }
}
