package comity.store;

import static comity.store.TestStore.AT;
import static comity.store.TestStore.BOB;
import static comity.store.TestStore.withBob;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutboxTest {
  @TempDir private Path home;

  private static List<String> due(TestStore store, long now) {
    return store.store.outbox().due(now, List.of(), 100).stream()
        .map(entry -> entry.messageId())
        .toList();
  }

  private static OutboxEntry first(TestStore store) {
    return store.store.outbox().due(AT, List.of(), 1).getFirst();
  }

  @Test
  @Tag("MSG-30")
  void oneMessageOfAConversationIsOnItsWayAtATimeInOrder() {
    try (TestStore store = TestStore.open(home)) {
      for (int i = 1; i <= 3; i++) {
        store.send(withBob("conv-a"), "a" + i, AT);
        store.send(withBob("conv-b"), "b" + i, AT);
      }
      assertThat(due(store, AT)).containsExactly("a1", "b1");
      assertThat(store.store.outbox().delivered(first(store), "bobs-a", AT)).isTrue();
      assertThat(due(store, AT)).containsExactly("b1", "a2");
      assertThat(store.states("conv-a")).containsExactly("delivered", "accepted", "accepted");
      OutboxEntry next = store.store.outbox().due(AT, List.of(), 5).getLast();
      assertThat(next.conversation().idFor(BOB)).contains("bobs-a");
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(due(store, AT)).containsExactly("b1", "a2");
    }
  }

  @Test
  @Tag("MSG-30")
  void whatGoesToABusyHubIsLeftOut() {
    try (TestStore store = TestStore.open(home)) {
      store.send(withBob("conv-a"), "a1", AT);
      String hub = BOB.authority();
      assertThat(dueBeside(store, List.of(hub))).isEmpty();
      assertThat(dueBeside(store, List.of("c.example", hub))).isEmpty();
      String part = hub.substring(0, hub.length() - 1);
      assertThat(dueBeside(store, List.of(hub + ":1", part, ""))).containsExactly("a1");
    }
  }

  private static List<String> dueBeside(TestStore store, List<String> busy) {
    return store.store.outbox().due(AT, busy, 100).stream()
        .map(entry -> entry.messageId())
        .toList();
  }

  @Test
  @Tag("MSG-30")
  void whatFailedIsDueLaterAndItsAttemptsAreCounted() {
    try (TestStore store = TestStore.open(home)) {
      store.send(withBob("conv-a"), "a1", AT);
      store.send(withBob("conv-a"), "a2", AT);
      store.store.outbox().later(first(store), AT, AT + 5_000, "503");
      assertThat(due(store, AT + 4_999)).isEmpty();
      assertThat(store.store.outbox().nextDue(AT)).hasValue(AT + 5_000);
      assertThat(due(store, AT + 5_000)).containsExactly("a1");
      assertThat(store.store.outbox().list(10).getFirst().attempts()).isEqualTo(1);
      assertThat(store.store.outbox().list(10).getFirst().reason()).isEqualTo("503");
      assertThat(due(store, AT - 10_000_000)).as("the clock was set back").containsExactly("a1");
    }
  }

  @Test
  @Tag("MSG-30")
  void aDeadLetterIsInTheWayOnlyWhileItWouldHaveOpenedTheConversation() {
    try (TestStore store = TestStore.open(home)) {
      store.send(withBob("conv-a"), "a1", AT);
      store.send(withBob("conv-a"), "a2", AT);
      store.store.outbox().dead(first(store), "404", AT);
      assertThat(due(store, AT)).isEmpty();
      assertThat(store.states("conv-a")).containsExactly("failed", "accepted");
      assertThat(store.store.counts()).isEqualTo(new Store.Counts(0, 1, 1));
      assertThat(store.store.outbox().retry(Optional.of("other"), AT)).isZero();
      assertThat(store.store.outbox().retry(Optional.of("a1"), AT)).isEqualTo(1);
      assertThat(due(store, AT)).containsExactly("a1");
      assertThat(store.states("conv-a")).containsExactly("accepted", "accepted");
      store.store.outbox().delivered(first(store), "bobs-a", AT);
      store.store.outbox().dead(first(store), "413", AT);
      store.send(withBob("conv-a"), "a3", AT);
      assertThat(due(store, AT)).as("the other hub knows the conversation").containsExactly("a3");
      assertThat(store.store.outbox().retry(Optional.empty(), AT)).isEqualTo(1);
      assertThat(due(store, AT)).containsExactly("a2");
    }
  }

  @Test
  @Tag("MSG-4")
  void theIdOfAnotherConversationIsNotTaken() {
    try (TestStore store = TestStore.open(home)) {
      store.send(withBob("conv-a"), "a1", AT);
      store.send(withBob("conv-b"), "b1", AT);
      assertThat(store.store.outbox().delivered(first(store), "same", AT)).isTrue();
      assertThat(store.store.outbox().delivered(first(store), "same", AT)).isFalse();
      assertThat(due(store, AT)).as("nothing was changed").containsExactly("b1");
      assertThat(store.states("conv-b")).containsExactly("accepted");
    }
  }

  @Test
  void whatIsStoppedIsNotSent() {
    try (TestStore store = TestStore.open(home)) {
      store.send(withBob("conv-a"), "a1", AT);
      store.store.conversations().stop("conv-a", AT);
      assertThat(due(store, AT)).isEmpty();
      assertThat(store.states("conv-a")).containsExactly("failed");
    }
  }
}
