package comity.hub;

import static org.assertj.core.api.Assertions.assertThat;

import comity.store.Runs.Queued;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which run may start next. */
@Tag("MSG-16")
final class RunQueueTest {
  private final RunQueue queue = new RunQueue();

  private static Queued run(String agent, long conversation, long message) {
    return new Queued(message, conversation, agent, 100);
  }

  /** Takes all that may start now; their messages. */
  private List<Long> startAll(int concurrency) {
    List<Long> started = new ArrayList<>();
    for (Optional<Queued> next = queue.next(_ -> concurrency);
        next.isPresent();
        next = queue.next(_ -> concurrency)) {
      started.add(next.get().message());
    }
    return started;
  }

  @Test
  void aConversationRunsOneAtATimeInItsOrder() {
    queue.add("a", List.of(run("a", 1, 10), run("a", 1, 11), run("a", 2, 12), run("a", 1, 13)));
    assertThat(startAll(9)).containsExactly(10L, 12L);
    queue.freed(run("a", 2, 12));
    assertThat(startAll(9)).as("another's end is not its own").isEmpty();
    queue.freed(run("a", 1, 10));
    assertThat(startAll(9)).containsExactly(11L);
    queue.add("a", List.of(run("a", 1, 14)));
    assertThat(startAll(9)).isEmpty();
    queue.freed(run("a", 1, 11));
    assertThat(startAll(9)).containsExactly(13L);
    queue.freed(run("a", 1, 13));
    assertThat(startAll(9)).containsExactly(14L);
  }

  @Test
  void anAgentHasSoManyAtATimeAndEachItsOwn() {
    queue.add("a", List.of(run("a", 1, 10), run("a", 2, 11), run("a", 3, 12)));
    queue.add("b", List.of(run("b", 4, 13), run("b", 5, 14)));
    assertThat(startAll(2)).containsExactlyInAnyOrder(10L, 11L, 13L, 14L);
    queue.freed(run("b", 4, 13));
    assertThat(startAll(2)).as("the room of b is not a's").isEmpty();
    queue.freed(run("a", 2, 11));
    assertThat(startAll(2)).containsExactly(12L);
  }

  @Test
  void conversationsTakeTurns() {
    queue.add("a", List.of(run("a", 1, 10), run("a", 1, 11), run("a", 2, 12), run("a", 3, 13)));
    assertThat(startAll(1)).containsExactly(10L);
    queue.freed(run("a", 1, 10));
    assertThat(startAll(1)).containsExactly(12L);
    queue.freed(run("a", 2, 12));
    assertThat(startAll(1)).containsExactly(13L);
    queue.freed(run("a", 3, 13));
    assertThat(startAll(1)).containsExactly(11L);
  }

  @Test
  void aWindowIsHeldForEachAgent() {
    assertThat(queue.room("a")).isEqualTo(RunQueue.WINDOW);
    assertThat(queue.cursor("a")).isZero();
    queue.add(
        "a", LongStream.rangeClosed(1, RunQueue.WINDOW).mapToObj(m -> run("a", 1, m)).toList());
    assertThat(queue.room("a")).isZero();
    assertThat(queue.cursor("a")).isEqualTo(RunQueue.WINDOW);
    assertThat(queue.room("b")).as("a slow one takes nothing from it").isEqualTo(RunQueue.WINDOW);
    assertThat(queue.cursor("b")).isZero();
    assertThat(startAll(9)).containsExactly(1L);
    assertThat(queue.room("a")).as("what runs is held").isZero();
    queue.freed(run("a", 1, 1));
    assertThat(queue.room("a")).isEqualTo(1);
  }

  /** They are asked for one agent after the other, not in the order of the messages. */
  @Test
  void twoAgentsOfAConversationRunInItsOrder() {
    queue.add("a", List.of(run("a", 1, 11), run("a", 1, 14)));
    queue.add("b", List.of(run("b", 1, 10), run("b", 1, 12), run("b", 1, 13)));
    for (long message = 10; message <= 14; message++) {
      assertThat(startAll(1)).containsExactly(message);
      queue.freed(run(message == 11 || message == 14 ? "a" : "b", 1, message));
    }
    assertThat(startAll(1)).isEmpty();
    assertThat(queue.room("a")).isEqualTo(RunQueue.WINDOW);
    assertThat(queue.room("b")).isEqualTo(RunQueue.WINDOW);
  }

  @Test
  void whateverHappensAllRunOnceInOrderAndWithinTheirLimits() {
    for (int round = 0; round < 300; round++) {
      long seed = new Random().nextLong();
      try {
        whateverHappens(new Random(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("with seed " + seed, e);
      }
    }
  }

  private static void whateverHappens(Random random) {
    RunQueue queue = new RunQueue();
    Map<String, Integer> concurrency = Map.of("a", 1, "b", 2, "c", 5);
    List<Queued> running = new ArrayList<>();
    Map<Long, Long> last = new HashMap<>();
    int messages = 200;
    int added = 0;
    int ended = 0;
    while (ended < messages) {
      switch (random.nextInt(3)) {
        case 0 -> {
          int until = Math.min(messages, added + 1 + random.nextInt(20));
          Map<String, List<Queued>> lines = new HashMap<>();
          for (; added < until; added++) {
            String agent = List.of("a", "b", "c").get(random.nextInt(3));
            lines
                .computeIfAbsent(agent, _ -> new ArrayList<>())
                .add(run(agent, random.nextInt(12), added + 1L));
          }
          lines.forEach(queue::add);
        }
        case 1 -> {
          Optional<Queued> next = queue.next(concurrency::get);
          if (next.isPresent()) {
            Queued run = next.get();
            assertThat(running)
                .noneMatch(other -> other.conversationRow() == run.conversationRow());
            running.add(run);
            assertThat(running.stream().filter(other -> other.agent().equals(run.agent())).count())
                .isLessThanOrEqualTo(concurrency.getOrDefault(run.agent(), 0));
            assertThat(run.message()).isGreaterThan(last.getOrDefault(run.conversationRow(), 0L));
            last.put(run.conversationRow(), run.message());
          } else {
            assertThat(running.isEmpty() && added == messages && ended < messages)
                .as("something waits and nothing starts")
                .isFalse();
          }
        }
        default -> {
          if (!running.isEmpty()) {
            queue.freed(running.remove(random.nextInt(running.size())));
            ended++;
          }
        }
      }
    }
    for (String agent : concurrency.keySet()) {
      assertThat(queue.room(agent)).isEqualTo(RunQueue.WINDOW);
    }
  }

  @Test
  void whatIsUnderWayTakesSoMuchMemory() {
    Queued large = new Queued(10, 1, "a", RunQueue.MAX_BYTES + 1);
    Queued next = new Queued(11, 2, "a", 200);
    queue.add("a", List.of(large, next, run("a", 3, 12)));
    assertThat(startAll(9)).as("a large one goes alone").containsExactly(10L);
    queue.freed(large);
    assertThat(startAll(9)).containsExactly(11L, 12L);
    Queued half = new Queued(13, 4, "a", RunQueue.MAX_BYTES - 200);
    queue.add("a", List.of(half, run("a", 5, 14)));
    assertThat(startAll(9)).as("a smaller one goes by").containsExactly(14L);
    queue.freed(next);
    queue.freed(run("a", 3, 12));
    assertThat(startAll(9)).containsExactly(13L);
  }

  @Test
  void whatWasPostponedIsLookedAtAgainWhenSomethingHappened() {
    queue.add("b", List.of(run("b", 1, 15), run("b", 2, 16)));
    assertThat(startAll(1)).containsExactly(15L);
    queue.postpone(run("b", 1, 15));
    assertThat(startAll(1)).as("others go by").containsExactly(16L);
    queue.freed(run("b", 2, 16));
    assertThat(startAll(1)).isEmpty();
    queue.add("a", List.of(run("a", 1, 13)));
    queue.again();
    assertThat(startAll(1)).as("the earlier one, which came later").containsExactly(13L);
    queue.again();
    assertThat(startAll(1)).isEmpty();
    queue.freed(run("a", 1, 13));
    assertThat(startAll(1)).containsExactly(15L);
    queue.freed(run("b", 1, 15));
    assertThat(startAll(1)).isEmpty();
  }
}
