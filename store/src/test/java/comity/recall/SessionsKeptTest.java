package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.memory.Gate;
import comity.memory.Opening;
import comity.memory.Priority;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsKeptTest {
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
  private static final Scope OPS = new Scope.Group("ops");

  @TempDir private Path folder;

  private static MemorySession begun() {
    return MemorySession.begun("m-1", Path.of("/project"), NOW);
  }

  private static Gate gate() {
    return Gate.open(OPS, Optional.of("room"), Tokenizer.O200K)
        .withIndex(500, 40)
        .withLoaded(new Gate.Loaded("project.md", Priority.P1, Set.of("conventions/api.md")), 60);
  }

  private Home home() throws IOException {
    return switch (new Home(folder.toRealPath().resolve("home")).open()) {
      case Home.Opening.Opened(Home opened) -> opened;
      case Home.Opening.Refused(String why) -> throw new IOException(why);
    };
  }

  @Test
  void itIsReadAsItWasKept() {
    MemorySession session =
        begun()
            .opened(gate(), NOW)
            .opened(
                Gate.open(new Scope.Main(), Optional.empty(), Tokenizer.CL100K), NOW.plusSeconds(9))
            .with(gate(), NOW.plusSeconds(20))
            .kept("/t.jsonl", "turn")
            .flushed(NOW.plusSeconds(30));
    String text = Json.text(session.toJson());
    assertThat(Json.read(text))
        .isInstanceOfSatisfying(
            JsonReading.Read.class,
            read -> assertThat(MemorySession.read(read.value())).contains(session));
  }

  @Test
  void somethingElseIsNone() {
    assertThat(MemorySession.read(JsonObject.empty())).isEmpty();
    JsonObject json = begun().opened(gate(), NOW).toJson();
    for (String member : json.members().keySet()) {
      boolean needed = !List.of("gate", "transcripts").contains(member);
      assertThat(MemorySession.read(json.without(member)).isEmpty()).as(member).isEqualTo(needed);
    }
  }

  @Test
  @Tag("MEM-17")
  void whatWasOpenWhenIsKnown() {
    MemorySession session = begun().opened(gate(), NOW).closed(NOW.plusSeconds(5));
    assertThat(session.openings())
        .containsExactly(
            new Opening(OPS, Optional.of("room"), NOW, Optional.of(NOW.plusSeconds(5))));
    assertThat(session.gate()).isEmpty();
  }

  @Test
  @Tag("MEM-16")
  void itIsFlushedOnceUntilSomethingIsDoneInIt() {
    assertThat(begun().isUnflushed()).as("nothing was opened").isFalse();
    MemorySession used = begun().opened(gate(), NOW);
    assertThat(used.isUnflushed()).isTrue();
    MemorySession flushed = used.flushed(NOW);
    assertThat(flushed.isUnflushed()).isFalse();
    assertThat(flushed.with(gate(), NOW.plusSeconds(1)).isUnflushed()).isTrue();
  }

  /** Of many that change a session at the same time each is counted after the other. */
  @Test
  @Tag("MEM-11")
  void noChangeIsLost() throws IOException {
    MemorySessions sessions = new MemorySessions(home());
    assertThat(sessions.keep(Optional.empty(), begun().opened(gate(), NOW))).isTrue();
    AtomicInteger lost = new AtomicInteger();
    Stream.generate(() -> 1)
        .limit(40)
        .parallel()
        .forEach(one -> {
          boolean done = false;
          while (!done) {
            MemorySession before = sessions.find("m-1").orElseThrow();
            Gate next = before.gate().orElseThrow().withSpent(one);
            done = sessions.keep(Optional.of(before), before.with(next, NOW));
            lost.addAndGet(done ? 0 : 1);
          }
        });
    assertThat(sessions.find("m-1").flatMap(MemorySession::gate).orElseThrow().spent())
        .isEqualTo(140);
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(home().memory())) {
      return files.toList().getFirst();
    }
  }

  /** Of those that nobody has used for a day the one longest unused ends. */
  @Test
  void ofTooManyTheOneLongestUnusedEnds() throws IOException {
    Home home = home();
    MemorySessions sessions = new MemorySessions(home);
    for (int i = 0; i < MemorySessions.MAX; i++) {
      Instant at = NOW.minus(Duration.ofHours(i + 1));
      MemorySession session = MemorySession.begun("m-" + i, Path.of("/project"), at);
      assertThat(sessions.keep(Optional.empty(), session)).isTrue();
    }
    String oldest = "m-" + (MemorySessions.MAX - 1);
    assertThat(sessions.find(oldest)).isPresent();
    String looking =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "new-" + i)
            .filter(id -> Hash.of(id).startsWith(MemorySessions.LOOKS))
            .findFirst()
            .orElseThrow();
    assertThat(
            sessions.keep(Optional.empty(), MemorySession.begun(looking, Path.of("/project"), NOW)))
        .isTrue();
    assertThat(sessions.find(oldest)).isEmpty();
    assertThat(sessions.all()).hasSize(MemorySessions.MAX);
  }

  /** What was open before the openings that are kept nobody knows. */
  @Test
  @Tag("MEM-17")
  void theOldestOpeningsAreForgottenAndThatIsKnown() {
    MemorySession session = begun();
    for (int i = 0; i < MemorySession.MAX_OPENINGS - 1; i++) {
      session = session.opened(gate(), NOW.plusSeconds(i));
    }
    assertThat(session.knownSince()).isEmpty();
    session = session.opened(gate(), NOW.plusSeconds(5000)).opened(gate(), NOW.plusSeconds(5001));
    assertThat(session.openings()).hasSize(MemorySession.MAX_OPENINGS);
    assertThat(session.knownSince()).contains(NOW.plusSeconds(1));
  }

  @Test
  void aBrokenFileIsNoSession() throws IOException {
    MemorySessions sessions = new MemorySessions(home());
    assertThat(sessions.keep(Optional.empty(), begun())).isTrue();
    Files.writeString(file(), "{\"id\":\"m-1\"");
    assertThat(sessions.find("m-1")).isEmpty();
    assertThat(sessions.all()).isEmpty();
    assertThat(sessions.keep(Optional.empty(), begun())).as("it is made anew").isTrue();
    assertThat(sessions.find("m-1")).contains(begun());
  }

  /** Nobody knows what its last step was: another scope may have been opened in it. */
  @Test
  @Tag("MEM-4")
  void afterATornLineNothingIsOpenAndWhatWasOpenIsKept() throws IOException {
    MemorySessions sessions = new MemorySessions(home());
    MemorySession opened = begun().opened(gate(), NOW);
    assertThat(sessions.keep(Optional.empty(), opened)).isTrue();
    Files.writeString(file(), Files.readString(file()) + "{\"id\":\"m-1\"");
    assertThat(sessions.find("m-1")).contains(opened.shut());
    MemorySession again = opened.shut().opened(gate(), NOW.plusSeconds(5));
    assertThat(sessions.keep(sessions.find("m-1"), again)).isTrue();
    assertThat(sessions.find("m-1")).contains(again);
  }

  @Test
  void aFileDoesNotGrowWithoutEnd() throws IOException {
    MemorySessions sessions = new MemorySessions(home());
    Optional<MemorySession> now = Optional.empty();
    MemorySession next = begun().opened(gate(), NOW);
    long most = 0;
    for (int step = 0; step < 1000; step++) {
      assertThat(sessions.keep(now, next)).isTrue();
      now = Optional.of(next);
      next = next.with(gate().withSpent(step % 10), NOW.plusSeconds(step));
      most = Math.max(most, Files.size(file()));
    }
    assertThat(sessions.find("m-1")).isEqualTo(now);
    assertThat(most).isLessThan(70_000);
  }
}
