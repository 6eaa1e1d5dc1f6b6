package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow, many, in a hurry, or gone. */
@Timeout(60)
class ConnectionsTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static Site site;
  private static Site hasty;

  @BeforeAll
  static void start() throws IOException {
    site = new Site();
    hasty = new Site(Site.hasty());
  }

  @AfterAll
  static void stop() {
    site.close();
    hasty.close();
  }

  private static String post(String target, String... headers) {
    return "POST "
        + target
        + " HTTP/1.1\r\nHost: localhost\r\n"
        + String.join("", headers)
        + "\r\n";
  }

  /** Sends {@code drop} again and again, as slowly as reads time out, until the server answers. */
  private static RawClient.Reply drip(RawClient client, String drop) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    client.timeout(20);
    while (System.nanoTime() < end) {
      try {
        client.send(drop);
        client.peek();
        client.timeout(5_000);
        return client.reply();
      } catch (java.net.SocketTimeoutException notYet) {
        // and another drop
      }
    }
    throw new AssertionError("the server bears it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nc350\r\n",
      })
  @Tag("MSG-25")
  void aDrippingRequestIsCutOff(String begin) throws IOException {
    boolean told = false;
    for (int attempt = 0; !told && attempt < 5; attempt++) {
      try (RawClient client = hasty.client()) {
        RawClient.Reply reply = drip(client.send(begin), "a");
        told = true;
        assertThat(reply.status()).isEqualTo(408);
        assertThat(reply.json().string("error")).contains("request_timeout");
        assertThat(client.ended()).isTrue();
      } catch (IOException cutOff) {
        // A drop that comes after the close takes the answer with it: seen on a loaded machine.
      }
    }
    assertThat(told).as("the client is told why").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HT",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc",
      })
  @Tag("MSG-25")
  void aRequestThatStopsIsCutOff(String begin) throws IOException {
    try (RawClient client = hasty.client()) {
      RawClient.Reply reply = client.send(begin).reply();
      assertThat(reply.status()).isEqualTo(408);
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  @Tag("MSG-25")
  void aSilentConnectionIsClosed() throws IOException {
    try (RawClient fresh = hasty.client();
        RawClient used = hasty.client()) {
      assertThat(used.send(GET).reply().status()).isEqualTo(200);
      assertThat(fresh.ended()).isTrue();
      assertThat(used.ended()).isTrue();
    }
  }

  @Test
  @Tag("MSG-12")
  void aBodyThatGrowsTooLargeIsAnsweredAndDrained() throws IOException {
    try (RawClient client = site.client()) {
      client.send(post("/small", "Transfer-Encoding: chunked\r\n"));
      for (int i = 0; i < 200; i++) {
        client.send("2710\r\n" + "x".repeat(10_000) + "\r\n"); // 2 MB against a limit of 1 KB
      }
      RawClient.Reply reply = client.reply();
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.json().string("error")).contains("message_too_large");
      assertThat(client.sendEnd().ended()).isTrue();
    }
  }

  @Test
  @Tag("MSG-12")
  void anAnnouncedBodyIsRefusedBeforeItComes() throws IOException {
    try (RawClient client = site.client()) {
      client.send(post("/small", "Content-Length: 1048576\r\n", "Expect: 100-continue\r\n"));
      assertThat(client.reply().status()).isEqualTo(413);
      assertThat(client.sendEnd().ended()).isTrue();
    }
  }

  @Test
  void chunksAreOneBody() throws IOException {
    try (RawClient client = site.client()) {
      client.send(
          post("/echo", "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n");
      assertThat(client.reply().text()).isEqualTo("hello!");
      assertThat(client.send(GET).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void aLargeBodyComesWhole() throws IOException {
    try (RawClient client = site.client()) {
      String body = "0123456789".repeat(20_000);
      client.send(post("/echo", "Content-Length: 200000\r\n") + body);
      assertThat(client.reply().text()).isEqualTo(body);
      assertThat(client.send(GET).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void whoeverWaitsToSendIsToldToGoOn() throws IOException {
    try (RawClient client = site.client()) {
      client.send(post("/echo", "Content-Length: 5\r\n", "Expect: 100-continue\r\n"));
      assertThat(client.reply().status()).isEqualTo(100);
      assertThat(client.send("hello").reply().text()).isEqualTo("hello");
    }
  }

  @Test
  void requestsInOnePacketAreAnsweredInOrder() throws IOException {
    try (RawClient client = site.client()) {
      String five = post("/echo", "Content-Length: 5\r\n");
      client.send(
          five + "first" + GET + post("/unread", "Content-Length: 3\r\n") + "abc" + five + "third");
      assertThat(client.reply().text()).isEqualTo("first");
      assertThat(client.reply().json().string("at")).contains("root");
      assertThat(client.reply().status()).isEqualTo(200);
      assertThat(client.reply().text()).isEqualTo("third");
    }
  }

  @Test
  void headHasTheLengthAndNoBody() throws IOException {
    try (RawClient client = site.client()) {
      RawClient.Reply reply =
          client.send("HEAD /large HTTP/1.1\r\nHost: localhost\r\n\r\n").reply(true);
      assertThat(reply.header("Content-Length")).contains("100000");
      assertThat(client.send(GET).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void closeIsDoneAsAsked() throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      RawClient.Reply reply = client.reply();
      assertThat(reply.header("Connection")).contains("close");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void pathsAreDecodedOnceAndTakenApartBefore() throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET /a/x%2Fy%252e/b HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().json().string("id")).contains("x/y%2e");
      client.send("GET /a/list/b?x=%26 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().json().string("is")).contains("list");
      client.send("GET /query?a=1&b=%C3%A9+x&a=2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().text()).isEqualTo("{\"a\":\"1|2\",\"b\":\"é x\"}");
      client.send("GET http://localhost/json HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().status()).isEqualTo(200);
    }
  }

  @Test
  @Tag("MSG-24")
  void loopbackIsLostBehindAProxy() throws IOException {
    try (RawClient client = site.client()) {
      for (String sign : List.of("Via: 1.1 x", "Forwarded: for=1.2.3.4", "X-FORWARDED-FOR: ::1")) {
        client.send("GET /loopback HTTP/1.1\r\nHost: localhost\r\n" + sign + "\r\n\r\n");
        assertThat(client.reply().text()).isEqualTo("{\"loopback\":false}");
      }
      client.send("GET /loopback HTTP/1.1\r\nHost: rebound.example\r\n\r\n");
      assertThat(client.reply().text()).isEqualTo("{\"loopback\":false}");
      client.send("GET /loopback HTTP/1.1\r\nHost: LOCALHOST:80\r\n\r\n");
      assertThat(client.reply().text()).isEqualTo("{\"loopback\":true}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example",
        "Host: localhost\r\nOrigin: http://evil.example",
        "Host: localhost\r\nOrigin: null",
        "Host: localhost:1\r\nOrigin: http://localhost:2"
      })
  void aReboundNameReachesNoPageOfOurs(String headers) throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET /own HTTP/1.1\r\n" + headers + "\r\n\r\n");
      assertThat(client.reply().json().string("error")).contains("forbidden");
    }
  }

  @Test
  @Tag("MSG-25")
  void oneConnectionTooManyIsTurnedAway() throws IOException {
    try (Site small = new Site(HttpSettings.loopback(0).withConnections(8, 8))) {
      List<RawClient> clients = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        clients.add(small.client());
        assertThat(clients.getLast().send(GET).reply().status()).isEqualTo(200);
      }
      for (int i = 0; i < 100; i++) {
        try (RawClient more = small.client()) {
          RawClient.Reply reply = more.reply();
          assertThat(reply.status()).isEqualTo(503);
          assertThat(reply.json().string("error")).contains("unavailable");
        }
      }
      for (RawClient client : clients) {
        assertThat(client.send(GET).reply().status()).isEqualTo(200);
        client.close();
      }
    }
  }

  @Test
  void aStreamArrivesInPartsAndEnds() throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.reply().text()).isEqualTo("onetwo");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aStreamLearnsThatItsClientHasLeft() throws Exception {
    try (Site own = new Site()) {
      try (RawClient client = own.client()) {
        client.send("GET /stream?wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
        for (String line = client.line(); !line.isEmpty(); line = client.line()) {
          assertThat(line).doesNotContain("Content-Length");
        }
        assertThat(client.chunk()).asString().isEqualTo("one");
      }
      assertThat(own.gone.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Tag("MSG-25")
  void aClientThatDoesNotReadIsCutOff() throws IOException {
    try (RawClient client = hasty.client()) {
      client.sendUntilEnd("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
  }

  @Test
  void stoppingLetsAnAnswerGoOut() throws IOException {
    Site own = new Site();
    try (RawClient idle = own.client();
        RawClient busy = own.client()) {
      assertThat(idle.send(GET).reply().status()).isEqualTo(200);
      busy.send(post("/echo", "Content-Length: 5\r\n", "Expect: 100-continue\r\n"));
      assertThat(busy.reply().status()).isEqualTo(100);
      Thread stopping = Thread.ofVirtual().start(() -> own.server.stop(Duration.ofSeconds(20)));
      assertThat(idle.ended()).isTrue();
      RawClient.Reply last = busy.send("hello").reply();
      assertThat(last.text()).isEqualTo("hello");
      assertThat(last.header("Connection")).contains("close");
      assertThat(stopping.join(Duration.ofSeconds(20))).isTrue();
      assertThat(own.server.connections()).isZero();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTakenPortIsToldWithItsNumber() {
    HttpSettings taken = HttpSettings.loopback(site.server.port());
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> HttpServer.start(taken, Routes.of(), new Recorded())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(Integer.toString(site.server.port()));
  }
}
