package comity.control;

import static org.assertj.core.api.Assertions.assertThat;

import comity.messages.AgentPattern;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ConfigurationTest {
  @Test
  @Tag("MSG-6")
  void withoutAFileThereIsOneAgentThatNeedsNoKey() {
    Configuration standard = Configuration.standard();
    assertThat(standard.agents()).hasSize(1);
    AgentSettings echo = standard.defaultAgent();
    assertThat(echo.id()).isEqualTo("echo");
    assertThat(echo.runner()).isEqualTo(new Runner.Echo());
    assertThat(echo.access()).isEqualTo(new Access(true, false, List.of(AgentPattern.ANYONE)));
    assertThat(echo.onInterrupt()).isEqualTo(OnInterrupt.RETRY);
    assertThat(echo.maxMessageSize()).isEqualTo(10_485_760);
    assertThat(standard.hub().authorities(7421))
        .containsExactly("127.0.0.1:7421", "localhost:7421", "[::1]:7421");
    assertThat(standard.hub().retention()).isEqualTo(Retention.FOR_EVER);
    assertThat(standard.rateLimits().loopback()).isEmpty();
    assertThat(standard.outbox().giveUpAfter()).isEqualTo(Duration.ofDays(3));
  }

  @Test
  void anAgentTakesNoMoreThanTheHub() {
    ConfigCheck check =
        Configuration.check(table(Map.of("hub", table(Map.of("max_body", text("1MiB"))))));
    assertThat(check).isInstanceOf(ConfigCheck.Checked.class);
    Configuration configuration = ((ConfigCheck.Checked) check).configuration();
    assertThat(configuration.defaultAgent().maxMessageSize()).isEqualTo(1 << 20);
  }

  @Test
  void secretsAreNotShown() {
    assertThat(new Secret("sesame").toString()).doesNotContain("sesame");
  }

  @Test
  void everyKeyIsInTheExampleAndTheReference() {
    for (Section<?> section : Schema.SECTIONS) {
      for (Key<?> key : section.keys()) {
        assertThat(Example.TOML).containsPattern("(?m)[{,. ]?" + key.name() + "( =|\\])");
        assertThat(Configuration.reference()).contains("| `" + key.name() + "` |");
      }
    }
  }

  private static ConfigValue.Text text(String value) {
    return new ConfigValue.Text(value, 1, 1);
  }

  private static ConfigValue.Table table(Map<String, ConfigValue> members) {
    SequencedMap<String, ConfigValue> ordered = new LinkedHashMap<>(members);
    return new ConfigValue.Table(ordered, 1, 1);
  }
}
