package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.panes.HostRun.Viewer;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.HookEvent;
import comity.sessions.Session;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How sessions of an agent come back that can't always take its conversation up. */
@Timeout(60)
final class LadderTest extends LadderGround {
  /** It knows the ids that it was given, and says what it was run with. */
  private static final String AGENT =
      """
      #!/bin/sh
      echo "$1 $2" >>calls
      if [ "$1" = --session-id ] && [ ! -e "used-$2" ]; then
        >"used-$2"
        echo "begun $2"
        exec cat
      fi
      [ -e gate ] && read line
      [ -e broken ] && echo 'the key has expired' && exit 3
      if [ "$1" = --session-id ]; then
        echo "Id $2 is already in use"
        exit 1
      fi
      [ -e kept ] && printf 'resumed %s\\007\\n' "$2" && exec cat
      echo "No conversation found with id $2"
      exit 1
      """;

  private static final Size SIZE = new Size(80, 24);

  private HostRun host;

  @BeforeEach
  void open() throws IOException {
    agent(AGENT);
    host = new HostRun(home().root());
  }

  @AfterEach
  void close() throws IOException {
    host.close();
  }

  @Test
  @Tag("SES-17")
  @Tag("SES-27")
  void aNewConversationIsBegunWhereTheOldOneCanNeitherBeTakenUpNorBegunAgain() throws Exception {
    String id = host.begin(work(), work().resolve("ladder").toString());
    String first = text(host.done(new Ask.Show(id)), "native_id");
    host.awaitScreen(id, "begun " + first);
    host.report(id, HookEvent.STARTED, first);
    host.awaitShown(id, shown -> text(shown, "native_id_state").equals("confirmed"));
    kill(id);
    host.done(restore(id));
    JsonObject shown = host.awaitShown(id, each -> !text(each, "native_id").equals(first));
    host.awaitScreen(id, "begun " + text(shown, "native_id"));
    assertThat(text(shown, "native_id_state")).isEqualTo("provisional");
    assertThat(text(shown, "note")).contains(first + " had no turn", "use its id again");
    assertThat(calls())
        .containsExactly(
            "--session-id " + first,
            "--resume " + first,
            "--session-id " + first,
            "--session-id " + text(shown, "native_id"));
  }

  @Test
  @Tag("SES-17")
  @Tag("SES-18")
  void anIdThatIsInUseIsTakenUpAndItsViewersStay() throws Exception {
    Files.createFile(work().resolve("kept"));
    String id = host.begin(work(), work().resolve("ladder").toString());
    String conversation = text(host.done(new Ask.Show(id)), "native_id");
    host.awaitScreen(id, "begun");
    kill(id);
    Files.createFile(work().resolve("gate"));
    host.done(restore(id));
    try (Viewer viewer = new Viewer(host, id, SIZE);
        HostClient waiting = host.client()) {
      waiting.send(
          Frame.json(Frame.Kind.ASK, new Ask.Await(id, Set.of(Activity.State.ATTENTION)).toJson()));
      Files.delete(work().resolve("gate"));
      viewer.type("\r");
      assertThat(viewer.until("resumed")).contains("resumed " + conversation);
      assertThat(viewer.events()).as("it has not ended").isEmpty();
      viewer.type("still there\r");
      viewer.until("still there");
      assertThat(waiting.next().json().orElseThrow().string("activity")).contains("attention");
    }
    assertThat(calls())
        .containsExactly(
            "--session-id " + conversation,
            "--session-id " + conversation,
            "--resume " + conversation);
    assertThat(host.done(new Ask.Show(id)).string("note")).isEmpty();
  }

  @Test
  @Tag("SES-18")
  @Tag("SES-27")
  void oneThatEndsAtOnceWithOtherWordsStaysStopped() throws Exception {
    String id = host.begin(work(), work().resolve("ladder").toString());
    String conversation = text(host.done(new Ask.Show(id)), "native_id");
    host.awaitScreen(id, "begun");
    host.report(id, HookEvent.STOPPED, conversation);
    host.awaitShown(id, shown -> text(shown, "native_id_state").equals("resumable"));
    kill(id);
    Files.createFile(work().resolve("broken"));
    Files.createFile(work().resolve("gate"));
    host.done(restore(id));
    try (Viewer viewer = new Viewer(host, id, SIZE)) {
      viewer.type("\r");
      JsonObject event = viewer.event();
      assertThat(text(event, "event")).isEqualTo("exited");
      assertThat(event.get("code")).isEqualTo(JsonNumber.of(3));
      assertThat(viewer.screen().text()).contains("the key has expired");
    }
    JsonObject shown = host.await(id, Activity.State.EXITED);
    assertThat(shown.get("exit_code")).isEqualTo(JsonNumber.of(3));
    assertThat(text(shown, "note")).contains("ended at once", "comity session logs");
    assertThat(text(shown, "native_id")).isEqualTo(conversation);
    assertThat(calls()).containsExactly("--session-id " + conversation, "--resume " + conversation);
  }

  @Test
  @Tag("SES-18")
  void aConversationThatHadTurnsAndIsGoneIsNotReplaced() throws Exception {
    String id = host.begin(work(), work().resolve("ladder").toString());
    String conversation = text(host.done(new Ask.Show(id)), "native_id");
    host.awaitScreen(id, "begun");
    host.report(id, HookEvent.PROMPTED, conversation);
    host.awaitShown(id, shown -> text(shown, "native_id_state").equals("resumable"));
    kill(id);
    host.done(restore(id));
    JsonObject shown =
        host.awaitShown(id, each -> text(each, "note").contains("has no conversation"));
    assertThat(text(shown, "activity")).isEqualTo("exited");
    assertThat(new SessionFiles(host.home()).all().sessions().getFirst().nativeId())
        .map(Session.NativeId::id)
        .contains(conversation);
    assertThat(calls()).containsExactly("--session-id " + conversation, "--resume " + conversation);
  }

  @Test
  @Tag("SES-18")
  void whoeverAsksWhetherItStaysIsToldWhenItHasEnded() throws Exception {
    String id = host.begin(work(), work().resolve("ladder").toString());
    host.awaitScreen(id, "begun");
    kill(id);
    Files.createFile(work().resolve("broken"));
    Reply.Refused failed = host.refused(settled(Optional.of(id)));
    assertThat(failed.why()).contains("ended at once");
    assertThat(failed.todo()).contains("comity session logs");
    JsonObject all = host.done(settled(Optional.empty()));
    assertThat(all.get("sessions"))
        .isInstanceOfSatisfying(
            JsonArray.class,
            sessions ->
                assertThat(sessions.elements())
                    .singleElement()
                    .extracting(each -> ((JsonObject) each).get("restored"))
                    .isEqualTo(new JsonBoolean(false)));
    Files.delete(work().resolve("broken"));
    Files.createFile(work().resolve("kept"));
    JsonObject stays = host.done(settled(Optional.of(id)));
    assertThat(stays.get("pid")).isNotNull();
    assertThat(stays.string("note")).as("of earlier times").isEmpty();
    host.awaitScreen(id, "resumed ");
  }

  private static Ask settled(Optional<String> id) {
    return new Ask.Restore(id, Map.of("PATH", "/usr/bin:/bin"), Ask.Answered.SETTLED);
  }

  private static Ask restore(String id) {
    return new Ask.Restore(Optional.of(id), Map.of("PATH", "/usr/bin:/bin"), Ask.Answered.STARTED);
  }

  private void kill(String id) throws IOException {
    long pid = host.pid(id);
    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    host.await(id, Activity.State.EXITED);
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(work().resolve("calls"));
  }

  private static String text(JsonObject shown, String key) {
    return shown.string(key).orElse("");
  }
}
