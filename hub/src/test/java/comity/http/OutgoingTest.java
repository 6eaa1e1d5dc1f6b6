package comity.http;

import static comity.http.Asking.HERE;
import static comity.http.Asking.LOCAL;
import static comity.http.Asking.LONG;
import static comity.http.Asking.OK;
import static comity.http.Asking.SHORT;
import static comity.http.Asking.at;
import static comity.http.Asking.get;
import static comity.http.Asking.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may be asked, and how redirects and connections go (MSG-26). */
@Tag("MSG-26")
class OutgoingTest {
  private final Outgoing outgoing = Outgoing.start();

  @AfterEach
  void close() {
    outgoing.close();
  }

  private Exchanged ask(Stub stub) {
    return Asking.ask(outgoing, stub);
  }

  @Test
  void anAllowedHostIsAsked() throws IOException {
    try (Stub stub = Stub.saying(OK)) {
      assertThat(text(ask(stub))).isEqualTo("200 hi");
      String head = stub.asked.getFirst();
      assertThat(head).startsWith("GET /x?y=1 HTTP/1.1\r\n");
      assertThat(head.toLowerCase(Locale.ROOT))
          .contains("\r\nhost: 127.0.0.1:" + stub.port() + "\r\n")
          .contains("\r\naccept-encoding: identity\r\n");
    }
  }

  @Test
  void aPostCarriesItsBodyAndHeaders() throws IOException {
    byte[] body = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    try (Stub stub =
        new Stub((_, in, out) -> {
          int got = in.readNBytes(body.length).length;
          String length = String.valueOf(got);
          String head = "HTTP/1.1 201 Created\r\nX-Got: " + got + "\r\nContent-Length: ";
          out.write(
              (head + length.length() + "\r\n\r\n" + length).getBytes(StandardCharsets.US_ASCII));
        })) {
      List<Header> headers = List.of(new Header("Content-Type", "application/json"));
      URI uri = URI.create(at(stub));
      Exchanged exchanged =
          outgoing.exchange(
              new OutgoingRequest("POST", uri, headers, body, 1_000, LONG, LONG), LOCAL);
      assertThat(text(exchanged)).isEqualTo("201 100000");
      assertThat(((Exchanged.Answered) exchanged).headers().first("x-got")).contains("100000");
      assertThat(stub.asked.getFirst()).startsWith("POST / HTTP/1.1\r\n");
      assertThat(stub.asked.getFirst()).contains("Content-Type: application/json\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://[::1]",
        "http://[::ffff:127.0.0.1]",
        "http://[::127.0.0.1]",
        "http://[64:ff9b::7f00:1]",
        "http://[64:ff9b::169.254.169.254]",
        "http://0.0.0.0",
        "http://[::]",
        "http://10.1.2.3",
        "http://172.16.0.1",
        "http://192.168.0.1",
        "http://100.64.0.1",
        "http://169.254.1.1",
        "http://169.254.169.254/latest/meta-data",
        "http://[fd00:ec2::254]",
        "http://[fe80::1]",
        "http://[fc00::1]",
        "http://224.0.0.1",
        "http://255.255.255.255",
        "http://2130706433",
        "http://0x7f000001",
        "http://0x7f.1",
        "http://0177.0.0.1",
        "http://127.1",
        "http://127.0.0.1.",
        "http://localhost",
        "http://LOCALHOST:80",
        "http://user@1.1.1.1",
        "http://1.1.1.1@127.0.0.1",
        "http://[fe80::1%25lo]",
        "http://1.1.1.1:0",
        "http:///x",
        "ftp://1.1.1.1",
        "file:///etc/passwd",
        "gopher://1.1.1.1",
        "jar:http://1.1.1.1!/x",
        "/relative"
      })
  void nothingElseIsAsked(String url) {
    assertThat(outgoing.exchange(get(url, LONG), AddressRule.PUBLIC_ONLY))
        .isInstanceOf(Exchanged.Refused.class);
  }

  @Test
  void anEntryAllowsItsHostAndPortOnly() throws IOException {
    try (Stub stub = Stub.saying(OK)) {
      String here = "127.0.0.1:" + stub.port();
      assertThat(text(outgoing.exchange(get(at(stub), LONG), AddressRule.allowing(here))))
          .isEqualTo("200 hi");
      for (String other : List.of("127.0.0.1:1", "localhost", "127.0.0.2", "127.0.0.1.")) {
        assertThat(outgoing.exchange(get(at(stub), LONG), AddressRule.allowing(other)))
            .isInstanceOf(Exchanged.Refused.class);
      }
    }
  }

  @Test
  void aNameIsJudgedByItsAddress() {
    try (Outgoing named = Outgoing.start(_ -> List.of(InetAddress.ofLiteral("10.0.0.1")))) {
      assertThat(text(named.exchange(get("http://inside.example", LONG), LOCAL)))
          .startsWith("refused: inside.example is a private address");
    }
  }

  @Test
  void theAddressThatWasCheckedIsTheOneConnectedTo() throws IOException {
    AtomicInteger lookups = new AtomicInteger();
    try (Stub stub = Stub.saying(OK);
        Outgoing rebound =
            Outgoing.start(_ ->
                lookups.getAndIncrement() == 0
                    ? List.of(InetAddress.ofLiteral("240.0.0.1"))
                    : List.of(HERE))) {
      AddressRule rule = AddressRule.allowing("rebound.example:" + stub.port());
      String url = "http://rebound.example:" + stub.port();
      assertThat(rebound.exchange(get(url, SHORT), rule)).isInstanceOf(Exchanged.Failed.class);
      assertThat(lookups).hasValue(1);
      assertThat(stub.asked).isEmpty();
    }
  }

  @Test
  void anAddressThatMayNotBeAskedIsLeftOut() throws IOException {
    try (Stub stub = Stub.saying(OK);
        Outgoing mixed = Outgoing.start(_ -> List.of(InetAddress.ofLiteral("10.0.0.1"), HERE))) {
      assertThat(mixed.exchange(get("http://mixed.example:" + stub.port(), SHORT), LOCAL))
          .isInstanceOf(Exchanged.Refused.class);
      assertThat(stub.asked).isEmpty();
    }
  }

  @Test
  void aConnectionThatWasAllowedIsNotUsedWhereItIsNot() throws IOException {
    try (Stub stub = Stub.saying(OK.replace("OK\r\n", "OK\r\nConnection: keep-alive\r\n"));
        Outgoing named = Outgoing.start(_ -> List.of(HERE))) {
      String url = "http://peer.example:" + stub.port();
      assertThat(text(named.exchange(get(url, LONG), AddressRule.allowing("peer.example"))))
          .isEqualTo("200 hi");
      assertThat(named.exchange(get(url, LONG), AddressRule.PUBLIC_ONLY))
          .isInstanceOf(Exchanged.Refused.class);
    }
  }

  @Test
  void theNextAddressIsTriedWhereOneDoesNotAnswer() throws IOException {
    try (Stub stub = Stub.saying(OK);
        Outgoing two = Outgoing.start(_ -> List.of(InetAddress.ofLiteral("127.0.0.9"), HERE))) {
      String url = "http://two.example:" + stub.port();
      assertThat(text(two.exchange(get(url, LONG), AddressRule.allowing("two.example"))))
          .isEqualTo("200 hi");
    }
  }

  @Test
  void aNameThatTakesTooLongIsNotWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);
    Resolver silent =
        _ -> {
          try {
            never.await();
          } catch (InterruptedException given) {
            Thread.currentThread().interrupt();
          }
          return List.of(HERE);
        };
    try (Outgoing slow = Outgoing.start(silent)) {
      assertThat(text(slow.exchange(get("http://slow.example", SHORT), LOCAL)))
          .isEqualTo("failed: looking up slow.example took too long");
    }
  }

  @Test
  void aRedirectIsCheckedAgain() throws IOException {
    try (Stub stub = Stub.saying("HTTP/1.1 302 Found\r\nLocation: http://[::1]:1/\r\n\r\n")) {
      assertThat(text(ask(stub))).contains("refused").contains("is a loopback address");
    }
    try (Stub stub = Stub.saying("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n")) {
      assertThat(text(ask(stub))).startsWith("refused: only http and https");
    }
  }

  @Test
  void aRedirectIsFollowedAndSecretsStay() throws IOException {
    try (Stub there = Stub.saying(OK);
        Stub here =
            Stub.saying("HTTP/1.1 307 Found\r\nLocation: " + at(there) + "/there\r\n\r\n")) {
      List<Header> headers =
          List.of(new Header("Authorization", "Bearer k"), new Header("X-Other", "o"));
      OutgoingRequest request =
          new OutgoingRequest("GET", URI.create(at(here)), headers, new byte[0], 1_000, LONG, LONG);
      assertThat(text(outgoing.exchange(request, LOCAL))).isEqualTo("200 hi");
      assertThat(here.asked.getFirst()).contains("Authorization: Bearer k");
      assertThat(there.asked.getFirst())
          .startsWith("GET /there ")
          .contains("X-Other: o")
          .doesNotContain("Bearer");
    }
  }

  @Test
  void aRedirectWithinTheServerKeepsTheKey() throws IOException {
    try (Stub stub =
        new Stub((head, _, out) ->
            out.write(
                (head.startsWith("GET /a ")
                        ? "HTTP/1.1 301 Moved\r\nLocation: b?c\r\nContent-Length: 0\r\n\r\n"
                        : OK)
                    .getBytes(StandardCharsets.US_ASCII)))) {
      List<Header> headers = List.of(new Header("Authorization", "Bearer k"));
      URI uri = URI.create(at(stub) + "/a");
      OutgoingRequest request =
          new OutgoingRequest("GET", uri, headers, new byte[0], 1_000, LONG, LONG);
      assertThat(text(outgoing.exchange(request, LOCAL))).isEqualTo("200 hi");
      assertThat(stub.asked.get(1)).startsWith("GET /b?c ").contains("Bearer k");
    }
  }

  @Test
  void redirectsEnd() throws IOException {
    try (Stub stub = Stub.saying("HTTP/1.1 302 Found\r\nLocation: /again\r\n\r\n")) {
      assertThat(text(ask(stub))).isEqualTo("refused: more than 3 redirects");
      assertThat(stub.asked).hasSize(4);
    }
  }

  @Test
  void aPostIsNotRedirected() throws IOException {
    try (Stub stub =
        Stub.saying("HTTP/1.1 307 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")) {
      URI uri = URI.create(at(stub));
      OutgoingRequest post =
          new OutgoingRequest("POST", uri, List.of(), new byte[2], 1_000, LONG, LONG);
      assertThat(text(outgoing.exchange(post, LOCAL))).isEqualTo("307 ");
    }
  }

  @Test
  void nobodyThereIsToldAsSuch() throws IOException {
    int port;
    try (Stub stub = Stub.saying(OK)) {
      port = stub.port();
    }
    assertThat(outgoing.exchange(get("http://127.0.0.1:" + port, LONG), LOCAL))
        .isInstanceOfSatisfying(Exchanged.Failed.class, f -> assertThat(f.retryable()).isTrue());
  }

  @Test
  void connectionsAreUsedAgain() throws IOException {
    AtomicInteger served = new AtomicInteger();
    Stub[] self = new Stub[1];
    try (Stub stub =
        new Stub((_, in, out) -> {
          while (served.incrementAndGet() > 0) {
            out.write(OK.getBytes(StandardCharsets.US_ASCII));
            self[0].next(in);
          }
        })) {
      self[0] = stub;
      for (int i = 0; i < 20; i++) {
        assertThat(text(ask(stub))).isEqualTo("200 hi");
      }
      assertThat(stub.connections()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatRefusesBeforeItHasReadIsHeard() throws IOException {
    try (Site site = new Site()) {
      URI uri = URI.create("http://127.0.0.1:" + site.server.port() + "/small");
      OutgoingRequest post =
          new OutgoingRequest("POST", uri, List.of(), new byte[6_000_000], 1_000, LONG, LONG);
      assertThat(text(outgoing.exchange(post, LOCAL))).startsWith("413 ");
    }
  }
}
