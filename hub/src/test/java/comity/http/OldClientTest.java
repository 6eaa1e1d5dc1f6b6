package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OldClientTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String rewritten(String text) {
    assertThat(OldClient.speaks(bytes(text))).isTrue();
    return new String(OldClient.rewrite(bytes(text)).bytes(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void anOldHeadSaysTheSameInTheNewWay() {
    assertThat(rewritten("POST /x HTTP/1.0\r\nHost: a\r\nX: y\r\n\r\nbody"))
        .isEqualTo("POST /x HTTP/1.1\r\nConnection: close\r\nHost: a\r\nX: y\r\n\r\nbody");
    assertThat(rewritten("GET / HTTP/1.0\r\n\r\n"))
        .isEqualTo("GET / HTTP/1.1\r\nConnection: close\r\nHost: none.invalid\r\n\r\n");
  }

  @Test
  void nobodyWaitsForAnInterimAnswer() {
    String body = "Expect: in the body\r\n";
    String head = "POST / HTTP/1.0\r\nHost: a\r\nexpect: 100-continue\r\nX: y\r\n\r\n";
    assertThat(rewritten(head + body))
        .isEqualTo("POST / HTTP/1.1\r\nConnection: close\r\nHost: a\r\nX: y\r\n\r\n" + body);
  }

  @ParameterizedTest
  @CsvSource({
    "'Host: a', false",
    "'hOST:a', false",
    "'X: y|Host: a', false",
    "'X-Host: a', true",
    "'X: Host: a', true",
    "'', true"
  })
  void aHostIsPutInOnlyWhereThereIsNone(String headers, boolean hostless) {
    String lines = headers.isEmpty() ? "" : headers.replace("|", "\r\n") + "\r\n";
    byte[] head = bytes("GET / HTTP/1.0\r\n" + lines + "\r\nHost: in the body");
    assertThat(OldClient.rewrite(head).hostless()).isEqualTo(hostless);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.0\n\n",
        "GET / HTTP/1.00\r\n\r\n",
        "GET /HTTP/1.0\r\n\r\n",
        "\r\nGET / HTTP/1.0\r\n\r\n",
        "HTTP/1.0\r\n",
        "GET / HTTP/1.0",
        "\n",
        ""
      })
  void othersAreNot(String text) {
    assertThat(OldClient.speaks(bytes(text))).isFalse();
  }
}
