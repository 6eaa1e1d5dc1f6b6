package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  private static final String BEGIN = "\u001b[200~";
  private static final String END = "\u001b[201~";

  /** Where it is found, however what comes is cut into two. */
  private static void isFoundAt(String text, int expected) {
    for (int cut = 0; cut <= text.length(); cut++) {
      DetachKeys keys = new DetachKeys('\\');
      String first = text.substring(0, cut);
      int at = keys.find(bytes(first), cut);
      if (at < 0) {
        // As the viewer does: what may be its beginning is kept until the rest is there.
        int handedOn = cut - keys.begun(bytes(first), cut);
        keys.handedOn(bytes(first), handedOn);
        String rest = text.substring(handedOn);
        at = keys.find(bytes(rest), rest.length());
        at = at < 0 ? at : at + handedOn;
      }
      assertThat(at).as("cut at %d", cut).isEqualTo(expected);
    }
  }

  @Test
  void whatIsPastedIsNoKey() {
    isFoundAt(BEGIN + "a\u001cb\u001b[92;5uc" + END + "d", -1);
    isFoundAt(BEGIN + "a\u001cb" + END + "\u001c", 15);
    isFoundAt(
        "x" + BEGIN + END + BEGIN + "\u001c\u001b[2\u001b[200~\u001c" + END + "\u001b[92;5u", 36);
    isFoundAt("\u001b\u001b[200~\u001c" + END, -1);
    isFoundAt("\u001b[20~\u001c", 5);
    isFoundAt(END + "\u001c", 6);
  }

  @Test
  void aPasteWithoutAnEndKeepsNobody() {
    DetachKeys keys = new DetachKeys('\\');
    keys.handedOn(bytes(BEGIN + "cut off"), BEGIN.length() + 7);
    assertThat(keys.find(bytes("\u001c"), 1)).isEqualTo(-1);
    keys.paused();
    assertThat(keys.find(bytes("\u001c"), 1)).isZero();
  }

  @Test
  void whatComesAfterAPauseGoesOnWithNoPaste() {
    DetachKeys keys = new DetachKeys('\\');
    String cut = BEGIN.substring(0, BEGIN.length() - 1);
    keys.handedOn(bytes(cut), cut.length());
    keys.paused();
    keys.handedOn(bytes("~"), 1);
    assertThat(keys.find(bytes("\u001c"), 1)).isZero();
    // An end that was cut off is no beginning either.
    cut = END.substring(0, END.length() - 1);
    keys.handedOn(bytes(BEGIN + cut), BEGIN.length() + cut.length());
    keys.paused();
    keys.handedOn(bytes("~"), 1);
    assertThat(keys.find(bytes("\u001c"), 1)).isZero();
  }
}
