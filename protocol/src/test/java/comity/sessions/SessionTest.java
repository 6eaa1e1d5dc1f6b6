package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import comity.json.Json;
import comity.sessions.Session.NativeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept of a session, and what its program's environment is. */
final class SessionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private static Session session() {
    return new Session(
        "abcdefgh",
        Optional.of("api"),
        Optional.of("/p"),
        Optional.of("build"),
        "claude",
        "/p/src",
        new CommandForm.Line("FOO=1 claude"),
        Optional.of("claude -r {session_id}"),
        Session.State.OPEN,
        Optional.of(new NativeId("u-1", NativeId.Standing.RESUMABLE, Optional.of("/t.jsonl"))),
        NOW,
        Optional.of(new Session.Run(12, 345, "b-1", NOW, NOW.plusSeconds(3), OptionalInt.of(137))),
        Optional.empty());
  }

  @Test
  @Tag("SES-11")
  void itIsReadAsItWasKept() {
    Session whole = session();
    assertThat(Session.read(Json.read(Json.write(whole.toJson()))))
        .isEqualTo(new Session.Reading.Read(whole));
    Session bare =
        new Session(
            "abcdef",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "custom",
            "/",
            new CommandForm.Words(List.of("a", "b c")),
            Optional.empty(),
            Session.State.PENDING,
            Optional.empty(),
            NOW,
            Optional.empty(),
            Optional.empty());
    assertThat(Session.read(Json.read(Json.write(bare.toJson()))))
        .isEqualTo(new Session.Reading.Read(bare));
  }

  @Test
  @Tag("SES-11")
  void itIsClosedOnceAndOverAfterAWhile() {
    Session closed = session().closed(NOW.plusSeconds(60));
    assertThat(closed.state()).isEqualTo(Session.State.CLOSED);
    assertThat(closed.closed(NOW.plusSeconds(90))).isEqualTo(closed);
    assertThat(Session.read(Json.read(Json.write(closed.toJson()))))
        .isEqualTo(new Session.Reading.Read(closed));
    Duration kept = Duration.ofHours(1);
    assertThat(closed.isOver(kept, NOW.plusSeconds(3660))).isFalse();
    assertThat(closed.isOver(kept, NOW.plusSeconds(3661))).isTrue();
    assertThat(session().isOver(kept, NOW.plusSeconds(1_000_000))).as("it is open").isFalse();
    Session again = closed.opened(closed.run().orElseThrow());
    assertThat(again.closed()).isEmpty();
    assertThat(again.state()).isEqualTo(Session.State.OPEN);
    Session unstarted = changed(Session.State.PENDING);
    assertThat(unstarted.withoutItsHost(NOW).state()).isEqualTo(Session.State.CLOSED);
    assertThat(session().withoutItsHost(NOW)).isEqualTo(session());
  }

  @Test
  void whatIsDamagedIsToldAndNotGuessed() {
    for (String text :
        List.of(
            "",
            "[]",
            "{}",
            Json.text(session().toJson().with("version", 2)),
            Json.text(session().toJson().with("id", "../../etc")),
            Json.text(session().toJson().without("command")),
            Json.text(session().toJson().with("state", "dancing")),
            Json.text(session().toJson()).replaceFirst("\"pid\":\\d+", "\"pid\":-1"),
            Json.text(session().toJson().with("created", "yesterday")))) {
      assertThat(Session.read(Json.read(text)))
          .as(text)
          .isInstanceOf(Session.Reading.Damaged.class);
    }
  }

  @Test
  void anIdIsAPartOfAFilesName() {
    assertThat(Session.isId("k7m2p9qx")).isTrue();
    for (String odd : List.of("", "abc", "ABCDEFGH", "a/b.../x", "abcdefg ", "a".repeat(33))) {
      assertThat(Session.isId(odd)).as(odd).isFalse();
    }
    assertThatIllegalArgumentException().isThrownBy(() -> withId("../sessions"));
  }

  @Test
  void aRunOfASessionNamesIt() {
    assertThat(Session.ofRun(session().runId())).contains(session().id());
    for (String odd :
        List.of("", "comity-session-", "comity-session-../../abc", "run-comity-session-k7m2p9qx")) {
      assertThat(Session.ofRun(odd)).as(odd).isEmpty();
    }
  }

  @Test
  void aNameIsForPeopleAndNoOption() {
    for (String fit : List.of("api", "a b", "größe", "n".repeat(Session.MAX_NAME))) {
      assertThat(Session.isName(fit)).as(fit).isTrue();
    }
    for (String odd : List.of("", " ", "-x", "a\u001b", "n".repeat(Session.MAX_NAME + 1))) {
      assertThat(Session.isName(odd)).as(odd).isFalse();
    }
  }

  @Test
  void whatItIsAtWithoutATerminalIsSeenFromItsRun() {
    Session.Run ended = session().run().orElseThrow();
    assertThat(session().withoutTerminal(false).evidence())
        .isEqualTo(new Activity.Evidence("exit 137", ended.changed()));
    assertThat(session().mayLive()).isFalse();
    Session killed =
        session()
            .with(new Session.Run(12, 345, "b-1", NOW, NOW.plusSeconds(3), OptionalInt.empty()));
    assertThat(killed.mayLive()).isTrue();
    assertThat(killed.withoutTerminal(false).evidence().signal()).isEqualTo("no process");
    assertThat(killed.withoutTerminal(true).state()).isEqualTo(Activity.State.IDLE);
    assertThat(changed(Session.State.PENDING).mayLive()).isFalse();
  }

  private static Session withId(String id) {
    return changed(id, session().state());
  }

  private static Session changed(Session.State state) {
    return changed(session().id(), state);
  }

  private static Session changed(String id, Session.State state) {
    Session from = session();
    return new Session(
        id,
        from.name(),
        from.project(),
        from.role(),
        from.provider(),
        from.folder(),
        from.command(),
        from.resume(),
        state,
        from.nativeId(),
        from.created(),
        from.run(),
        from.closed());
  }

  @Test
  @Tag("SES-1")
  @Tag("SES-12")
  void theEnvironmentIsThePersonsWithoutTheirTerminalAndAgent() {
    Map<String, String> environment =
        SessionEnvironment.of(
            Map.of(
                "PATH", "/bin",
                "ANTHROPIC_API_KEY", "k",
                "TMUX", "/tmp/tmux",
                "TERM", "dumb",
                "CLAUDECODE", "1",
                "CLAUDE_CODE_SESSION_ID", "other",
                "MUSTER_AGENT_SESSION_ID", "other",
                "KITTY_WINDOW_ID", "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
            "abcdefgh",
            Map.of("COMITY_HOME", "/h"));
    assertThat(environment)
        .containsEntry("PATH", "/bin")
        .containsEntry("ANTHROPIC_API_KEY", "k")
        .containsEntry("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .containsEntry("COMITY_HOME", "/h")
        .containsEntry("MUSTER_AGENT_SESSION_ID", "abcdefgh")
        .containsEntry("TERM", "xterm-256color")
        .containsEntry("COLORTERM", "truecolor")
        .doesNotContainKeys("TMUX", "CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "KITTY_WINDOW_ID");
  }

  /** An agent that is run within another's session has what its own session gives it. */
  @Test
  @Tag("SES-9")
  void whatThereIsToGuardIsNotInherited() {
    Map<String, String> outer = Map.of("COMITY_GUARD", "1", "COMITY_MEMORY", "gemini");
    assertThat(SessionEnvironment.of(outer, "abcdefgh", Map.of()))
        .doesNotContainKeys("COMITY_GUARD", "COMITY_MEMORY");
    assertThat(SessionEnvironment.of(Map.of(), "abcdefgh", outer)).containsAllEntriesOf(outer);
  }
}
