package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hubs with keys for each other, and a wire between them that is cut at random. Whatever is cut
 * and whoever is killed, both have the same conversations at the end.
 */
class TwoHubsTest {
  private static final String SECOND =
      """
      [outbox]
      first_retry = "100ms"
      longest_retry = "400ms"
      [agents.echo]
      runner = "echo"
      """;

  @TempDir private Path folder;

  @Test
  @Tag("MSG-3")
  @Tag("MSG-4")
  @Tag("MSG-17")
  @Tag("MSG-29")
  @Tag("MSG-30")
  void aLinkThatIsCutLosesNothing() throws Exception {
    talk(100, new Random().nextLong());
  }

  @Test
  @Tag("long-crash")
  void aLinkThatIsCutLosesNothingOfAThousandMessagesEachWay() throws Exception {
    talk(1000, new Random().nextLong());
  }

  private void talk(int messages, long seed) throws Exception {
    Random random = new Random(seed);
    Path homeA = Homes.make(folder.resolve("a"), SECOND);
    Path homeB = Homes.make(folder.resolve("b"), SECOND);
    try (HubProcess a = HubProcess.start(homeA);
        HubProcess b = HubProcess.start(homeB);
        Link toA = new Link(a.port(), new Random(random.nextLong()));
        Link toB = new Link(b.port(), new Random(random.nextLong()))) {
      introduce(a, b, toB.port());
      introduce(b, a, toA.port());
      exchange(a, b, messages, random);
      toA.heal();
      toB.heal();
      System.out.printf(
          "two hubs: seed %d, %d messages each way in one conversation, %d + %d cuts%n",
          seed, messages, toA.cuts(), toB.cuts());
      assertThat(toA.cuts() + toB.cuts()).isGreaterThan(messages / 20);
      noneIsLeft(a);
      noneIsLeft(b);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }

  /** None is pending, and none is a dead letter. */
  private static void noneIsLeft(HubProcess hub) throws Exception {
    Eventually.is(() -> {
      String entries = hub.owner().get("/api/outbox").body();
      assertThat(entries).doesNotContain("\"dead\"");
      return entries.equals("{\"entries\":[]}");
    });
  }

  /** Gives {@code from} a key of {@code to}, and says where {@code to} is reached. */
  private static void introduce(HubProcess from, HubProcess to, int port) throws Exception {
    String key = to.key("peer", from.address("*"));
    Homes.configure(
        from.home(),
        SECOND
            + """
            [[peers]]
            match = "%s"
            url = "http://127.0.0.1:%d"
            key = "%s"
            """
                .formatted(to.address("*"), port, key));
    Eventually.is(() -> !from.owner().get("/api/peers").list("peers").isEmpty());
  }

  /** One long conversation each way and some short ones; each hub is killed once meanwhile. */
  static void exchange(HubProcess a, HubProcess b, int messages, Random random) throws Exception {
    UpAndDown stateA = new UpAndDown();
    UpAndDown stateB = new UpAndDown();
    stateA.up();
    stateB.up();
    Semaphore sent = new Semaphore(0);
    List<Future<Talk>> talks = new ArrayList<>();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      talks.add(threads.submit(new Talk("a", a, b, stateA, sent, messages)));
      talks.add(threads.submit(new Talk("b", b, a, stateB, sent, messages)));
      for (int i = 0; i < 3; i++) {
        talks.add(threads.submit(new Talk("a" + i, a, b, stateA, sent, messages / 10)));
        talks.add(threads.submit(new Talk("b" + i, b, a, stateB, sent, messages / 10)));
      }
      killOnce(b, stateB, sent, random.nextInt(messages), talks);
      killOnce(a, stateA, sent, random.nextInt(messages), talks);
      for (Future<Talk> talk : talks) {
        talk.get(5, TimeUnit.MINUTES).compare();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void killOnce(
      HubProcess hub, UpAndDown state, Semaphore sent, int after, List<Future<Talk>> talks)
      throws Exception {
    while (!sent.tryAcquire(after, 1, TimeUnit.SECONDS)) {
      for (Future<Talk> talk : talks) {
        if (talk.state() == Future.State.FAILED) {
          throw new IllegalStateException("a talk failed", talk.exceptionNow());
        }
      }
    }
    state.down();
    hub.kill();
    hub.restart();
    state.up();
  }
}
