package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentPatternTest {
  private static final long SEED = 7_420;

  @ParameterizedTest
  @Tag("MSG-23")
  @CsvSource({
    "agent://trusted.com/*, agent://trusted.com/a, true",
    "agent://trusted.com/*, agent://Trusted.COM/a/b, true",
    "agent://trusted.com/*, agent://trusted.com.evil.org/a, false",
    "agent://trusted.com/*, agent://trusted.com:80/a, false",
    "agent://trusted.com/*, agent://sub.trusted.com/a, false",
    "agent://trusted.com/a*, agent://trusted.com/b, false",
    "agent://trusted.com/a*b, agent://trusted.com/a/x/b, true",
    "agent://trusted.com/a*a, agent://trusted.com/a, false",
    "agent://trusted.com/*a*, agent://trusted.com/bab, true",
    "agent://trusted.com/a, agent://trusted.com/ab, false",
    "agent://trusted.com/%61*, agent://trusted.com/ab, true",
    "agent://trusted.com/%2A, agent://trusted.com/a, false",
    "agent://trusted.com/%2A, agent://trusted.com/*, true",
    "*, agent://anyone.org/a, true",
  })
  void covers(String pattern, String uri, boolean covered) {
    assertThat(AgentPattern.of(pattern).covers(AgentUri.of(uri))).isEqualTo(covered);
  }

  @ParameterizedTest
  @Tag("MSG-23")
  @ValueSource(
      strings = {
        "",
        "agent://*",
        "agent://*/x",
        "agent://a.*/x",
        "agent://*.com/*",
        "trusted.com/*",
        "**",
        "agent://a.example",
        "agent://a.example/",
        "agent://a.example/*/../x",
        "agent://a.example/*****",
        "http://a.example/*",
        "agent://a.example/%zz*"
      })
  void refuses(String text) {
    assertThat(AgentPattern.read(text)).isInstanceOf(AgentPattern.Reading.Malformed.class);
  }

  @Test
  @Tag("MSG-23")
  void neverCrossesAnAuthority() {
    List<String> hosts =
        List.of("a.com", "a.com.evil.org", "xa.com", "a.com:80", "a.co", "[::1]", "127.0.0.1");
    Random random = new Random(SEED);
    for (int round = 0; round < 50_000; round++) {
      String host = hosts.get(random.nextInt(hosts.size()));
      String other = hosts.get(random.nextInt(hosts.size()));
      String glob = text(random, "ab*/");
      String id = text(random, "ab/");
      if (!(AgentPattern.read("agent://" + host + "/" + glob)
              instanceof AgentPattern.Reading.Read(AgentPattern pattern))
          || !(AgentUri.read("agent://" + other + "/" + id)
              instanceof AgentUri.Reading.Read(AgentUri uri))) {
        continue;
      }
      String regex = Pattern.quote(glob).replace("*", "\\E.*\\Q");
      boolean expected = host.equals(other) && id.matches(regex);
      assertThat(pattern.covers(uri)).as("seed %d: %s %s", SEED, pattern, uri).isEqualTo(expected);
      if (expected) {
        assertThat(pattern.overlaps(AgentPattern.of(uri.toString()))).isTrue();
      }
    }
  }

  @Test
  void overlaps() {
    assertThat(AgentPattern.of("agent://a.com/x*").overlaps(AgentPattern.of("agent://a.com/*y")))
        .isTrue();
    assertThat(AgentPattern.of("agent://a.com/x*").overlaps(AgentPattern.of("agent://a.com/y*")))
        .isFalse();
    assertThat(AgentPattern.of("agent://a.com/*").overlaps(AgentPattern.of("agent://b.com/*")))
        .isFalse();
    assertThat(AgentPattern.of("agent://a.com/*").overlaps(AgentPattern.ANYONE)).isTrue();
  }

  private static String text(Random random, String letters) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(6); n >= 0; n--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
