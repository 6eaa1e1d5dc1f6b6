package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
  /** Its own for each process: another may test on this machine now. */
  private static final long PID = ProcessHandle.current().pid();

  private static final String NAMESPACE = "comity-" + PID;

  /** A link's name has at most 15 characters, a process number at most 7. */
  private static final String NEAR_LINK = "cmty-n" + PID;

  private static final String FAR_LINK = "cmty-f" + PID;

  /** One of the 2^20 networks of four addresses in 10.128.0.0/10. */
  private static final int NETWORK = (int) (PID % (1 << 20)) << 2;

  private static final String NEAR = address(1);
  private static final String FAR = address(2);
  private static final List<String> INSIDE = List.of("ip", "netns", "exec", NAMESPACE);

  @TempDir private Path folder;

  private static String address(int host) {
    int all = 0x0A800000 + NETWORK + host;
    return "10.%d.%d.%d".formatted(all >> 16 & 0xFF, all >> 8 & 0xFF, all & 0xFF);
  }

  @BeforeEach
  void makeLink() throws Exception {
    removeLink();
    if (!ran("ip", "netns", "add", NAMESPACE)) {
      throw new TestAbortedException(
          "network namespaces can't be made here: that needs root and iproute2");
    }
    must("ip link add " + NEAR_LINK + " type veth peer name " + FAR_LINK);
    must("ip link set " + FAR_LINK + " netns " + NAMESPACE);
    must("ip addr add " + NEAR + "/30 dev " + NEAR_LINK);
    must("ip link set " + NEAR_LINK + " up");
    must("ip -n " + NAMESPACE + " addr add " + FAR + "/30 dev " + FAR_LINK);
    must("ip -n " + NAMESPACE + " link set lo up");
    must("ip -n " + NAMESPACE + " link set " + FAR_LINK + " up");
  }

  @AfterEach
  void removeLink() throws Exception {
    ran("ip", "link", "del", NEAR_LINK);
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

  /** Whatever its {@code Host} says: what comes over the network is not from this machine. */
  @Test
  @Tag("MSG-24")
  void whatComesOverTheNetworkNeedsAKeyWhateverHostItNames() throws Exception {
    int port = freePort();
    Path home = Homes.make(folder.resolve("a"), configuration(NEAR, port));
    try (HubProcess hub = HubProcess.start(home, List.of(), port, "--bind", NEAR)) {
      String key = hub.key("far", Mail.TESTER);
      JsonObject message = Mail.text("m", hub.address("echo"), "hello");
      for (String host :
          List.of("localhost", "localhost:" + port, "127.0.0.1:" + port, NEAR + ":" + port)) {
        // From an agent of this hub: that would be refused to this machine for another reason.
        for (String sender : List.of(Mail.TESTER, hub.address("echo"))) {
          assertThat(fromFar(port, host, Mail.from(sender, message), ""))
              .as(host)
              .startsWith("HTTP/1.1 401 ")
              .contains("\"unauthorized\"");
        }
      }
      String keyed = fromFar(port, NEAR + ":" + port, message, "Authorization: Bearer " + key);
      assertThat(keyed).as("with a key").startsWith("HTTP/1.1 200 ");
    }
  }

  /** What a hub here answers to a message from the other namespace, byte for byte. */
  private String fromFar(int port, String host, JsonObject message, String header)
      throws IOException, InterruptedException {
    byte[] body = Json.write(message);
    List<String> head = new ArrayList<>();
    head.add("POST /mamp/v1/messages HTTP/1.1");
    head.add("Host: " + host);
    head.add("Content-Type: application/json");
    head.add("Content-Length: " + body.length);
    head.add("Connection: close");
    if (!header.isEmpty()) {
      head.add(header);
    }
    Path request = folder.resolve("request");
    Files.writeString(
        request, String.join("\r\n", head) + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8));
    List<String> command = new ArrayList<>(INSIDE);
    command.addAll(List.of("bash", "-c", "exec 3<>/dev/tcp/$0/$1; cat >&3; cat <&3"));
    command.addAll(List.of(NEAR, Integer.toString(port)));
    Process client =
        new ProcessBuilder(command)
            .redirectInput(request.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Down for up to a second, up for up to three. */
  private static void cut(CountDownLatch ended, AtomicInteger cuts, Random random) {
    String link = "ip -n " + NAMESPACE + " link set " + FAR_LINK + " ";
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
