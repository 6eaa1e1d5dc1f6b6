package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals skip DEL within a sequence and after ESC. */
@Tag("SES-13")
final class DelTest {
  private static List<String> signals(byte[] bytes, int cut) {
    List<String> told = new ArrayList<>();
    Parser parser = new Parser(new Signals(signal -> told.add(signal.toString())));
    parser.take(bytes, 0, cut);
    parser.take(bytes, cut, bytes.length);
    return told;
  }

  @ParameterizedTest
  @CsvSource({
    "'\u001b[\u007f6\u007fn', '\u001b[6n'",
    "'\u001b[\u007f?\u007f6n', '\u001b[?6n'",
    "'\u001b[?2026\u007f$\u007fp', '\u001b[?2026$p'",
    "'\u001b\u007f]0;yes\u0007', '\u001b]0;yes\u0007'",
    "'\u001b\u007f[6n', '\u001b[6n'",
    "'\u001b(\u007fc\u0007', '\u001b(c\u0007'",
    "'\u001b\u007fc', '\u001bc'",
    "'\u001b]0;no\u001b\u007f[c', '\u001b[c'",
  })
  void saysTheSameAsWithoutIt(String with, String without) {
    byte[] bytes = with.getBytes(StandardCharsets.UTF_8);
    List<String> wanted = signals(without.getBytes(StandardCharsets.UTF_8), 0);
    assertThat(wanted).isNotEmpty();
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertThat(signals(bytes, cut)).as("cut at %d", cut).isEqualTo(wanted);
    }
  }
}
