package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
  /** {@code ^} is ESC, {@code |} a new line. */
  @ParameterizedTest
  @Tag("SES-10")
  @CsvSource({
    "'one|two', 'one|two'",
    "'^[1mbold^[0m ä^]0;title^\\ x', 'bold ä x'",
    "'Welcome^[1Cto^[2Cit', 'Welcome to it'",
    "'a ^[Cb', 'a b'",
    "'^[Hfirst^[2;1Hsecond^[3;5H^[Cthird', 'first|second|third'",
    "'one|^[Htwo', 'one|two'",
  })
  void whatIsMeantForTerminalsIsLeftOutAndWordsStayApart(String printed, String shown) {
    byte[] bytes =
        printed.replace('^', '\u001b').replace('|', '\n').getBytes(StandardCharsets.UTF_8);
    assertThat(PlainText.of(bytes)).isEqualTo(shown.replace('|', '\n'));
  }
}
