package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is served, in each way that HTTP/1.1 and HTTP/1.0 clients ask for it. */
class ServingTest {
  private static final String CHUNKED =
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static Site site;

  @BeforeAll
  static void start() throws IOException {
    site = new Site();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static RawClient.Reply ask(String request) throws IOException {
    try (RawClient client = site.client()) {
      return client.send(request).reply();
    }
  }

  @Test
  void manyRequestsFollowOnOneConnection() throws IOException {
    try (RawClient client = site.client()) {
      for (int i = 0; i < 50; i++) {
        assertThat(client.send(get("/")).reply().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
    String post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst";
    String chunked = CHUNKED + "3\r\nsec\r\n3\r\nond\r\n0\r\n\r\n";
    try (RawClient client = site.client()) {
      client.send(post + chunked + get("/a/third/b") + get("/nowhere") + get("/"));
      assertThat(client.reply().text()).isEqualTo("first");
      assertThat(client.reply().text()).isEqualTo("second");
      assertThat(client.reply().json().string("id")).contains("third");
      assertThat(client.reply().status()).isEqualTo(404);
      assertThat(client.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void emptyLinesBeforeARequestArePassedOver() throws IOException {
    assertThat(ask("\r\n\r\n" + get("/")).status()).isEqualTo(200);
  }

  @Test
  void aRequestMayComeByteByByte() throws IOException {
    String request =
        "POST /echo HTTP/1.1\r\nHost: a\r\nX-Long: "
            + "y".repeat(200)
            + "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    try (RawClient client = site.client()) {
      for (int i = 0; i < request.length(); i++) {
        client.send(request.substring(i, i + 1));
      }
      assertThat(client.reply().text()).isEqualTo("hello");
      assertThat(client.send(get("/")).reply().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2_047, 2_048, 8_191, 8_192, 16_384, 16_385, 100_000, 200_000})
  void aBodyOfAnySizeComesWhole(int size) throws IOException {
    String body = "abcdefghij".repeat(size / 10 + 1).substring(0, size);
    String head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n";
    assertThat(ask(head + body).text()).isEqualTo(body);
    String chunk = size == 0 ? "" : Integer.toHexString(size) + "\r\n" + body + "\r\n";
    assertThat(ask(CHUNKED + chunk + "0\r\n\r\n").text()).isEqualTo(body);
  }

  @Test
  void aBodyAtTheRoutesLimitIsTaken() throws IOException {
    String body = "x".repeat(Site.SMALL);
    String head = "POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: " + Site.SMALL + "\r\n\r\n";
    assertThat(ask(head + body).text()).isEqualTo(body);
  }

  @Test
  void trailersArePassedOver() throws IOException {
    RawClient.Reply reply = ask(CHUNKED + "5\r\nhello\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n");
    assertThat(reply.text()).isEqualTo("hello");
    assertThat(reply.header("Connection")).contains("close");
  }

  @Test
  void expectationIsMetWhenTheBodyIsWanted() throws IOException {
    String head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n";
    try (RawClient client = site.client()) {
      assertThat(client.send(head + "\r\n").reply().status()).isEqualTo(100);
      assertThat(client.send("hello").reply().text()).isEqualTo("hello");
      assertThat(client.send(get("/")).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void expectationIsNotMetForABodyThatIsRefused() throws IOException {
    String head =
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\nExpect: 100-continue\r\n\r\n";
    RawClient.Reply reply = ask(head);
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.header("Connection")).contains("close");
  }

  @Test
  void anUnreadSmallBodyIsPassedOver() throws IOException {
    try (RawClient client = site.client()) {
      client.send("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
      assertThat(client.reply().header("Connection")).isEmpty();
      assertThat(client.send(get("/")).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void anAnswerIsReadableThoughTheClientStillSends() throws IOException {
    byte[] much = new byte[8 << 20];
    try (RawClient client = site.client()) {
      client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: " + much.length + "\r\n\r\n");
      client.send(much);
      RawClient.Reply reply = client.reply();
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.json().string("error")).contains("message_too_large");
    }
  }

  @Test
  void oldClientsAreServedAndTheirConnectionEnds() throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(client.reply().json().string("at")).contains("root");
      assertThat(client.ended()).isTrue();
    }
    try (RawClient client = site.client()) {
      client.send("POST /echo HTTP/1.0\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhe");
      assertThat(client.send("llo").reply().text()).isEqualTo("hello");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void anOldClientMayBeSlowWithinItsLine() throws IOException {
    try (RawClient client = site.client()) {
      for (String part : new String[] {"G", "ET / HTTP/1.", "0\r", "\nX: y\r\n", "\r", "\n"}) {
        client.send(part);
      }
      assertThat(client.reply().status()).isEqualTo(200);
    }
  }

  @Test
  void closeIsDoneWhenAskedFor() throws IOException {
    try (RawClient client = site.client()) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get("/"));
      assertThat(client.reply().header("Connection")).contains("close");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void headIsGetWithoutItsBody() throws IOException {
    try (RawClient client = site.client()) {
      client.send("HEAD /large HTTP/1.1\r\nHost: a\r\n\r\n");
      RawClient.Reply reply = client.reply(true);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Content-Length")).contains("100000");
      assertThat(client.send(get("/")).reply().json().string("at")).contains("root");
    }
  }

  @Test
  void optionsSayWhatAPathTakes() throws IOException {
    try (RawClient client = site.client()) {
      client.send("OPTIONS /json HTTP/1.1\r\nHost: a\r\n\r\n");
      RawClient.Reply reply = client.reply();
      assertThat(reply.status()).isEqualTo(204);
      assertThat(reply.header("Allow")).contains("GET, HEAD, OPTIONS, POST");
      assertThat(client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").reply().status())
          .isEqualTo(204);
      assertThat(client.send("DELETE /json HTTP/1.1\r\nHost: a\r\n\r\n").reply().header("Allow"))
          .contains("GET, HEAD, OPTIONS, POST");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/a/x/b, x",
    "/a/%78/b, x",
    "/a/a%2Fb/b, a/b",
    "/a/%252F/b, %2F",
    "/a/a+b/b, a+b",
    "/a/%C3%A9/b, \u00e9",
    "/a/.../b, ...",
    "/%61/x/b, x",
    "http://localhost/a/x/b, x"
  })
  void aPathParameterIsDecodedOnceAndStaysItsSegment(String path, String value) throws IOException {
    assertThat(ask(get(path)).json().string("id")).contains(value);
  }

  @Test
  void aLiteralSegmentGoesBeforeAParameter() throws IOException {
    assertThat(ask(get("/a/list/b")).json().string("is")).contains("list");
  }

  @Test
  void theQueryIsDecodedAndKeepsWhatIsRepeated() throws IOException {
    RawClient.Reply reply = ask(get("/query?a=1&b=%26%3D+x&a=2&empty=&none&&%C3%A9=%2B"));
    assertThat(reply.json().string("a")).contains("1|2");
    assertThat(reply.json().string("b")).contains("&= x");
    assertThat(reply.json().string("empty")).contains("");
    assertThat(reply.json().string("none")).contains("");
    assertThat(reply.json().string("\u00e9")).contains("+");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
        "application/json; v=1"
      })
  void jsonIsTakenHoweverItIsDeclared(String type) throws IOException {
    String head = "POST /json HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Type: ";
    assertThat(ask(head + type + "\r\n\r\n{}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/*",
        "text/html, application/json;q=0.5",
        "text/html,*/*;q=0.1"
      })
  void anAcceptThatAllowsJsonIsTaken(String accept) throws IOException {
    assertThat(ask("GET /json HTTP/1.1\r\nHost: a\r\nAccept: " + accept + "\r\n\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void identityIsNoEncoding() throws IOException {
    String head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Encoding: identity\r\n";
    assertThat(ask(head + "Content-Length: 5\r\n\r\nhello").text()).isEqualTo("hello");
  }

  @Test
  void answersCarryADate() throws IOException {
    assertThat(ask(get("/")).header("Date")).isPresent();
  }
}
