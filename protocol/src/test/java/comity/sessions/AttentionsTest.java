package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.SessionSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SES-15")
final class AttentionsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final SessionSettings SETTINGS = settings(Duration.ofSeconds(30));

  private final TreeMap<Instant, Consumer<Instant>> later = new TreeMap<>();
  private final Attentions attentions = new Attentions(later::put);
  private final List<String> told = new ArrayList<>();

  private static SessionSettings settings(Duration every) {
    return new SessionSettings(
        SessionSettings.Notify.ATTENTION, every, Optional.empty(), Duration.ofDays(1));
  }

  private void needs(String session, String why, SessionSettings settings, Instant now) {
    attentions.changed(
        session,
        new Activity.Reading(Activity.State.ATTENTION, new Activity.Evidence(why, now)),
        false,
        settings,
        now,
        reading -> told.add(session + " " + reading.evidence().signal()));
  }

  private void pass() {
    var first = later.pollFirstEntry();
    first.getValue().accept(first.getKey());
  }

  @Test
  void whatComesTooSoonIsToldOnceAndAsItIsThen() {
    needs("a", "bell", SETTINGS, NOW);
    needs("b", "bell", SETTINGS, NOW);
    assertThat(told).containsExactly("a bell", "b bell");
    needs("a", "OSC 9", SETTINGS, NOW.plusSeconds(5));
    needs("a", "hook", SETTINGS, NOW.plusSeconds(6));
    assertThat(later).as("one time for each").containsOnlyKeys(NOW.plusSeconds(30));
    pass();
    assertThat(told).containsExactly("a bell", "b bell", "a hook");
    assertThat(later).isEmpty();
  }

  @Test
  void ofOneThatIsGoneNothingIsTold() {
    needs("a", "bell", SETTINGS, NOW);
    needs("a", "OSC 9", SETTINGS, NOW.plusSeconds(5));
    attentions.gone("a");
    pass();
    assertThat(told).containsExactly("a bell");
  }

  @Test
  void otherSettingsCountFromTheNextChange() {
    needs("a", "bell", SETTINGS, NOW);
    needs("a", "OSC 9", settings(Duration.ofSeconds(1)), NOW.plusSeconds(5));
    assertThat(told).containsExactly("a bell", "a OSC 9");
  }
}
