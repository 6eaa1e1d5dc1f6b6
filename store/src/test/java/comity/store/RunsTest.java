package comity.store;

import static comity.store.TestStore.ANNE;
import static comity.store.TestStore.AT;
import static comity.store.TestStore.ECHO;
import static org.assertj.core.api.Assertions.assertThat;

import comity.messages.Conversation;
import comity.messages.Trace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsTest {
  @TempDir private Path home;

  private static Run only(TestStore store) {
    store.store.conversations().find("settled");
    List<Run> queued = TestStore.queued(store);
    assertThat(queued).hasSize(1);
    return queued.getFirst();
  }

  private static Outcome answered(String id) {
    return new Outcome(
        Trace.Status.COMPLETED,
        "done",
        Optional.of(
            new Outcome.Reply(
                TestStore.envelope(ECHO, ANNE, id, Optional.empty(), "reply"),
                new Destination.Wait())));
  }

  @Test
  @Tag("MSG-43")
  void aMessageIsAnsweredOnceHoweverOftenItsRunEnds() {
    try (TestStore store = TestStore.open(home)) {
      String id = store.addForRun("asked", Optional.empty(), "x");
      Run run = only(store);
      assertThat(store.store.runs().begin(run, "run-1", "trace-1", AT)).isTrue();
      assertThat(store.store.runs().begin(run, "run-2", "trace-2", AT)).as("twice").isFalse();
      store.store.runs().finish(run, "trace-1", answered("reply-1"), AT);
      store.store.runs().finish(run, "trace-1", answered("reply-2"), AT);
      store.store.runs().again(run, "too late", AT);
      assertThat(store.ids(id)).containsExactly("1 asked", "2 reply-1");
      assertThat(store.states(id)).containsExactly("answered", "accepted");
      assertThat(store.store.runs().queued("echo", 0, 10)).isEmpty();
      assertThat(store.store.counts()).isEqualTo(new Store.Counts(0, 0, 0));
    }
  }

  @Test
  @Tag("MSG-43")
  void whatACrashInterruptedIsKnownWithItsProcess() {
    String id;
    try (TestStore store = TestStore.open(home)) {
      id = store.addForRun("asked", Optional.empty(), "x");
      Run run = only(store);
      store.store.runs().begin(run, "run-1", "trace-1", AT);
      store.store.runs().started(run, "4711 at noon");
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.store.runs().queued("echo", 0, 10)).isEmpty();
      Interrupted left = store.store.runs().interrupted().getFirst();
      assertThat(left.runId()).isEqualTo("run-1");
      assertThat(left.process()).isEqualTo("4711 at noon");
      store.store.runs().again(left.run(), "the hub ended", AT);
      assertThat(store.store.runs().interrupted()).isEmpty();
      Run again = only(store);
      assertThat(again.attempts()).isEqualTo(1);
      assertThat(store.store.runs().begin(again, "run-2", "trace-9", AT)).isTrue();
      store.store.runs().finish(again, "trace-9", answered("reply"), AT);
      assertThat(store.ids(id)).containsExactly("1 asked", "2 reply");
      assertThat(store.store.traces().events("trace-1", 0))
          .extracting(Trace.Event::kind)
          .containsExactly("message", "interrupted", "message", "reply");
    }
  }

  @Test
  void whatIsStoppedDoesNotBegin() {
    try (TestStore store = TestStore.open(home)) {
      String id = store.addForRun("asked", Optional.empty(), "x");
      Run run = only(store);
      store.store.conversations().stop(id, AT);
      assertThat(store.store.runs().begin(run, "run-1", "trace-1", AT)).isFalse();
      store.store.runs().finish(run, "trace-1", answered("reply"), AT);
      assertThat(store.ids(id)).containsExactly("1 asked");
      assertThat(store.states(id)).containsExactly("failed");
    }
  }

  @Test
  void aTraceKeepsItsGoalsEventsAndTheProvidersConversation() throws Exception {
    try (TestStore store = TestStore.open(home)) {
      String id = store.addForRun("asked", Optional.empty(), "what\nto do");
      Run run = only(store);
      assertThat(store.store.runs().nativeSession(run)).isEmpty();
      store.store.runs().begin(run, "run-1", "trace-1", AT);
      store.store.runs().nativeSession(run, new Native("native-1", false));
      assertThat(store.store.runs().nativeSession(run)).contains(new Native("native-1", false));
      store.store.traces().event(run, "note", "y".repeat(10_000), AT - 50);
      store.store.runs().finish(run, "trace-1", answered("reply"), AT - 100);
      Trace trace = store.store.traces().find(id, "echo").orElseThrow();
      assertThat(trace.id()).isEqualTo("trace-1");
      assertThat(trace.status()).isEqualTo(Trace.Status.COMPLETED);
      assertThat(trace.lastAt()).as("the clock was set back").isEqualTo(AT);
      assertThat(store.store.traces().goals("trace-1"))
          .singleElement()
          .satisfies(goal -> {
            assertThat(goal.description()).isEqualTo("what to do");
            assertThat(goal.summary()).isEqualTo("done");
          });
      assertThat(store.store.traces().await("trace-1", 1, Duration.ZERO))
          .extracting(Trace.Event::number)
          .containsExactly(2L, 3L);
      assertThat(store.store.traces().latest(5)).hasSize(1);
      assertThat(store.store.conversations().find(id)).map(Conversation::id).contains(id);
    }
  }
}
