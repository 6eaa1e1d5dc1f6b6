package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.SessionSettings.Notify;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a person is told of a session. */
final class AttentionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private static Activity.Reading at(Activity.State state, int second) {
    return new Activity.Reading(state, new Activity.Evidence("x", NOW.plusSeconds(second)));
  }

  private static Instant second(int second) {
    return NOW.plusSeconds(second);
  }

  @Test
  @Tag("SES-15")
  void whatNeedsAPersonIsToldOnceAndNotTooOften() {
    Attention attention = new Attention(Notify.ATTENTION, Duration.ofSeconds(30));
    assertThat(attention.when(NOW)).isEmpty();
    attention.changed(at(Activity.State.ATTENTION, 0), false);
    assertThat(attention.due(second(0))).contains(at(Activity.State.ATTENTION, 0));
    assertThat(attention.due(second(1))).as("once").isEmpty();
    attention.changed(at(Activity.State.ATTENTION, 5), false);
    assertThat(attention.when(second(5))).contains(second(30));
    assertThat(attention.due(second(5))).as("too soon").isEmpty();
    assertThat(attention.due(second(30))).as("not lost").contains(at(Activity.State.ATTENTION, 5));
  }

  @Test
  @Tag("SES-15")
  void whatIsOverOrSeenIsNotTold() {
    Attention attention = new Attention(Notify.ATTENTION, Duration.ofSeconds(30));
    attention.changed(at(Activity.State.ATTENTION, 0), true);
    assertThat(attention.due(second(0))).as("it is looked at").isEmpty();
    attention.changed(at(Activity.State.ATTENTION, 1), false);
    attention.changed(at(Activity.State.WORKING, 2), false);
    assertThat(attention.due(second(3))).as("it goes on").isEmpty();
    attention.changed(at(Activity.State.WAITING, 4), false);
    assertThat(attention.due(second(4))).as("not wanted").isEmpty();
  }

  @Test
  @Tag("SES-15")
  void whatIsSaidAgainIsNotToldAgain() {
    Activity.Reading asks = at(Activity.State.ATTENTION, 0);
    Attention attention = new Attention(Notify.ATTENTION, Duration.ofSeconds(30));
    attention.changed(asks, false);
    assertThat(attention.due(second(0))).contains(asks);
    attention.changed(asks, false);
    assertThat(attention.due(second(60))).as("it was told").isEmpty();
    Attention seen = new Attention(Notify.ATTENTION, Duration.ofSeconds(30));
    seen.changed(asks, true);
    seen.changed(asks, false);
    assertThat(seen.due(second(60))).as("it was seen").isEmpty();
    Attention owed = new Attention(Notify.WAITING, Duration.ofSeconds(30));
    owed.changed(at(Activity.State.WORKING, 0), false);
    owed.changed(at(Activity.State.WAITING, 1), false);
    owed.changed(at(Activity.State.WAITING, 1), false);
    assertThat(owed.due(second(60))).as("still owed").contains(at(Activity.State.WAITING, 1));
    owed.changed(at(Activity.State.WAITING, 1), true);
    assertThat(owed.due(second(90))).isEmpty();
  }

  @Test
  @Tag("SES-15")
  void whoWaitsAfterWorkIsToldWhereThatIsWanted() {
    Attention attention = new Attention(Notify.WAITING, Duration.ofSeconds(1));
    attention.changed(at(Activity.State.WAITING, 0), false);
    assertThat(attention.due(second(0))).as("it has done nothing").isEmpty();
    attention.changed(at(Activity.State.WORKING, 1), false);
    attention.changed(at(Activity.State.WAITING, 2), false);
    assertThat(attention.due(second(2))).contains(at(Activity.State.WAITING, 2));
    attention.changed(at(Activity.State.WAITING, 3), false);
    assertThat(attention.due(second(4))).as("of the same work").isEmpty();
    Attention silent = new Attention(Notify.NONE, Duration.ofSeconds(1));
    silent.changed(at(Activity.State.ATTENTION, 0), false);
    assertThat(silent.due(second(9))).isEmpty();
  }
}
