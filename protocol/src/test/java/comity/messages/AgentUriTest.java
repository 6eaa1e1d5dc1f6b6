package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentUriTest {
  private static final long SEED = 20_261_130;

  @ParameterizedTest
  @Tag("MSG-5")
  @CsvSource({
    "agent://A.Example/x, agent://a.example/x",
    "AGENT://a.example/x, agent://a.example/x",
    "agent://a.example:7420/x, agent://a.example:7420/x",
    "agent://127.0.0.1:1/x/y, agent://127.0.0.1:1/x/y",
    "agent://[0:0::1]:65535/x, agent://[::1]:65535/x",
    "agent://[2001:DB8::0:1]/x, agent://[2001:db8::1]/x",
    "agent://[1:0:0:2:0:0:0:3]/x, agent://[1:0:0:2::3]/x",
    "agent://[::ffff:1.2.3.4]/x, agent://[::ffff:102:304]/x",
    "agent://xn--bcher-kva.example/x, agent://xn--bcher-kva.example/x",
    "agent://a.example/%61%2d%7E, agent://a.example/a-~",
    "agent://a.example/消息, agent://a.example/%E6%B6%88%E6%81%AF",
    "agent://a.example/a%20b, agent://a.example/a%20b",
    "agent://a.example/a%252Fb, agent://a.example/a%252Fb",
    "agent://a.example/..., agent://a.example/...",
  })
  void hasOneSpelling(String text, String canonical) {
    assertThat(AgentUri.of(text)).hasToString(canonical).isEqualTo(AgentUri.of(canonical));
  }

  @Test
  @Tag("MSG-5")
  void pathIsCaseSensitive() {
    assertThat(AgentUri.of("agent://a.example/X")).isNotEqualTo(AgentUri.of("agent://a.example/x"));
  }

  @Test
  void loopbackNames() {
    for (String host :
        List.of("localhost", "127.0.0.1", "127.9.9.9:80", "[::1]:7", "LOCALHOST:1")) {
      assertThat(AgentUri.of("agent://" + host + "/a").isLoopback()).as(host).isTrue();
    }
    for (String host : List.of("localhost.evil.org", "127.evil.org", "a.localhost", "[::2]")) {
      assertThat(AgentUri.of("agent://" + host + "/a").isLoopback()).as(host).isFalse();
    }
  }

  private static final String[] PIECES = {
    "agent://",
    "AGENT://",
    "agent:/",
    "http://",
    "a.example",
    "A.b",
    "127.0.0.1",
    "127.1",
    "[::1]",
    "[::",
    "::1]",
    ":80",
    ":0",
    ":",
    "/",
    "//",
    "x",
    ".",
    "..",
    "%2e",
    "%2F",
    "%",
    "%4",
    "%E6%B6%88",
    "%ff",
    "%00",
    "@",
    "?",
    "#",
    "é",
    "\u200b",
    " ",
    "\\",
    "*",
    "\n",
    "-",
    "_",
    "~",
    "xn--a",
    "1.2.3.4.5"
  };
  private static final String[] STARTS = {
    "", "agent://", "agent://a.example/", "agent://[::1]:7/", "agent://1.2.3.4/x"
  };

  /** Near misses: pieces of good and bad URIs, put together at random. */
  @Test
  @Tag("MSG-5")
  void whatIsReadIsWrittenAndReadAgain() {
    assertThat(readAgain(SEED, 200_000)).isGreaterThan(1_000);
  }

  @Test
  @Tag("long-fuzz")
  void whatIsReadIsWrittenAndReadAgainManyTimes() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("agent URIs: seed %d%n", seed);
    assertThat(readAgain(seed, 20_000_000)).isGreaterThan(100_000);
  }

  /** How many of so many texts were URIs. */
  private static int readAgain(long seed, int rounds) {
    Random random = new Random(seed);
    int read = 0;
    for (int round = 0; round < rounds; round++) {
      StringBuilder text = new StringBuilder(STARTS[random.nextInt(STARTS.length)]);
      for (int n = random.nextInt(4); n >= 0; n--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      if (AgentUri.read(text.toString()) instanceof AgentUri.Reading.Read(AgentUri uri)) {
        read++;
        assertThat(AgentUri.of(uri.toString())).as("seed %d: %s", seed, text).isEqualTo(uri);
        assertThat(uri.agentId().split("/", -1))
            .as("seed %d: %s", seed, text)
            .doesNotContain("", ".", "..");
        assertThat(uri.authority()).doesNotContain("/", "@", "\\", " ", "%");
      }
    }
    return read;
  }
}
