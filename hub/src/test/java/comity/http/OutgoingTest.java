package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a hub goes and where it does not, and how long it bears what it meets there (MSG-26). */
@Tag("MSG-26")
@Timeout(60)
class OutgoingTest {
  private final Outgoing outgoing = Outgoing.start();
  private ServerSocket server;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
  }

  @AfterEach
  void stop() throws IOException {
    outgoing.close();
    server.close();
  }

  /** What the other server does with a connection whose request's head it has read. */
  @FunctionalInterface
  interface Answering {
    void answer(Socket socket) throws IOException;
  }

  private String serve(Answering answering) {
    Thread.ofVirtual()
        .start(() -> {
          try {
            while (true) {
              Socket socket = server.accept();
              Thread.ofVirtual().start(() -> answer(socket, answering));
            }
          } catch (IOException closed) {
            // The test is over.
          }
        });
    return "127.0.0.1:" + server.getLocalPort();
  }

  private static void answer(Socket socket, Answering answering) {
    try (socket) {
      while (readHead(socket.getInputStream())) {
        answering.answer(socket);
      }
    } catch (IOException gone) {
      // The client has left.
    }
  }

  private static boolean readHead(InputStream in) throws IOException {
    int line = 0;
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n' && line == 0) {
        return true;
      }
      line = c == '\n' ? 0 : c == '\r' ? line : line + 1;
    }
    return false;
  }

  private static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static OutgoingRequest get(String uri, long max, Duration total) {
    return OutgoingRequest.get(URI.create(uri), max, Duration.ofSeconds(5), total);
  }

  private Exchanged get(String uri, AddressRule rule) {
    return outgoing.exchange(get(uri, 10_000, Duration.ofSeconds(20)), rule);
  }

  @Test
  void loopbackIsCalledOnlyWhereAPeerEntryAllowsIt() {
    String there = serve(s -> say(s, "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 2\r\n\r\nhi"));
    assertThat(get("http://" + there + "/", AddressRule.PUBLIC_ONLY))
        .isInstanceOf(Exchanged.Refused.class);
    Exchanged allowed = get("http://" + there + "/", AddressRule.allowing(there));
    assertThat(allowed)
        .isInstanceOfSatisfying(
            Exchanged.Answered.class,
            a -> {
              assertThat(a.status()).isEqualTo(200);
              assertThat(a.headers().first("x")).contains("y");
              assertThat(a.body()).asString().isEqualTo("hi");
            });
    assertThat(get("http://" + there + "/", AddressRule.PUBLIC_ONLY)) // a pooled one is no way in
        .isInstanceOf(Exchanged.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://10.0.0.1/",
        "http://169.254.169.254/", "http://0/", "http://2130706433/", "http://0x7f.1/",
        "http://127.1/", "http://user@example.org/", "ftp://example.org/", "file:///etc/passwd",
        "http://224.0.0.1/", "http://[fe80::1]/", "http://[64:ff9b::7f00:1]/", "http:///x",
      })
  void nobodyIsCalledThere(String uri) {
    assertThat(get(uri, AddressRule.PUBLIC_ONLY)).isInstanceOf(Exchanged.Refused.class);
  }

  @Test
  void aRedirectIsCheckedAgain() throws IOException {
    try (ServerSocket inside = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.2"))) {
      String location = "http://127.0.0.2:" + inside.getLocalPort() + "/";
      String there =
          serve(s ->
              say(
                  s,
                  "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                      .formatted(location)));
      assertThat(get("http://" + there + "/", AddressRule.allowing(there)))
          .isInstanceOf(Exchanged.Refused.class);
    }
  }

  @Test
  void redirectsEnd() {
    AtomicInteger asked = new AtomicInteger();
    String there =
        serve(s -> {
          asked.incrementAndGet();
          say(s, "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n");
        });
    assertThat(get("http://" + there + "/", AddressRule.allowing(there)))
        .isInstanceOf(Exchanged.Refused.class);
    assertThat(asked).hasValue(Outgoing.MAX_REDIRECTS + 1);
  }

  @Test
  void theAddressThatWasCheckedIsTheOneConnectedTo() {
    AtomicInteger looked = new AtomicInteger();
    AtomicInteger reached = new AtomicInteger();
    String there = serve(_ -> reached.incrementAndGet());
    Resolver rebinding =
        _ ->
            List.of(
                InetAddress.ofLiteral(looked.getAndIncrement() == 0 ? "192.0.2.1" : "127.0.0.1"));
    int port = Integer.parseInt(there.substring(there.indexOf(':') + 1));
    try (Outgoing guarded = Outgoing.start(rebinding)) {
      OutgoingRequest request =
          OutgoingRequest.get(
              URI.create("http://rebound.example:" + port + "/"),
              1_000,
              Duration.ofMillis(300),
              Duration.ofSeconds(5));
      AddressRule first = AddressRule.allowing("rebound.example");
      assertThat(guarded.exchange(request, first)).isInstanceOf(Exchanged.Failed.class);
      assertThat(looked).hasValue(1); // had it been asked again, it would have said loopback
      assertThat(guarded.exchange(request, AddressRule.PUBLIC_ONLY))
          .isInstanceOf(Exchanged.Refused.class);
      assertThat(reached).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nX: ",
        "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n270F\r\n"
      })
  void aDrippingAnswerEndsWithTheTotalTime(String begin) {
    String there =
        serve(s -> {
          say(s, begin);
          s.setSoTimeout(10);
          while (true) {
            say(s, "H");
            try {
              var _ = s.getInputStream().read();
              return;
            } catch (java.net.SocketTimeoutException another) {
              // the pause between two drops
            }
          }
        });
    long before = System.nanoTime();
    Exchanged exchanged =
        outgoing.exchange(
            get("http://" + there + "/", 100_000, Duration.ofMillis(400)),
            AddressRule.allowing(there));
    assertThat(exchanged).isInstanceOf(Exchanged.Failed.class);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: ",
        "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n"
      })
  void anEndlessAnswerIsBounded(String begin) {
    String there =
        serve(s -> {
          say(s, begin);
          String much = "x".repeat(100_000);
          while (true) {
            say(s, much);
          }
        });
    assertThat(get("http://" + there + "/", AddressRule.allowing(there)))
        .isInstanceOf(Exchanged.Failed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
        "",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 999999 ?\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nxyz"
      })
  void aBrokenAnswerFails(String answer) {
    String there =
        serve(s -> {
          say(s, answer);
          s.close();
        });
    assertThat(get("http://" + there + "/", AddressRule.allowing(there)))
        .isInstanceOf(Exchanged.Failed.class);
  }

  @Test
  void whatIsSentArrivesAsItIs() throws IOException {
    try (Site site = new Site()) {
      String there = "127.0.0.1:" + site.server.port();
      byte[] body = "hello".getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 3; i++) {
        Exchanged exchanged =
            outgoing.exchange(
                new OutgoingRequest(
                    "POST",
                    URI.create("http://" + there + "/json?a=%2F"),
                    List.of(new Header("Content-Type", "application/json")),
                    body,
                    1_000,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(20)),
                AddressRule.allowing(there));
        assertThat(exchanged)
            .isInstanceOfSatisfying(
                Exchanged.Answered.class, a -> assertThat(a.body()).isEqualTo(body));
      }
      assertThat(site.server.connections()).isEqualTo(1); // kept and used again
    }
  }
}
