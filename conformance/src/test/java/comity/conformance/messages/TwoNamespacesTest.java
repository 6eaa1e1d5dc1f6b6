package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * Two hubs, the second in a network namespace of its own, on a link that goes down and up again:
 * connections do not break at once, as they do at a {@link Link}, but say nothing for a while.
 */
class TwoNamespacesTest {
  private static final String NAMESPACE = "comity-two";
  private static final String NEAR = "10.231.77.1";
  private static final String FAR = "10.231.77.2";
  private static final List<String> INSIDE = List.of("ip", "netns", "exec", NAMESPACE);

  @TempDir private Path folder;

  @BeforeEach
  void makeLink() throws Exception {
    removeLink();
    if (!ran("ip", "netns", "add", NAMESPACE)) {
      throw new TestAbortedException(
          "network namespaces can't be made here: that needs root and iproute2");
    }
    must("ip link add comity-near type veth peer name comity-far");
    must("ip link set comity-far netns " + NAMESPACE);
    must("ip addr add " + NEAR + "/30 dev comity-near");
    must("ip link set comity-near up");
    must("ip -n " + NAMESPACE + " addr add " + FAR + "/30 dev comity-far");
    must("ip -n " + NAMESPACE + " link set lo up");
    must("ip -n " + NAMESPACE + " link set comity-far up");
  }

  @AfterEach
  void removeLink() throws Exception {
    ran("ip", "link", "del", "comity-near");
    ran("ip", "netns", "del", NAMESPACE);
  }

  private static boolean ran(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  private static void must(String command) throws InterruptedException {
    assertThat(ran(command.split(" ", -1))).as(command).isTrue();
  }

  @Test
  @Tag("MSG-30")
  void aLinkThatGoesDownLosesNothing() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int port = freePort();
    Path homeA = Homes.make(folder.resolve("a"), configuration(NEAR, port));
    Path homeB = Homes.make(folder.resolve("b"), configuration(FAR, port));
    CountDownLatch ended = new CountDownLatch(1);
    AtomicInteger cuts = new AtomicInteger();
    try (HubProcess a = HubProcess.start(homeA, List.of(), port, "--bind", NEAR);
        HubProcess b = HubProcess.start(homeB, INSIDE, port, "--bind", FAR)) {
      introduce(a, b);
      introduce(b, a);
      Random cutting = new Random(random.nextLong());
      Thread cutter = Thread.ofVirtual().start(() -> cut(ended, cuts, cutting));
      try {
        TwoHubsTest.exchange(a, b, 50, random);
      } finally {
        ended.countDown();
        cutter.join();
      }
      System.out.printf("two namespaces: seed %d, %d cuts%n", seed, cuts.get());
      assertThat(cuts.get()).isPositive();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }

  /** Down for up to a second, up for up to three. */
  private static void cut(CountDownLatch ended, AtomicInteger cuts, Random random) {
    String link = "ip -n " + NAMESPACE + " link set comity-far ";
    try {
      while (!ended.await(random.nextInt(3000), TimeUnit.MILLISECONDS)) {
        must(link + "down");
        cuts.incrementAndGet();
        boolean last = ended.await(random.nextInt(1000), TimeUnit.MILLISECONDS);
        must(link + "up");
        if (last) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private static String configuration(String host, int port) {
    return """
    [hub]
    authorities = ["%s:%d"]
    [rate_limits]
    per_key = "none"
    per_address = "none"
    [outbox]
    first_retry = "100ms"
    longest_retry = "400ms"
    [agents.echo]
    runner = "echo"
    """
        .formatted(host, port);
  }

  private static void introduce(HubProcess from, HubProcess to) throws Exception {
    String key = to.key("peer", from.address("*"));
    List<String> lines = new ArrayList<>();
    lines.add(configuration(from.url().replaceAll("http://|:[0-9]+$", ""), from.port()));
    lines.add("[[peers]]");
    lines.add("match = \"" + to.address("*") + "\"");
    lines.add("url = \"" + to.url() + "\"");
    lines.add("key = \"" + key + "\"");
    Homes.configure(from.home(), String.join("\n", lines) + "\n");
    Eventually.is(() -> !from.owner().get("/api/peers").list("peers").isEmpty());
  }
}
