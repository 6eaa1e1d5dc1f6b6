package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key that leaves a session, among others. */
@Tag("SES-10")
final class DetachKeysTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({
    "'ab\u001cc', 2",
    "'a\u001b[92;5ub', 1",
    "'\u001b[92;5:1u', 0",
    "'\u001b[27;5;92~\u001c', 0",
    "'\u001b[92;5:3u', -1",
    "'\\', -1",
  })
  void isFoundInEachOfItsForms(String typed, int at) {
    assertThat(new DetachKeys('\\').find(bytes(typed), typed.length())).isEqualTo(at);
  }

  @ParameterizedTest
  @CsvSource({
    "'a', 0",
    "'a\u001b', 1",
    "'a\u001b[9', 3",
    "'\u001b[92;5', 6",
    "'\u001b[92;5:', 7",
    "'\u001b[27;5;92', 9",
    "'\u001b[2', 3",
    "'\u001b[3', 0",
    "'\u001b[A', 0",
    "'\u001b[92;5u', 0",
    "'\u001b[9\u001b', 1",
  })
  void whatMayBeItsBeginningIsWaitedWith(String typed, int held) {
    assertThat(new DetachKeys('\\').begun(bytes(typed), typed.length())).isEqualTo(held);
  }
}
