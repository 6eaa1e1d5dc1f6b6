package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonBoolean;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who counts as this machine, and which names and pages as this hub's own. */
class OriginTest {
  private static Site site;

  @BeforeAll
  static void start() throws IOException {
    site = new Site();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static RawClient.Reply ask(String path, String host, String more) throws IOException {
    try (RawClient client = site.client()) {
      String lines = more.isEmpty() ? "" : more + "\r\n";
      return client
          .send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + lines + "\r\n")
          .reply();
    }
  }

  private static boolean loopback(String host, String more) throws IOException {
    return ask("/loopback", host, more).json().get("loopback") instanceof JsonBoolean(boolean yes)
        && yes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:7420",
        "127.0.0.1",
        "127.9.9.9:1",
        "[::1]",
        "[0:0::1]:7420"
      })
  void loopbackNamesAreLoopback(String host) throws IOException {
    assertThat(loopback(host, "")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.1",
        "0127.0.0.1",
        "2130706433",
        "0x7f.0.0.1",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[fe80::1]",
        "localhost."
      })
  void otherNamesAreNot(String host) throws IOException {
    assertThat(loopback(host, "")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded: for=1.2.3.4",
        "X-Forwarded-For: 1.2.3.4",
        "x-forwarded-host: a",
        "X-FORWARDED-PROTO: https",
        "Via: 1.1 proxy"
      })
  void behindAProxyNobodyIsLoopback(String header) throws IOException {
    assertThat(loopback("localhost", header)).isFalse();
  }

  @Test
  void withoutAHostNobodyIsLoopback() throws IOException {
    try (RawClient client = site.client()) {
      assertThat(client.send("GET /loopback HTTP/1.0\r\n\r\n").reply().json().get("loopback"))
          .isEqualTo(new JsonBoolean(false));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:7420", "127.0.0.1", "[::1]:7420", "hub.example", "HUB.example:1"})
  void ownNamesAreServed(String host) throws IOException {
    assertThat(ask("/own", host, "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "hub.example.evil.org", "192.168.1.1", "127.1"})
  void foreignNamesAreForbidden(String host) throws IOException {
    RawClient.Reply reply = ask("/own", host, "");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.json().string("error")).contains("forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:7420", "HTTP://LOCALHOST:7420", "https://hub.example"})
  void ownPagesAreServed(String origin) throws IOException {
    assertThat(ask("/own", "localhost:7420", "Origin: " + origin).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "http://evil.example",
        "http://localhost",
        "http://localhost:7421",
        "http://127.0.0.1:7420",
        "http://localhost:7420.evil.example",
        "http://localhost:7420@evil.example",
        "file://",
        "localhost:7420"
      })
  void foreignPagesAreForbidden(String origin) throws IOException {
    assertThat(ask("/own", "localhost:7420", "Origin: " + origin).status()).isEqualTo(403);
  }
}
