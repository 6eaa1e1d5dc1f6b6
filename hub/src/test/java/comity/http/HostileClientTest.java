package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that are slow, endless or many. */
class HostileClientTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  /** Sends these bytes one at a time, for ever, until the server has had enough. */
  private static void drip(RawClient client, String bytes) throws IOException {
    client.timeout(20);
    try {
      for (int i = 0; !client.readable(); i++) {
        client.send(bytes.substring(i % bytes.length(), i % bytes.length() + 1));
      }
    } catch (SocketException closed) {
      // by the server, which may have answered before
    }
    client.timeout(10_000);
  }

  @Test
  void headersThatDripAreCutOff() throws IOException {
    try (Site site = new Site(Site.hastyHead());
        RawClient client = site.client()) {
      client.send("GET / HTTP/1.1\r\nX-");
      drip(client, "a");
      RawClient.Reply reply = client.reply();
      assertThat(reply.status()).isEqualTo(408);
      assertThat(reply.json().string("error")).contains("request_timeout");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void headersThatStopAreCutOff() throws IOException {
    try (Site site = new Site(Site.hastyHead());
        RawClient client = site.client()) {
      assertThat(client.send("GET / HT").reply().status()).isEqualTo(408);
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aLaterHeadThatStopsIsCutOff() throws IOException {
    try (Site site = new Site(Site.hastyHead());
        RawClient client = site.client()) {
      assertThat(client.send(GET + "GET / HT").reply().status()).isEqualTo(200);
      assertThat(client.reply().status()).isEqualTo(408);
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void aBodyThatDripsIsCutOff() throws IOException {
    try (Site site = new Site(Site.hastyBody());
        RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
      drip(client, "x");
      assertThat(client.reply().json().string("error")).contains("request_timeout");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void chunksThatDripAreCutOff() throws IOException {
    try (Site site = new Site(Site.hastyBody());
        RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      drip(client, "1\r\nx\r\n");
      assertThat(client.reply().status()).isEqualTo(408);
    }
  }

  @Test
  void aChunkSizeWithoutEndIsCutOff() throws IOException {
    try (Site site = new Site(Site.hastyBody());
        RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;");
      client.send("x".repeat(3_000));
      assertThat(client.reply().status()).isIn(400, 408);
    }
  }

  @Test
  void aChunkSizeOfAnyLengthIsNotKept() throws IOException {
    try (Site site = new Site();
        RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;");
      client.send("x".repeat(600_000));
      assertThat(client.reply().status()).isEqualTo(413);
    }
  }

  @Test
  void anIdleConnectionIsClosedWithoutAWord() throws IOException {
    try (Site site = new Site(Site.hastyIdle());
        RawClient used = site.client()) {
      assertThat(used.send(GET).reply().status()).isEqualTo(200);
      assertThat(used.ended()).isTrue();
    }
    try (Site site = new Site(Site.hastyHead());
        RawClient fresh = site.client()) {
      assertThat(fresh.ended()).isTrue();
    }
  }

  @Test
  void aClientThatDoesNotReadIsCutOff() throws IOException {
    try (Site site = new Site(Site.hastyAnswer());
        RawClient client = site.client()) {
      client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400));
      site.awaitConnections(0);
    }
  }

  @Test
  void aBodyThatEndsEarlyIsNoBody() throws IOException {
    try (Site site = new Site();
        RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello").sendEnd();
      assertThat(client.reply().status()).isEqualTo(400);
    }
  }

  @Test
  void connectionsPastTheLimitAreTurnedAwayAtOnce() throws IOException {
    HttpSettings few = HttpSettings.loopback(0).withConnections(5, 5);
    List<RawClient> held = new ArrayList<>();
    try (Site site = new Site(few)) {
      for (int i = 0; i < 5; i++) {
        RawClient client = site.client();
        assertThat(client.send(GET).reply().status()).isEqualTo(200);
        held.add(client);
      }
      try (RawClient surplus = site.client()) {
        RawClient.Reply reply = surplus.reply();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().string("error")).contains("unavailable");
        assertThat(surplus.ended()).isTrue();
      }
      assertThat(site.log.warnings).anyMatch(w -> w.contains("too many connections"));
      held.removeFirst().close();
      site.awaitConnections(4);
      try (RawClient next = site.client()) {
        assertThat(next.send(GET).reply().status()).isEqualTo(200);
      }
    } finally {
      for (RawClient client : held) {
        client.close();
      }
    }
  }

  @Test
  void largeBodiesShareABoundedMemory() throws IOException {
    HttpSettings tight = HttpSettings.loopback(0).withBodyMemory(50_000);
    String head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";
    try (Site site = new Site(tight);
        RawClient holding = site.client();
        RawClient second = site.client();
        RawClient small = site.client()) {
      assertThat(holding.send(head + "x".repeat(100_000)).reply().status()).isEqualTo(503);
      assertThat(second.send(head + "x".repeat(100_000)).reply().json().string("error"))
          .contains("unavailable");
      small.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 40000\r\n\r\n");
      assertThat(small.send("x".repeat(40_000)).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void aRequestThatIsUnderWayIsAnsweredWhenTheServerStops() throws Exception {
    Site site = new Site();
    try (RawClient idle = site.client();
        RawClient busy = site.client()) {
      assertThat(idle.send(GET).reply().status()).isEqualTo(200);
      busy.send("POST /held HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
      site.held.acquire();
      Thread stopping = Thread.ofVirtual().start(() -> site.server.stop(Duration.ofSeconds(10)));
      assertThat(idle.ended()).isTrue();
      site.go.release();
      RawClient.Reply reply = busy.reply();
      assertThat(reply.text()).isEqualTo("hello");
      assertThat(reply.header("Connection")).contains("close");
      stopping.join();
      assertThat(site.server.connections()).isZero();
    }
  }

  @Test
  void aRequestThatTakesTooLongEndsWhenTheServerStops() throws Exception {
    Site site = new Site();
    try (RawClient busy = site.client()) {
      busy.send("POST /held HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
      site.held.acquire();
      site.server.stop(Duration.ofMillis(50));
      site.awaitConnections(0);
      assertThat(busy.text()).doesNotContain("hello");
    }
  }
}
