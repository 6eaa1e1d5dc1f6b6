package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Beginnings;
import comity.memory.Entry;
import comity.memory.Scope;
import comity.recall.Flush.Flushing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlushTest {
  private static final Scope.Group ACME = new Scope.Group("acme");
  private static final Scope MAIN = new Scope.Main();
  private static final Beginnings.About ABOUT = new Beginnings.About("matrix", "");

  private static final List<Entry> CAPTURED =
      List.of(
          Ground.entry(Entry.Kind.DECISION, "Decision: use SQLite\nContext: one writer", "m1"),
          Ground.entry(Entry.Kind.TASK, "write the docs", "m2"),
          Ground.entry(Entry.Kind.NOTE, "the CI is slow", "m3"),
          Ground.entry(Entry.Kind.DECISION, "ship on Friday", "m4"));

  @TempDir private Path folder;
  private Ground ground;

  @BeforeEach
  void make() throws IOException {
    ground = Ground.make(folder.resolve("one"));
  }

  private static Flushing.Flushed flushed(Flushing flushing) {
    return switch (flushing) {
      case Flushing.Flushed done -> done;
      case Flushing.Refused(var verdict) -> throw new AssertionError(verdict);
    };
  }

  private Flushing.Flushed run(Scope scope, List<Entry> entries) {
    return flushed(ground.flush(_ -> {}).run(scope, entries, ABOUT));
  }

  @Test
  @Tag("MEM-1")
  @Tag("MEM-19")
  void aGroupWithoutMemoryGetsWhatIsMissing() throws IOException {
    ground.file("memory/groups/acme/people.md", "");
    Flushing.Flushed done = run(ACME, List.of());
    assertThat(done.made())
        .containsExactlyInAnyOrder(
            "memory/groups/acme.md",
            "memory/groups/acme/attention.md",
            "memory/groups/acme/project.md",
            "memory/groups/acme/experience.md");
    assertThat(ground.text("memory/groups/acme/people.md")).isEmpty();
    assertThat(ground.text("memory/groups/acme.md"))
        .contains("group_name: acme", "channel: matrix");
    Files.delete(ground.project().root().resolve("memory/groups/acme/project.md"));
    assertThat(run(ACME, List.of()).made()).isEmpty();
    ground.file("MEMORY.md", "# M\n\n## Likes\n\n- tea\n");
    assertThat(run(MAIN, List.of()).made()).hasSize(4);
    assertThat(ground.text("memory/main/index.md")).contains("| Likes | longterm.md | P1 |");
    assertThat(ground.text("MEMORY.md")).isEqualTo("# M\n\n## Likes\n\n- tea\n");
  }

  @Test
  @Tag("MEM-17")
  @Tag("MEM-18")
  void whatWasCapturedIsWrittenOnceAndTheTimeIsKept() throws IOException {
    Flushing.Flushed done = run(ACME, CAPTURED);
    assertThat(done.entries()).isEqualTo(4);
    assertThat(done.files())
        .containsExactly("memory/groups/acme/experience.md", "memory/groups/acme/attention.md");
    assertThat(ground.text("memory/groups/acme/experience.md"))
        .contains("- **Decision:** use SQLite\n- **Context:** one writer\n- **Source:** s1/m1\n")
        .contains("the CI is slow (from s1/m3)");
    assertThat(ground.text("memory/flush-state.json"))
        .contains("\"acme\": {\n        \"last_flush_time\": \"2026-11-30T12:05:00+08:00\"")
        .contains("\"pending_items\": []");
    Map<String, String> before = ground.texts();
    assertThat(run(ACME, CAPTURED).files()).isEmpty();
    assertThat(ground.texts()).isEqualTo(before);
    assertThat(ground.waiting()).isEmpty();
  }

  @Test
  @Tag("MEM-17")
  void aFlushOfMainDistilsToo() throws IOException {
    ground.file("MEMORY.md", "# M\n\n## Likes\n\n- tea\n");
    ground.file("memory/2026-11-29.md", "# 2026-11-29\n\nLesson: rest\n");
    run(MAIN, CAPTURED);
    assertThat(ground.text("memory/main/longterm.md")).contains("## Likes\n\n- tea\n");
    assertThat(ground.text("memory/main/daily-synced.md"))
        .contains("## 2026-11-30\n\n- Decision: use SQLite")
        .contains("## 2026-11-29\n\n- Lesson: rest\n");
    assertThat(ground.text("memory/main/attention.md")).contains("- [ ] write the docs");
    assertThat(
            new FlushStates(ground.home(), ground.project().root(), _ -> {})
                .line(ZoneOffset.ofHours(8)))
        .contains("上次 flush: 2026-11-30 12:05");
    Map<String, String> before = ground.texts();
    run(MAIN, CAPTURED);
    assertThat(ground.texts()).isEqualTo(before);
  }

  @Test
  @Tag("MEM-2")
  @Tag("MEM-17")
  void whatWaitsForAGroupIsNotWhereMainReads() throws IOException {
    ground
        .flush(_ -> {})
        .capture(ACME, List.of(Ground.entry(Entry.Kind.NOTE, "marker of acme", "m")));
    ground
        .flush(_ -> {})
        .capture(MAIN, List.of(Ground.entry(Entry.Kind.NOTE, "marker of main", "m")));
    assertThat(ground.text("memory/flush-state.json"))
        .contains("marker of main")
        .doesNotContain("marker of acme");
    assertThat(ground.flush(_ -> {}).waiting()).containsExactly(ACME);
    run(MAIN, List.of());
    assertThat(ground.texts().values()).noneMatch(text -> text.contains("marker of acme"));
    run(ACME, List.of());
    assertThat(ground.text("memory/groups/acme/experience.md")).contains("marker of acme");
    assertThat(ground.flush(_ -> {}).waiting()).isEmpty();
    assertThat(ground.texts().get("memory/2026-11-30.md")).contains("marker of main");
    assertThat(ground.texts().get("memory/flush-state.json")).doesNotContain("marker");
  }

  @Test
  @Tag("MEM-17")
  @Tag("MEM-18")
  void itemsOfOtherProgramsAreWrittenOrKept() throws IOException {
    ground.file(
        "memory/flush-state.json",
        "{\"pending_items\":[\"a plain one\",{\"text\":\"for acme\",\"group\":\"acme\"},{\"odd\":1}],\"mine\":true}");
    run(MAIN, List.of());
    assertThat(ground.text("memory/2026-11-30.md"))
        .contains("a plain one")
        .doesNotContain("for acme");
    assertThat(ground.text("memory/flush-state.json"))
        .contains("for acme", "\"odd\": 1", "\"mine\": true")
        .doesNotContain("a plain one");
    run(ACME, List.of());
    assertThat(ground.text("memory/groups/acme/experience.md")).contains("for acme");
    assertThat(ground.text("memory/flush-state.json")).contains("odd").doesNotContain("for acme");
  }

  @Test
  @Tag("MEM-18")
  void aMalformedStateIsPutAside() throws IOException {
    ground.file("memory/flush-state.json", "{\"pending_items\":[\"precious\"");
    Flushing.Flushed done = run(MAIN, List.of());
    assertThat(done.problems())
        .singleElement()
        .asString()
        .contains("put aside as memory/flush-state.json.malformed-20261130T120500");
    assertThat(ground.text("memory/flush-state.json.malformed-20261130T120500"))
        .contains("precious");
    assertThat(ground.text("memory/flush-state.json")).contains("main_session");
    ground.file("memory/flush-state.json", "[]");
    run(MAIN, List.of());
    assertThat(ground.text("memory/flush-state.json.malformed-20261130T120500-2")).isEqualTo("[]");
  }

  @Test
  @Tag("MEM-2")
  void aLinkRefusesAndWhatWaitsStays() throws IOException {
    ground.file("memory/groups/beta/experience.md", "# of beta\n");
    Path own = ground.project().root().resolve("memory/groups/acme/experience.md");
    Files.createDirectories(own.resolveSibling("."));
    Files.createSymbolicLink(own, Path.of("../beta/experience.md"));
    assertThat(ground.flush(_ -> {}).run(ACME, CAPTURED, ABOUT))
        .isInstanceOf(Flushing.Refused.class);
    assertThat(ground.text("memory/groups/beta/experience.md")).isEqualTo("# of beta\n");
    Files.delete(own);
    run(ACME, List.of());
    assertThat(ground.text("memory/groups/acme/experience.md"))
        .contains("use SQLite", "ship on Friday");
  }

  /** What a flush comes to that is never interrupted. */
  private Map<String, String> whole(Scope scope) throws IOException {
    Ground whole = Ground.make(folder.resolve("whole" + scope.word().hashCode()));
    prepare(whole);
    flushed(whole.flush(_ -> {}).run(scope, CAPTURED, ABOUT));
    return whole.texts();
  }

  private static void prepare(Ground ground) throws IOException {
    ground.file("MEMORY.md", "# M\n\n## Likes\n\n- tea\n");
    ground.file("memory/flush-state.json", "{\"pending_items\":[\"a plain one\"],\"mine\":true}");
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  @Test
  @Tag("MEM-16")
  @Tag("MEM-17")
  void aFlushThatEndsBeforeAnyWriteIsFinishedByTheNext() throws IOException {
    for (Scope scope : List.of(ACME, MAIN)) {
      Map<String, String> expected = whole(scope);
      boolean killed = true;
      int kills = 0;
      for (int at = 0; killed; at++) {
        Ground again = Ground.make(folder.resolve("at" + scope.word().hashCode() + "-" + at));
        prepare(again);
        killed = endsBefore(again, scope, at);
        kills += killed ? 1 : 0;
        boolean kept = at > 0;
        flushed(again.flush(_ -> {}).run(scope, kept ? List.of() : CAPTURED, ABOUT));
        assertThat(again.texts()).as("%s, killed before write %d", scope, at).isEqualTo(expected);
        assertThat(again.waiting()).isEmpty();
      }
      assertThat(kills).isGreaterThan(6);
    }
  }

  private static boolean endsBefore(Ground ground, Scope scope, int write) {
    int[] writes = {0};
    try {
      ground
          .flush(_ -> {
            if (writes[0]++ == write) {
              throw new Killed();
            }
          })
          .run(scope, CAPTURED, ABOUT);
      return false;
    } catch (Killed killed) {
      return true;
    }
  }

  @Test
  @Tag("MEM-16")
  void aFlushDuringAnotherWaitsForIt() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // The clock is asked while no file is written, and so no other lock is held.
      Supplier<OffsetDateTime> clock =
          () -> {
            inside.countDown();
            await(goOn);
            return Ground.NOON;
          };
      Flush slow = new Flush(ground.home(), ground.project(), clock, _ -> {});
      Future<Flushing> first = threads.submit(() -> slow.run(ACME, CAPTURED, ABOUT));
      await(inside);
      AtomicBoolean isInside = new AtomicBoolean();
      Flush other =
          new Flush(
              ground.home(),
              ground.project(),
              () -> {
                isInside.set(true);
                return Ground.NOON;
              },
              _ -> {});
      FutureTask<Flushing> second = new FutureTask<>(() -> other.run(ACME, CAPTURED, ABOUT));
      Thread waiting = Thread.ofPlatform().start(second);
      while (waiting.getState() != Thread.State.WAITING && waiting.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(waiting.getState()).isEqualTo(Thread.State.WAITING);
      assertThat(isInside).isFalse();
      goOn.countDown();
      assertThat(flushed(first.get()).files()).hasSize(2);
      assertThat(flushed(second.get()).files()).isEmpty();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
