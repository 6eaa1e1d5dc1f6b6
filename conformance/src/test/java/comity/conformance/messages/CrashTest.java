package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the hub at random moments while clients post, and starts it again. At the end every message
 * that got a 200 is there once, in its place, and was answered once.
 */
class CrashTest {
  private static final int CLIENTS = 6;

  /** What is queued at the end must be run before it can be compared. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path folder;

  @Test
  @Tag("MSG-3")
  @Tag("MSG-13")
  @Tag("MSG-16")
  @Tag("MSG-43")
  void nothingAcknowledgedIsLostOrAnsweredTwice() throws Exception {
    crash(8, new Random().nextLong());
  }

  @Test
  @Tag("long-crash")
  void nothingAcknowledgedIsLostOrAnsweredTwiceInManyRounds() throws Exception {
    crash(200, new Random().nextLong());
  }

  private void crash(int rounds, long seed) throws Exception {
    Random random = new Random(seed);
    Path ran = folder.resolve("ran");
    Path home = Homes.make(folder.resolve("home"), configuration(ran));
    try (HubProcess hub = HubProcess.start(home);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Map<String, List<Postman.Acknowledged>> all = post(hub, threads, rounds, random);
        System.out.printf(
            "crash test: seed %d, %d rounds, %d messages in %d conversations%n",
            seed, rounds, all.values().stream().mapToInt(List::size).sum(), all.size());
        for (Map.Entry<String, List<Postman.Acknowledged>> conversation : all.entrySet()) {
          compare(hub, conversation.getKey(), conversation.getValue());
        }
        checkRuns(ran, all);
        assertThat(hub.stop()).isZero();
        assertThat(Processes.thatMention(home)).as("what is left of runs").isEmpty();
      } finally {
        threads.shutdownNow();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }

  /** What was acknowledged in so many rounds, by conversation. */
  private static Map<String, List<Postman.Acknowledged>> post(
      HubProcess hub, ExecutorService threads, int rounds, Random random) throws Exception {
    UpAndDown state = new UpAndDown();
    Semaphore acknowledged = new Semaphore(0);
    List<Postman> postmen = new ArrayList<>();
    List<Future<Map<String, List<Postman.Acknowledged>>>> posting = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Postman postman =
          new Postman("c" + i, hub, state, acknowledged, new Random(random.nextLong()));
      postmen.add(postman);
      posting.add(threads.submit(postman));
    }
    for (int round = 0; round < rounds; round++) {
      state.up();
      round(hub, state, acknowledged, posting, random);
    }
    state.up();
    postmen.forEach(Postman::end);
    Map<String, List<Postman.Acknowledged>> all = new LinkedHashMap<>();
    for (Future<Map<String, List<Postman.Acknowledged>>> one : posting) {
      all.putAll(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
    return all;
  }

  /** Kills the hub after some messages, a moment later; sometimes again while it starts. */
  private static void round(
      HubProcess hub,
      UpAndDown state,
      Semaphore acknowledged,
      List<? extends Future<?>> posting,
      Random random)
      throws Exception {
    int messages = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(60);
    acknowledged.drainPermits();
    while (!acknowledged.tryAcquire(messages, 1, TimeUnit.SECONDS)) {
      for (Future<?> one : posting) {
        if (one.state() == Future.State.FAILED) {
          throw new IllegalStateException("a client gave up", one.exceptionNow());
        }
      }
    }
    // Mostly in the middle of the load; sometimes when it had time to work its queue off.
    int millis = random.nextInt(random.nextInt(8) == 0 ? 2_000 : 20);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    state.down();
    hub.kill();
    hub.launchAgain();
    while (random.nextInt(5) == 0) {
      hub.killAfter(random.nextInt(1500));
      hub.launchAgain();
    }
    hub.awaitListening();
  }

  private static void compare(
      HubProcess hub, String conversation, List<Postman.Acknowledged> acknowledged)
      throws Exception {
    boolean answered = !acknowledged.getFirst().agent().equals("post");
    int count = acknowledged.size() * (answered ? 2 : 1);
    List<JsonObject> all = hub.owner().awaitMessages(conversation, count, PATIENCE);
    String agent = hub.address(acknowledged.getFirst().agent());
    List<JsonObject> posted = all.stream().filter(m -> !Mail.from(m).equals(agent)).toList();
    List<JsonObject> replies = all.stream().filter(m -> Mail.from(m).equals(agent)).toList();
    assertThat(posted.stream().map(Mail::id))
        .as("messages of %s", conversation)
        .containsExactlyElementsOf(acknowledged.stream().map(a -> a.id()).toList());
    assertThat(posted.stream().map(Mail::content))
        .containsExactlyElementsOf(acknowledged.stream().map(a -> a.text()).toList());
    assertThat(replies.stream().map(m -> Mail.inReplyTo(m).orElseThrow()))
        .as("replies in %s", conversation)
        .containsExactlyElementsOf(
            acknowledged.stream().filter(_ -> answered).map(a -> a.id()).toList());
    assertThat(replies.stream().map(Mail::content))
        .containsExactlyElementsOf(
            acknowledged.stream()
                .filter(_ -> answered)
                .map(a -> a.agent().equals("worker") ? "done " + a.id() : a.text())
                .toList());
    if (answered) {
      assertThat(hub.owner().messages(conversation))
          .filteredOn(m -> !Mail.from(m).equals(agent))
          .allSatisfy(m -> assertThat(Mail.state(m)).isEqualTo("answered"));
    }
  }

  /**
   * Each message for the program ran, and one of a conversation began only after the one before had
   * ended, but where a run was interrupted and is run again.
   */
  private static void checkRuns(Path ran, Map<String, List<Postman.Acknowledged>> all)
      throws IOException {
    List<String> wanted =
        all.values().stream()
            .flatMap(List::stream)
            .filter(a -> a.agent().equals("worker"))
            .map(a -> a.id())
            .toList();
    Map<String, String> last = new HashMap<>();
    List<String> begun = new ArrayList<>();
    for (String line : Files.readAllLines(ran)) {
      String[] words = line.split(" ", -1);
      String before = last.put(words[1], words[0] + " " + words[2]);
      if (words[0].equals("begins")) {
        begun.add(words[2]);
        if (before != null && !before.startsWith("ended ")) {
          assertThat(before).as("a run beside another: %s", line).isEqualTo("begins " + words[2]);
        }
      }
    }
    assertThat(begun).containsAll(wanted);
    assertThat(wanted).containsAll(begun);
    System.out.printf("crash test: %d runs of %d messages%n", begun.size(), wanted.size());
  }

  private String configuration(Path ran) throws IOException {
    Path program =
        Homes.script(
            folder.resolve("worker.sh"),
            """
            echo "begins $COMITY_CONVERSATION_ID $COMITY_MESSAGE_ID" >> "$RAN"
            sleep 0.0$(($$ % 10))
            echo "ended $COMITY_CONVERSATION_ID $COMITY_MESSAGE_ID" >> "$RAN"
            echo "done $COMITY_MESSAGE_ID"
            """);
    return """
    [agents.echo]
    runner = "echo"
    access = { require_auth = false }
    [agents.post]
    runner = "inbox"
    access = { require_auth = false }
    [agents.worker]
    runner = "command"
    command = ["%s"]
    environment = { RAN = "%s" }
    access = { require_auth = false }
    """
        .formatted(program, ran);
  }
}
