package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a program that was run again counts as going on, and when it ended at once. */
@Tag("SES-18")
final class GoingOnTest {
  private static final Instant BEGAN = Instant.parse("2026-10-05T08:30:00Z");
  private static final Session.Run RUN =
      new Session.Run(1, 1, "boot", BEGAN, BEGAN, OptionalInt.empty());

  @ParameterizedTest
  @CsvSource({
    "0, false, 2000",
    "500, false, 1500",
    "2000, false, 0",
    "60000, false, 0",
    "0, true, 0",
    // The clock was set back.
    "-3600000, false, 2000"
  })
  void itGoesOnOnceAHookWasCalledOrItHasRunForAWhile(long after, boolean hooked, long left) {
    assertThat(Resuming.untilGoesOn(RUN, hooked, BEGAN.plusMillis(after)))
        .isEqualTo(Duration.ofMillis(left));
  }

  @ParameterizedTest
  @CsvSource({"0, true", "20000, true", "20001, false"})
  void oneThatEndsWithinAWhileHasEndedAtOnce(long after, boolean atOnce) {
    assertThat(Resuming.isAtOnce(RUN, BEGAN.plusMillis(after))).isEqualTo(atOnce);
  }
}
