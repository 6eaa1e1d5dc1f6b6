package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Gate;
import comity.memory.Rooms;
import comity.memory.Scope;
import comity.memory.SessionEvent;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Served;
import comity.roles.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose memory it is that was said, in a conversation and in the session that it is held in. */
final class TranscriptScopesTest {
  @TempDir private Path folder;
  private TwoGroups place;
  private Ground ground;
  private Finders finders;

  @BeforeEach
  void make() throws IOException {
    place = TwoGroups.make(folder);
    ground = place.ground();
    finders = place.finders();
  }

  @AfterEach
  void close() {
    place.close();
  }

  private MemoryDesk session(String id) {
    return place.session(id, ground.project());
  }

  @Test
  @Tag("MEM-17")
  void whatWasSaidBeforeTheOpeningsThatAreKeptGoesNowhere() throws IOException {
    MemorySessions sessions = new MemorySessions(ground.home());
    Instant now = Instant.now();
    MemorySession many = MemorySession.begun(Visitor.ofSession("s"), ground.project().root(), now);
    Gate gate = Gate.open(new Scope.Group("acme"), Optional.of("a"), Tokenizer.DEFAULT);
    for (int i = MemorySession.MAX_OPENINGS + 10; i > 0; i--) {
      many = many.opened(gate, now.minusSeconds(i));
    }
    assertThat(sessions.keep(Optional.empty(), many)).isTrue();
    Path transcript = folder.resolve("p.jsonl");
    Files.writeString(
        transcript,
        said("1", now.minusSeconds(5000), "Decision: leave Redis")
            + said("2", now, "Decision: keep SQLite"));
    SessionEvent ended =
        new SessionEvent(SessionEvent.Kind.ENDED, "p", Optional.of(transcript.toString()), "");
    session("s").events().happened(ended);
    assertThat(ground.text("memory/groups/acme/experience.md")).contains("keep SQLite");
    assertThat(ground.texts().values()).noneMatch(text -> text.contains("leave Redis"));
  }

  /** A conversation that was held in one session and is taken up in another. */
  private void takenUp(String first, boolean kept) throws IOException {
    Instant now = Instant.now();
    MemorySessions sessions = new MemorySessions(ground.home());
    Gate acme = Gate.open(new Scope.Group("acme"), Optional.of("a"), Tokenizer.DEFAULT);
    MemorySession one =
        MemorySession.begun(first, ground.project().root(), now.minusSeconds(900))
            .opened(acme, now.minusSeconds(900))
            .closed(now.minusSeconds(300));
    assertThat(sessions.keep(Optional.empty(), one)).isTrue();
    Path transcript = folder.resolve("p.jsonl");
    String line = said("1", now.minusSeconds(600), "Decision: leave Redis");
    Files.writeString(transcript, line);
    SessionEvent answered =
        new SessionEvent(SessionEvent.Kind.ANSWERED, "p", Optional.of(transcript.toString()), "");
    if (kept) {
      session("one").events().happened(answered);
    }
    MemoryDesk again = session("two");
    again.open(Optional.of("o"));
    Files.writeString(transcript, line + said("2", Instant.now(), "Decision: keep SQLite"));
    SessionEvent ended =
        new SessionEvent(SessionEvent.Kind.ENDED, "p", Optional.of(transcript.toString()), "");
    again.events().happened(ended);
  }

  /** Nothing shows in which of them the first part was said. */
  @Test
  @Tag("MEM-2")
  @Tag("MEM-17")
  void whatMayHaveBeenSaidInAnotherSessionsGroupGoesNowhere() throws IOException {
    takenUp("other", false);
    assertThat(ground.texts().values()).noneMatch(text -> text.contains("leave Redis"));
    assertThat(ground.text("memory/groups/ops/experience.md")).contains("keep SQLite");
  }

  @Test
  @Tag("MEM-2")
  @Tag("MEM-17")
  void whatAnotherSessionHasKeptIsNotKeptAgain() throws IOException {
    takenUp(Visitor.ofSession("one"), true);
    assertThat(ground.text("memory/groups/ops/experience.md"))
        .contains("keep SQLite")
        .doesNotContain("leave Redis");
    assertThat(ground.texts().entrySet())
        .filteredOn(file -> file.getValue().contains("leave Redis"))
        .as("it waits for acme, in the home")
        .isEmpty();
    Actor owner = new Actor("me", Optional.empty(), Optional.empty(), Actor.Door.CLI);
    Desk desk =
        new Desk(
            ground.home(), ground.project(), owner, InstantSource.system(), ZoneId.systemDefault());
    new MemoryDesk(
            desk,
            new Visitor(owner, new Rooms.All(), Optional.empty()),
            finders.of(ground.project()),
            Tokenizer.DEFAULT,
            new Random())
        .keeping()
        .flushAll();
    assertThat(ground.text("memory/groups/acme/experience.md")).containsOnlyOnce("leave Redis");
  }

  /** A session that is forgotten leaves behind that nobody knows any more what was open then. */
  @Test
  @Tag("MEM-2")
  void whatWasSaidBeforeASessionWasForgottenGoesNowhere() throws IOException {
    Instant now = Instant.now();
    MemorySessions sessions = new MemorySessions(ground.home());
    Gate acme = Gate.open(new Scope.Group("acme"), Optional.of("a"), Tokenizer.DEFAULT);
    MemorySession forgotten =
        MemorySession.begun("old", ground.project().root(), now.minusSeconds(900))
            .opened(acme, now.minusSeconds(900))
            .closed(now.minusSeconds(300));
    assertThat(sessions.keep(Optional.empty(), forgotten)).isTrue();
    sessions.forget(forgotten, now);
    assertThat(sessions.knownSince()).contains(now.minusSeconds(300));
    Path transcript = folder.resolve("p.jsonl");
    MemoryDesk desk = session("new");
    desk.open(Optional.of("o"));
    Files.writeString(
        transcript,
        said("1", now.minusSeconds(600), "Decision: leave Redis")
            + said("2", now.minusSeconds(100), "Decision: paint it")
            + said("3", Instant.now(), "Decision: keep SQLite"));
    desk.events()
        .happened(
            new SessionEvent(SessionEvent.Kind.ENDED, "p", Optional.of(transcript.toString()), ""));
    assertThat(ground.texts().values()).noneMatch(text -> text.contains("leave Redis"));
    assertThat(ground.text("memory/groups/ops/experience.md"))
        .contains("keep SQLite")
        .doesNotContain("paint it");
    assertThat(ground.text("memory/flush-state.json")).contains("paint it");
  }

  private void damage(String id, String content) throws IOException {
    Path file = ground.home().memory().resolve("session-" + Hash.of(id) + ".jsonl");
    assertThat(file).exists();
    Files.writeString(file, content);
  }

  /** What was open in it is a secret that the file has taken with it. */
  @Test
  @Tag("MEM-2")
  @Tag("MEM-4")
  void aDamagedRecordShowsNoNotesAndGivesNobodyWhatWasSaid() throws IOException {
    for (String content : List.of("", "\0\0\0\0", "{\"id\":")) {
      MemoryDesk desk = session("d");
      desk.open(Optional.of("a"));
      String id = Visitor.ofSession("d");
      damage(id, content);
      Visitor visitor =
          new Visitor(
              new Actor("me", Optional.empty(), Optional.of("d"), Actor.Door.GUARD),
              new Rooms.All(),
              Optional.of(id));
      assertThat(new OpenMemory(ground.home(), ground.project(), visitor).get())
          .as("of the guard")
          .containsInstanceOf(Scope.Group.class);
      Path transcript = folder.resolve("p.jsonl");
      Files.writeString(transcript, said("1", Instant.now(), "Decision: leave Redis"));
      SessionEvent ended =
          new SessionEvent(SessionEvent.Kind.ENDED, "p", Optional.of(transcript.toString()), "");
      assertThat(session("d").events().happened(ended)).isInstanceOf(Served.Undone.class);
      session("d").open(Optional.of("o"));
      session("d").events().happened(ended);
      assertThat(ground.texts().values()).noneMatch(text -> text.contains("leave Redis"));
    }
  }

  /** Only its last step was lost: what is open did not change in it, or nobody was told. */
  @Test
  @Tag("MEM-4")
  @Tag("MEM-17")
  void afterATornStepTheMemoryIsTheSameAndNothingIsGiven() throws IOException {
    MemoryDesk desk = session("d");
    desk.open(Optional.of("a"));
    desk.get(Optional.empty(), "index", Optional.empty(), true);
    Path file =
        ground.home().memory().resolve("session-" + Hash.of(Visitor.ofSession("d")) + ".jsonl");
    String all = Files.readString(file);
    Files.writeString(file, all.substring(0, all.length() - 30));
    assertThat(session("d").session()).isPresent();
    assertThat(desk.get(Optional.empty(), "index", Optional.empty(), true))
        .isInstanceOf(Served.Undone.class);
    Path transcript = folder.resolve("p.jsonl");
    Files.writeString(transcript, said("1", Instant.now(), "Decision: leave Redis"));
    session("d")
        .events()
        .happened(
            new SessionEvent(SessionEvent.Kind.ENDED, "p", Optional.of(transcript.toString()), ""));
    assertThat(ground.text("memory/groups/acme/experience.md")).contains("leave Redis");
  }

  private static String said(String id, Instant at, String text) {
    return """
    {"type":"user","uuid":"%s","sessionId":"p","timestamp":"%s",\
    "message":{"role":"user","content":"%s"}}
    """
        .formatted(id, at, text);
  }
}
