package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused, by whom ever: always one JSON object (MSG-15), and the server goes on. */
class RefusalsTest {
  private static Site site;

  @BeforeAll
  static void start() throws IOException {
    site = new Site();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  /**
   * A request and its refusal.
   *
   * @param closes whether the connection must end with it
   */
  record Case(String name, String request, int status, String error, boolean closes) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Case stays(String name, String request, int status, String error) {
    return new Case(name, request, status, error, false);
  }

  private static Case closes(String name, String request, int status, String error) {
    return new Case(name, request, status, error, true);
  }

  private static String get(String target, String... headers) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + lines(headers) + "\r\n";
  }

  private static String post(String target, String body, String... headers) {
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" + lines(headers) + "\r\n" + body;
  }

  private static String lines(String... headers) {
    return Stream.of(headers).map(h -> h + "\r\n").reduce("", String::concat);
  }

  static Stream<Case> routing() {
    return Stream.of(
        stays("unknown path", get("/nowhere"), 404, "not_found"),
        stays("unknown path under mamp", get("/mamp/v1/x"), 404, "not_found"),
        stays("a path in other case", get("/JSON"), 404, "not_found"),
        stays("a slash too many", get("/json/"), 404, "not_found"),
        stays("an empty segment", get("//json"), 404, "not_found"),
        stays("an empty parameter", get("/a//b"), 404, "not_found"),
        stays("a method that is not served", get("/echo"), 405, "method_not_allowed"),
        stays("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method_not_allowed"),
        stays("TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method_not_allowed"),
        stays("Accept excludes", get("/json", "Accept: text/html"), 406, "not_acceptable"),
        stays(
            "Accept refuses", get("/json", "Accept: application/json;q=0"), 406, "not_acceptable"),
        stays("the handler fails", get("/fails"), 500, "internal_error"),
        stays("the handler overflows", get("/overflows"), 500, "internal_error"));
  }

  static Stream<Case> requestLines() {
    return Stream.of(
        closes("no request at all", "hello\r\n\r\n", 400, "bad_request"),
        closes("TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400, "bad_request"),
        closes("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\n", 400, "bad_request"),
        closes("HTTP/0.9", "GET /\r\n\r\n", 400, "bad_request"),
        closes("HTTP/3", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 400, "bad_request"),
        closes("version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400, "bad_request"),
        closes("two blanks", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_request"),
        closes("a blank in the target", get("/a b"), 400, "bad_request"),
        closes("a tab between", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_request"),
        closes("a bare line feed", "GET / HTTP/1.1\nHost: a\n\n", 400, "bad_request"),
        closes("no path", get("json"), 400, "bad_request"),
        closes("authority form", get("localhost:80"), 400, "bad_request"),
        closes("another host in the target", get("http://other.example/"), 400, "bad_request"),
        closes("raw bytes in the target", get("/\u00e9"), 400, "bad_request"),
        closes("a fragment", get("/json#x"), 400, "bad_request"),
        closes("a backslash", get("/a\\b"), 400, "bad_request"),
        closes("percent alone", get("/a%"), 400, "bad_request"),
        closes("percent and no digits", get("/a%zz"), 400, "bad_request"),
        closes("percent and a sign", get("/a%+1"), 400, "bad_request"),
        closes("overlong UTF-8", get("/a%c0%af"), 400, "bad_request"),
        closes("encoded NUL", get("/a%00"), 400, "bad_request"),
        closes("encoded line end", get("/a%0d%0a"), 400, "bad_request"),
        closes("dot segments", get("/a/../json"), 400, "bad_request"),
        closes("encoded dot segments", get("/a/%2e%2E/json"), 400, "bad_request"),
        closes("a single dot", get("/./json"), 400, "bad_request"),
        closes("percent in the query", get("/query?a=%"), 400, "bad_request"),
        closes("no UTF-8 in the query", get("/query?a=%ff"), 400, "bad_request"),
        closes("a long target", get("/" + "a".repeat(9_000)), 414, "uri_too_long"),
        closes("a line without end", "G".repeat(9_000), 414, "uri_too_long"));
  }

  static Stream<Case> headers() {
    return Stream.of(
        closes("no Host", "GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
        closes("two Hosts", get("/", "Host: localhost"), 400, "bad_request"),
        closes(
            "two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400, "bad_request"),
        closes("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "bad_request"),
        closes("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "bad_request"),
        closes("a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "bad_request"),
        closes(
            "a Host with a bad port",
            "GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n",
            400,
            "bad_request"),
        closes("a blank before the colon", get("/", "X : y"), 400, "bad_request"),
        closes("a folded header", get("/", "X: y", " z"), 400, "bad_request"),
        closes("a header without a name", get("/", ": y"), 400, "bad_request"),
        closes("a header without a colon", get("/", "nothing"), 400, "bad_request"),
        closes("NUL in a header", get("/", "X: a\u0000b"), 400, "bad_request"),
        closes("a bare CR in a header", get("/", "X: a\rb"), 400, "bad_request"),
        closes("a bare LF after a header", get("/", "X: a\nY: b"), 400, "bad_request"),
        closes("big headers", get("/", "X: " + "a".repeat(17_000)), 431, "headers_too_large"),
        closes("many headers", get("/", "X: y\r\n".repeat(120) + "X: y"), 431, "headers_too_large"),
        closes(
            "headers without end",
            "GET / HTTP/1.1\r\nX: " + "a".repeat(30_000),
            431,
            "headers_too_large"));
  }

  private static final String FIVE = "Content-Length: 5";

  static Stream<Case> bodies() {
    return Stream.of(framing(), chunks(), contents()).flatMap(cases -> cases);
  }

  private static Stream<Case> framing() {
    return Stream.of(
        closes(
            "length and chunks",
            post("/echo", "0\r\n\r\n", FIVE, "Transfer-Encoding: chunked"),
            400,
            "bad_request"),
        closes(
            "two lengths", post("/echo", "hello", FIVE, "Content-Length: 6"), 400, "bad_request"),
        closes("equal lengths", post("/echo", "hello", FIVE, FIVE), 400, "bad_request"),
        closes(
            "a list of lengths",
            post("/echo", "hello", "Content-Length: 5, 5"),
            400,
            "bad_request"),
        closes("a negative length", post("/echo", "", "Content-Length: -1"), 400, "bad_request"),
        closes("a signed length", post("/echo", "hello", "Content-Length: +5"), 400, "bad_request"),
        closes(
            "an endless length",
            post("/echo", "", "Content-Length: " + "9".repeat(30)),
            400,
            "bad_request"),
        closes(
            "gzip as transfer", post("/echo", "", "Transfer-Encoding: gzip"), 400, "bad_request"),
        closes(
            "gzip and chunks",
            post("/echo", "", "Transfer-Encoding: gzip, chunked"),
            400,
            "bad_request"),
        closes(
            "chunked twice",
            post("/echo", "", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
            400,
            "bad_request"),
        closes(
            "chunks in 1.0",
            "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
            "bad_request"));
  }

  private static Stream<Case> chunks() {
    return Stream.of(
        closes("a chunk without a size", chunked("x\r\n"), 400, "bad_request"),
        closes("a chunk of negative size", chunked("-1\r\n"), 400, "bad_request"),
        closes("a chunk size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400, "bad_request"),
        closes("a chunk longer than said", chunked("2\r\nhello\r\n0\r\n\r\n"), 400, "bad_request"),
        closes("a bare LF after a size", chunked("5\nhello\r\n0\r\n\r\n"), 400, "bad_request"),
        closes("chunk extensions", chunked("5;x=y\r\nhello\r\n0\r\n\r\n"), 400, "bad_request"),
        closes("endless extensions", chunked("5;" + "x".repeat(300_000)), 413, "message_too_large"),
        closes("a huge chunk", chunked("fffffff\r\n"), 413, "message_too_large"),
        closes("an impossible chunk", chunked("ffffffffffffffff\r\n"), 400, "bad_request"));
  }

  private static Stream<Case> contents() {
    return Stream.of(
        closes(
            "announced too large",
            post("/small", "", "Content-Length: 1001"),
            413,
            "message_too_large"),
        closes(
            "over the ceiling",
            post("/echo", "", "Content-Length: 200001"),
            413,
            "message_too_large"),
        closes(
            "grown too large",
            chunked("c350\r\n" + "x".repeat(50_000) + "\r\n", 5),
            413,
            "message_too_large"),
        stays(
            "packed",
            post("/echo", "hello", FIVE, "Content-Encoding: gzip"),
            415,
            "unsupported_encoding"),
        closes(
            "packed and much",
            post("/echo", "", "Content-Length: 99999", "Content-Encoding: br"),
            415,
            "unsupported_encoding"),
        stays("no media type", post("/json", "hello", FIVE), 415, "unsupported_media_type"),
        stays(
            "another media type",
            post("/json", "hello", FIVE, "Content-Type: text/plain"),
            415,
            "unsupported_media_type"),
        stays(
            "another charset",
            post("/json", "hello", FIVE, "Content-Type: application/json; charset=utf-16"),
            415,
            "unsupported_media_type"),
        closes(
            "another expectation",
            post("/echo", "", "Content-Length: 50", "Expect: tea"),
            417,
            "expectation_failed"));
  }

  private static String chunked(String body) {
    return chunked(body, 1);
  }

  private static String chunked(String body, int times) {
    return post("/echo", body.repeat(times), "Transfer-Encoding: chunked");
  }

  @ParameterizedTest
  @MethodSource({"routing", "requestLines", "headers", "bodies"})
  @Tag("MSG-15")
  void everyRefusalIsTheErrorObject(Case one) throws IOException {
    try (RawClient client = site.client()) {
      client.send(one.request());
      RawClient.Reply reply = client.reply();
      assertThat(reply.status()).isEqualTo(one.status());
      assertThat(reply.header("Content-Type")).contains("application/json");
      assertThat(reply.json().string("error")).contains(one.error());
      assertThat(reply.json().string("message")).isPresent();
      assertThat(reply.json().get("status_code"))
          .hasToString("JsonNumber[digits=" + one.status() + "]");
      if (one.closes()) {
        assertThat(reply.header("Connection")).contains("close");
        assertThat(client.sendEnd().ended()).isTrue();
      } else {
        assertThat(client.send(get("/")).reply().status()).isEqualTo(200);
      }
    }
    try (RawClient next = site.client()) {
      assertThat(next.send(get("/")).reply().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @MethodSource("routing")
  void nothingInternalIsTold(Case one) throws IOException {
    try (RawClient client = site.client()) {
      String told = client.send(one.request()).reply().text();
      assertThat(told).doesNotContain("secret").doesNotContain("Exception").doesNotContain("java");
      if (one.status() == 500) {
        String id = told.replaceAll(".*under ([0-9a-f]{8}).*", "$1");
        assertThat(site.log.faults).anyMatch(line -> line.startsWith(id + " GET "));
      }
    }
  }
}
