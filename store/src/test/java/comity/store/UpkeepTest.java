package comity.store;

import static comity.store.TestStore.ANNE;
import static comity.store.TestStore.AT;
import static comity.store.TestStore.ECHO;
import static comity.store.TestStore.withBob;
import static org.assertj.core.api.Assertions.assertThat;

import comity.messages.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is dropped when the owner says so, and what is not. */
final class UpkeepTest {
  private static final OptionalLong NO_LIMIT = OptionalLong.empty();

  @TempDir private Path home;

  /** Adds a message that waits to be fetched; its conversation. */
  private static String add(TestStore store, String id, Optional<String> conversation, long at) {
    return TestStore.accepted(
        store
            .store
            .conversations()
            .append(
                TestStore.incoming(
                    TestStore.envelope(ANNE, ECHO, id, conversation, "text of " + id),
                    Optional.empty(),
                    at)));
  }

  private static Run queued(TestStore store, String message) {
    store.store.conversations().find("settled");
    return TestStore.queued(store).stream()
        .filter(run -> run.envelope().messageId().equals(message))
        .findFirst()
        .orElseThrow();
  }

  private static void finish(TestStore store, Run run, String trace, long at) {
    Outcome outcome =
        new Outcome(
            Trace.Status.COMPLETED,
            "done",
            Optional.of(
                new Outcome.Reply(
                    TestStore.envelope(
                        ECHO, ANNE, "reply-" + run.message(), Optional.empty(), "reply"),
                    new Destination.Wait())));
    store.store.runs().finish(run, trace, outcome, at);
  }

  /** What was accepted is in the database first. */
  private static int dropBefore(TestStore store, long before) {
    store.store.conversations().find("settled");
    return store.store.upkeep().dropMessages(OptionalLong.of(before), NO_LIMIT);
  }

  @Test
  void whatIsOlderGoesAndTheRestStays() {
    try (TestStore store = TestStore.open(home)) {
      String both = add(store, "old", Optional.empty(), AT);
      String old = add(store, "old alone", Optional.empty(), AT + 1);
      add(store, "kept", Optional.of(both), AT + 2);
      String kept = add(store, "kept alone", Optional.empty(), AT + 3);
      assertThat(dropBefore(store, AT)).isZero();
      assertThat(dropBefore(store, AT + 2)).isEqualTo(2);
      assertThat(store.ids(both)).containsExactly("2 kept");
      assertThat(store.ids(kept)).containsExactly("1 kept alone");
      assertThat(store.store.conversations().find(old)).isEmpty();
      assertThat(dropBefore(store, AT + 2)).isZero();
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.store.conversations().latest(10)).as("after a restart").hasSize(2);
    }
  }

  @Test
  void nothingIsDroppedThatNobodyNamed() {
    try (TestStore store = TestStore.open(home)) {
      String id = add(store, "old", Optional.empty(), 0);
      add(store, "next", Optional.of(id), 1);
      assertThat(store.store.upkeep().dropMessages(NO_LIMIT, NO_LIMIT)).isZero();
      assertThat(store.store.upkeep().dropTraces(NO_LIMIT, NO_LIMIT)).isZero();
      assertThat(store.ids(id)).hasSize(2);
    }
  }

  @Test
  void whatWaitsForARunOrForAnotherHubStays() {
    try (TestStore store = TestStore.open(home)) {
      String running = store.addForRun("running", Optional.empty(), "x");
      Run run = queued(store, "running");
      store.store.runs().begin(run, "run-1", "trace-1", AT);
      String waiting = store.addForRun("queued", Optional.empty(), "x");
      store.send(withBob("conv-pending"), "pending", AT);
      store.send(withBob("conv-dead"), "dead", AT);
      OutboxEntry dead = store.store.outbox().find(ECHO.toString(), "dead").orElseThrow();
      store.store.outbox().dead(dead, "404", AT);
      String unread = add(store, "unread", Optional.empty(), AT);
      add(store, "newest", Optional.empty(), AT + 10);

      assertThat(dropBefore(store, AT + 5)).isEqualTo(1);
      assertThat(store.store.conversations().find(unread)).isEmpty();
      for (String id : List.of(running, waiting, "conv-pending", "conv-dead")) {
        assertThat(store.ids(id)).as(id).hasSize(1);
      }
      assertThat(store.store.counts()).isEqualTo(new Store.Counts(1, 1, 1));

      finish(store, run, "trace-1", AT + 10);
      store.store.outbox().retry(Optional.empty(), AT);
      for (OutboxEntry entry : store.store.outbox().list(10)) {
        store.store.outbox().delivered(entry, "theirs of " + entry.message(), AT);
      }
      assertThat(dropBefore(store, AT + 5)).as("the run's message and the two sent").isEqualTo(3);
      assertThat(store.ids(running)).as("its reply").hasSize(1);
      assertThat(store.store.conversations().find("conv-pending")).isEmpty();
      assertThat(store.store.conversations().find("conv-dead")).isEmpty();
      assertThat(store.ids(waiting)).hasSize(1);
      assertThat(queued(store, "queued").attempts()).isZero();
    }
  }

  @Test
  @Tag("MSG-3")
  void theIdOfWhatWasDroppedIsNew() {
    try (TestStore store = TestStore.open(home)) {
      String first = add(store, "same", Optional.empty(), AT);
      add(store, "newest", Optional.empty(), AT + 1);
      assertThat(dropBefore(store, AT + 1)).isEqualTo(1);
      assertThat(add(store, "same", Optional.empty(), AT + 2)).isNotEqualTo(first);
    }
  }

  /** A later message has a later number, also where all before it are gone. */
  @Test
  @Tag("MSG-16")
  void theNumberOfTheNewestIsNotGivenAgain() {
    long before;
    try (TestStore store = TestStore.open(home)) {
      store.addForRun("a", Optional.empty(), "x");
      Run run = queued(store, "a");
      finish(store, run, "trace-1", AT);
      before = run.message() + 1;
      assertThat(dropBefore(store, AT + 1)).as("the reply is the newest").isEqualTo(1);
    }
    try (TestStore store = TestStore.open(home)) {
      store.addForRun("b", Optional.empty(), "x");
      assertThat(queued(store, "b").message()).isGreaterThan(before);
    }
  }

  @Test
  void oneThatStaysIsNotInTheWayOfManyThatGo() {
    int many = 700;
    try (TestStore store = TestStore.open(home)) {
      String stays = store.addForRun("stays", Optional.empty(), "x");
      String id = add(store, "m-0", Optional.empty(), AT);
      for (int i = 1; i < many; i++) {
        add(store, "m-" + i, Optional.of(id), AT);
      }
      add(store, "newest", Optional.of(id), AT + 1);
      assertThat(dropBefore(store, AT + 1)).isEqualTo(many);
      assertThat(store.ids(id)).containsExactly((many + 1) + " newest");
      assertThat(store.ids(stays)).hasSize(1);
    }
  }

  @Test
  void whatIsMoreThanItMayBeGoesFromTheOldestOn() {
    String large = "x".repeat(100_000);
    try (TestStore store = TestStore.open(home)) {
      String id = TestStore.accepted(store.add("m-0", Optional.empty(), large));
      for (int i = 1; i < 20; i++) {
        store.add("m-" + i, Optional.of(id), large);
      }
      assertThat(store.ids(id)).hasSize(20);
      Upkeep upkeep = store.store.upkeep();
      assertThat(upkeep.dropMessages(NO_LIMIT, OptionalLong.of(100_000_000))).isZero();
      int dropped = upkeep.dropMessages(NO_LIMIT, OptionalLong.of(1_500_000));
      assertThat(dropped).as("about what is too much").isBetween(5, 8);
      assertThat(store.ids(id)).hasSize(20 - dropped).endsWith("20 m-19");
      assertThat(store.ids(id).getFirst()).isEqualTo((dropped + 1) + " m-" + dropped);
    }
  }

  @Test
  @Tag("MSG-41")
  void theStepsOfTracesThatAreOldGoAndTheTraceStays() {
    try (TestStore store = TestStore.open(home)) {
      String done = store.addForRun("done", Optional.empty(), "x");
      Run run = queued(store, "done");
      store.store.runs().begin(run, "run-1", "trace-done", AT);
      store.store.runs().nativeSession(run, new Native("native-1", true));
      finish(store, run, "trace-done", AT);
      store.addForRun("runs", Optional.empty(), "x");
      store.store.runs().begin(queued(store, "runs"), "run-2", "trace-runs", AT);
      store.addForRun("later", Optional.empty(), "x");
      Run later = queued(store, "later");
      store.store.runs().begin(later, "run-3", "trace-later", AT + 10);
      finish(store, later, "trace-later", AT + 10);

      Upkeep upkeep = store.store.upkeep();
      assertThat(upkeep.dropTraces(OptionalLong.of(AT), NO_LIMIT)).isZero();
      assertThat(upkeep.dropTraces(OptionalLong.of(AT + 10), NO_LIMIT)).isEqualTo(1);
      assertThat(steps(store, "trace-done")).isZero();
      assertThat(store.store.traces().goals("trace-done")).isEmpty();
      assertThat(store.store.traces().find("trace-done")).map(Trace::conversation).contains(done);
      assertThat(store.store.runs().nativeSession(run)).contains(new Native("native-1", true));
      assertThat(store.ids(done)).as("messages are another matter").hasSize(2);
      assertThat(steps(store, "trace-runs")).isEqualTo(1);
      assertThat(steps(store, "trace-later")).isEqualTo(2);
      assertThat(upkeep.dropTraces(OptionalLong.of(AT + 10), NO_LIMIT)).isZero();

      assertThat(upkeep.dropTraces(NO_LIMIT, OptionalLong.of(0)))
          .as("the one that ended")
          .isEqualTo(1);
      assertThat(steps(store, "trace-later")).isZero();
      assertThat(steps(store, "trace-runs")).isEqualTo(1);
    }
  }

  @Test
  @Tag("MSG-41")
  void theNumberOfAStepIsNotGivenAgain() {
    try (TestStore store = TestStore.open(home)) {
      store.addForRun("one", Optional.empty(), "x");
      Run run = queued(store, "one");
      store.store.runs().begin(run, "run-1", "trace-1", AT);
      finish(store, run, "trace-1", AT);
      assertThat(store.store.upkeep().dropTraces(NO_LIMIT, OptionalLong.of(0))).isEqualTo(1);
      store.store.traces().event(run, "note", "more", AT);
      assertThat(store.store.traces().events("trace-1", 2))
          .extracting(Trace.Event::number)
          .containsExactly(3L);
    }
  }

  @Test
  @Tag("MSG-41")
  void stepsThatAreMoreThanTheyMayBeGoFromTheOldestTraceOn() {
    try (TestStore store = TestStore.open(home)) {
      for (int i = 0; i < 10; i++) {
        store.addForRun("m" + i, Optional.empty(), "x");
        Run run = queued(store, "m" + i);
        store.store.runs().begin(run, "run-" + i, "trace-" + i, AT + i);
        store.store.traces().event(run, "note", "y".repeat(1_000), AT + i);
        finish(store, run, "trace-" + i, AT + i);
      }
      assertThat(store.store.upkeep().dropTraces(NO_LIMIT, OptionalLong.of(7_500))).isEqualTo(3);
      assertThat(steps(store, "trace-2")).isZero();
      assertThat(steps(store, "trace-3")).isEqualTo(3);
    }
  }

  /** It was found ended, and runs by the time that its steps are dropped. */
  @Test
  @Tag("MSG-41")
  void aTraceThatRunsAgainKeepsItsSteps() {
    try (TestStore store = TestStore.open(home)) {
      for (String name : List.of("runs", "ended")) {
        store.addForRun(name, Optional.empty(), "x");
        Run run = queued(store, name);
        store.store.runs().begin(run, "run-" + name, "trace-" + name, AT);
        if (name.equals("ended")) {
          finish(store, run, "trace-ended", AT);
        }
      }
      assertThat(store.store.upkeep().dropSteps(List.of("trace-runs", "trace-ended"))).isEqualTo(1);
      assertThat(steps(store, "trace-runs")).isEqualTo(1);
      assertThat(store.store.traces().goals("trace-runs")).isNotEmpty();
      assertThat(steps(store, "trace-ended")).isZero();
      assertThat(store.store.traces().goals("trace-ended")).isEmpty();
    }
  }

  private static int steps(TestStore store, String trace) {
    return store.store.traces().events(trace, 0).size();
  }
}
