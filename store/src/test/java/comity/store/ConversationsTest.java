package comity.store;

import static comity.store.TestStore.ANNE;
import static comity.store.TestStore.AT;
import static comity.store.TestStore.BOB;
import static comity.store.TestStore.ECHO;
import static comity.store.TestStore.accepted;
import static comity.store.TestStore.envelope;
import static comity.store.TestStore.incoming;
import static comity.store.TestStore.refused;
import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import comity.messages.AgentPattern;
import comity.messages.AgentUri;
import comity.messages.Caller;
import comity.messages.Conversation;
import comity.messages.Envelope;
import comity.messages.StoredMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConversationsTest {
  @TempDir private Path home;

  @Test
  @Tag("MSG-3")
  void theSameMessageIsAnsweredAgainAndOtherContentIsAConflict() {
    try (TestStore store = TestStore.open(home)) {
      String conversation = accepted(store.add("m", Optional.empty(), "text"));
      assertThat(store.add("m", Optional.empty(), "text"))
          .isEqualTo(new Appending.Replayed(conversation));
      assertThat(refused(store.add("m", Optional.empty(), "other")))
          .isEqualTo("message_id_conflict");
      assertThat(refused(store.add("m", Optional.of(conversation), "text")))
          .isEqualTo("message_id_conflict");
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.add("m", Optional.empty(), "text")).isInstanceOf(Appending.Replayed.class);
      assertThat(refused(store.add("m", Optional.empty(), "other")))
          .isEqualTo("message_id_conflict");
      Envelope bobs = envelope(BOB, ECHO, "m", Optional.empty(), "text");
      assertThat(store.store.conversations().append(incoming(bobs, Optional.empty(), AT)))
          .as("another sender has ids of its own")
          .isInstanceOf(Appending.Accepted.class);
      assertThat(store.store.conversations().latest(10)).hasSize(2);
    }
  }

  @Test
  @Tag("MSG-3")
  void ofManyAtOnceOneIsAcceptedAndRunsOnce() throws Exception {
    try (TestStore store = TestStore.open(home);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        Envelope envelope = envelope(ANNE, ECHO, "race-" + round, Optional.empty(), "text");
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Appending>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
          all.add(
              threads.submit(() -> {
                start.await();
                return store
                    .store
                    .conversations()
                    .append(incoming(envelope, Optional.of("echo"), AT));
              }));
        }
        start.countDown();
        List<String> conversations = new ArrayList<>();
        int replayed = 0;
        for (Future<Appending> one : all) {
          switch (one.get()) {
            case Appending.Accepted(String id) -> conversations.addFirst(id);
            case Appending.Replayed(String id) -> {
              replayed++;
              conversations.add(id);
            }
            case Appending.Refused refused -> throw new AssertionError(refused);
          }
        }
        assertThat(replayed).isEqualTo(63);
        assertThat(conversations).containsOnly(conversations.getFirst());
      }
      store.store.conversations().find("settled");
      assertThat(store.store.runs().queued("echo", 0, 100)).hasSize(20);
    }
  }

  @Test
  @Tag("MSG-4")
  void aConversationIsContinuedByItsPartiesOnly() {
    try (TestStore store = TestStore.open(home)) {
      String id = accepted(store.add("1", Optional.empty(), "opens"));
      assertThat(accepted(store.add("2", Optional.of(id), "goes on"))).isEqualTo(id);
      assertThat(refused(store.add("3", Optional.of("conv-none"), "x")))
          .isEqualTo("conversation_not_found");
      Envelope stranger = envelope(BOB, ECHO, "4", Optional.of(id), "x");
      assertThat(
              refused(store.store.conversations().append(incoming(stranger, Optional.empty(), AT))))
          .isEqualTo("conversation_not_found");
      assertThat(store.ids(id)).containsExactly("1 1", "2 2");
    }
  }

  @Test
  @Tag("MSG-4")
  void whatWasOpenedUnderAKeyIsNotFoundWithoutOne() {
    try (TestStore store = TestStore.open(home)) {
      Envelope opens = envelope(ANNE, ECHO, "1", Optional.empty(), "x");
      Caller keyed = new Caller.Keyed("k", List.of(AgentPattern.of("agent://anne.example/*")));
      String id =
          accepted(
              store
                  .store
                  .conversations()
                  .append(new Incoming(opens, keyed, "conv-k", Optional.empty(), AT)));
      assertThat(refused(store.add("2", Optional.of(id), "x"))).isEqualTo("conversation_not_found");
    }
  }

  @Test
  @Tag("MSG-4")
  void aReplyThatIsQuickerThanTheAnswerBindsTheConversation() {
    AgentUri mallory = AgentUri.of("agent://mallory.example/desk");
    try (TestStore store = TestStore.open(home)) {
      Conversation ours = TestStore.withBob("conv-ours");
      assertThat(accepted(store.send(ours, "asked", AT))).isEqualTo("conv-ours");
      assertThat(store.send(ours, "asked", AT)).isEqualTo(new Appending.Replayed("conv-ours"));
      JsonObject reply = JsonObject.empty().with("in_reply_to", "asked");
      Envelope other = envelope(mallory, ECHO, "r0", Optional.of("bobs-1"), "x", reply);
      assertThat(refused(store.store.conversations().append(incoming(other, Optional.empty(), AT))))
          .as("to another")
          .isEqualTo("conversation_not_found");
      Envelope first = envelope(BOB, ECHO, "r1", Optional.of("bobs-1"), "answer", reply);
      assertThat(
              accepted(store.store.conversations().append(incoming(first, Optional.empty(), AT))))
          .isEqualTo("bobs-1");
      Envelope second = envelope(BOB, ECHO, "r2", Optional.of("bobs-1"), "more");
      assertThat(
              accepted(store.store.conversations().append(incoming(second, Optional.empty(), AT))))
          .isEqualTo("bobs-1");
      assertThat(store.ids("conv-ours")).containsExactly("1 asked", "2 r1", "3 r2");
      assertThat(store.store.conversations().findRemote("bob.example", "bobs-1"))
          .map(Conversation::id)
          .contains("conv-ours");
      Envelope stolen = envelope(mallory, ECHO, "m", Optional.of("bobs-1"), "x");
      assertThat(
              refused(store.store.conversations().append(incoming(stolen, Optional.empty(), AT))))
          .as("another peer's name for it")
          .isEqualTo("conversation_not_found");
      assertThat(store.store.conversations().findAny("bobs-1")).hasSize(1);
    }
  }

  @Test
  void twoConversationsOfOneRemoteIdHarmNobody() {
    try (TestStore store = TestStore.open(home)) {
      store.send(TestStore.withBob("conv-a"), "a", AT);
      store.send(TestStore.withBob("conv-b"), "b", AT);
      OutboxEntry first = store.store.outbox().due(AT, List.of(), 10).getFirst();
      for (int i = 0; i < 50; i++) {
        JsonObject reply = JsonObject.empty().with("in_reply_to", "b");
        Envelope late = envelope(BOB, ECHO, "r" + i, Optional.of("same"), "x", reply);
        CompletableFuture<Appending> answer =
            CompletableFuture.supplyAsync(
                () -> store.store.conversations().append(incoming(late, Optional.empty(), AT)));
        if (i == 0) {
          store.store.outbox().delivered(first, "same", AT);
        }
        answer.join();
      }
      assertThat(store.store.conversations().findRemote("bob.example", "same")).isPresent();
      assertThat(store.add("afterwards", Optional.empty(), "x"))
          .isInstanceOf(Appending.Accepted.class);
      assertThat(store.troubles).isEmpty();
    }
  }

  @Test
  @Tag("MSG-16")
  void sequencesHaveNoGapsAndFollowTheOrderOfAcceptance() throws Exception {
    try (TestStore store = TestStore.open(home);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = accepted(store.add("first", Optional.empty(), "x"));
      List<Future<List<String>>> writers = new ArrayList<>();
      for (int writer = 0; writer < 8; writer++) {
        int number = writer;
        writers.add(
            threads.submit(() -> {
              List<String> mine = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                store.addForRun(number + "/" + i, Optional.of(id), "x");
                mine.add(number + "/" + i);
              }
              return mine;
            }));
      }
      List<List<String>> expected = new ArrayList<>();
      for (Future<List<String>> writer : writers) {
        expected.add(writer.get());
      }
      List<String> ids = store.ids(id);
      assertThat(ids).hasSize(401);
      assertThat(ids.stream().map(text -> Integer.parseInt(text.split(" ", 2)[0])).toList())
          .isEqualTo(IntStream.rangeClosed(1, 401).boxed().toList());
      List<String> plain = ids.stream().map(text -> text.split(" ", 2)[1]).toList();
      for (List<String> mine : expected) {
        assertThat(plain).containsSubsequence(mine);
      }
      assertThat(TestStore.queued(store).stream().map(run -> run.envelope().messageId()).toList())
          .as("and run in that order")
          .isEqualTo(plain.subList(1, 401));
    }
  }

  @Test
  void aStoppedConversationTakesNothingMoreEvenUnderLoad() throws Exception {
    try (TestStore store = TestStore.open(home);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = store.addForRun("first", Optional.empty(), "x");
      AtomicBoolean stopped = new AtomicBoolean();
      CountDownLatch going = new CountDownLatch(8);
      List<Future<Boolean>> writers = new ArrayList<>();
      for (int writer = 0; writer < 8; writer++) {
        int number = writer;
        writers.add(
            threads.submit(() -> {
              for (int i = 0; ; i++) {
                boolean before = stopped.get();
                Envelope next = envelope(ANNE, ECHO, number + "-" + i, Optional.of(id), "x");
                Appending got =
                    store.store.conversations().append(incoming(next, Optional.of("echo"), AT));
                going.countDown();
                if (got instanceof Appending.Refused) {
                  return refused(got).equals("conversation_stopped");
                }
                if (before) {
                  return false;
                }
              }
            }));
      }
      going.await();
      assertThat(store.store.conversations().stop(id, AT)).isTrue();
      stopped.set(true);
      for (Future<Boolean> writer : writers) {
        assertThat(writer.get()).isTrue();
      }
      assertThat(store.store.runs().queued("echo", 0, 1_000)).isEmpty();
      assertThat(store.states(id)).containsOnly("failed");
      assertThat(store.store.conversations().stop("conv-none", AT)).isFalse();
    }
    try (TestStore store = TestStore.open(home)) {
      Conversation stopped = store.store.conversations().latest(1).getFirst();
      assertThat(refused(store.add("later", Optional.of(stopped.id()), "x")))
          .isEqualTo("conversation_stopped");
    }
  }

  @Test
  @Tag("MSG-45")
  void whatWasFetchedIsRead() throws Exception {
    try (TestStore store = TestStore.open(home)) {
      String id = accepted(store.add("1", Optional.empty(), "x"));
      store.add("2", Optional.of(id), "x");
      assertThat(store.states(id)).containsExactly("accepted", "accepted");
      store.store.conversations().read(id, ANNE.toString(), 0, 2, AT + 5);
      assertThat(store.states(id)).as("its own sender reads it").containsOnly("accepted");
      store.store.conversations().read(id, ECHO.toString(), 0, 1, AT + 5);
      assertThat(store.states(id)).containsExactly("read", "accepted");
    }
  }

  @Test
  @Tag("MSG-18")
  void aPageEndsBeforeItFillsTheMemory() {
    String large = "x".repeat(3 << 20);
    try (TestStore store = TestStore.open(home)) {
      String id = accepted(store.add("1", Optional.empty(), "x".repeat(9 << 20)));
      for (int i = 2; i <= 5; i++) {
        store.add(Integer.toString(i), Optional.of(id), large);
      }
      store.store.conversations().find(id);
      List<Integer> sizes = new ArrayList<>();
      long after = 0;
      for (List<StoredMessage> page = page(store, id, after);
          !page.isEmpty();
          page = page(store, id, after)) {
        sizes.add(page.size());
        after = page.getLast().sequence();
      }
      assertThat(sizes).containsExactly(1, 2, 2);
    }
  }

  private static List<StoredMessage> page(TestStore store, String id, long after) {
    return store.store.conversations().messages(id, after, 50);
  }

  @Test
  void whoWaitsIsLetGoWhenTheHubStops() throws Exception {
    try (TestStore store = TestStore.open(home);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = accepted(store.add("1", Optional.empty(), "x"));
      Conversations conversations = store.store.conversations();
      long before = System.nanoTime();
      var waiting =
          threads.submit(() -> {
            conversations.await(id, 1, Duration.ofSeconds(60));
            return conversations.messages(id, 1, 10);
          });
      store.store.endWaiting();
      assertThat(waiting.get()).isEmpty();
      conversations.await(id, 1, Duration.ofSeconds(60));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void whoWaitsIsWokenByAMessage() throws Exception {
    try (TestStore store = TestStore.open(home);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String id = accepted(store.add("1", Optional.empty(), "x"));
      Conversations conversations = store.store.conversations();
      conversations.await(id, 1, Duration.ZERO);
      assertThat(conversations.messages(id, 1, 10)).isEmpty();
      var waiting =
          threads.submit(() -> {
            conversations.await(id, 1, Duration.ofSeconds(60));
            return conversations.messages(id, 1, 10);
          });
      store.add("2", Optional.of(id), "x");
      assertThat(waiting.get())
          .singleElement()
          .satisfies(m -> assertThat(m.sequence()).isEqualTo(2));
    }
  }
}
