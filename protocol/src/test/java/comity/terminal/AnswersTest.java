package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("SES-24")
final class AnswersTest {
  private static final Answers ANSWERS = new Answers("Comity 1.0");

  /** What is answered while a program writes this. */
  private static String answered(String text) {
    Screen screen = new Screen(20, 6);
    StringBuilder answers = new StringBuilder();
    Signals signals =
        new Signals(signal -> {
          if (signal instanceof Signal.Asked(Query query)) {
            answers.append(new String(ANSWERS.to(query, screen), StandardCharsets.US_ASCII));
          }
        });
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    new Parser(new Both(screen, signals)).take(bytes, 0, bytes.length);
    return answers.toString().replace("\033", "^").replace("\007", "!");
  }

  static Stream<Arguments> asked() {
    return Stream.of(
        Arguments.of("\033[c", "^[?62;22c"),
        Arguments.of("\033[0c", "^[?62;22c"),
        Arguments.of("\033Z", "^[?62;22c"),
        Arguments.of("\033[>c", "^[>1;10;0c"),
        Arguments.of("\033[>q", "^P>|Comity 1.0^\\"),
        Arguments.of("\033[5n", "^[0n"),
        Arguments.of("\033[6n", "^[1;1R"),
        Arguments.of("\r\nab\033[6n", "^[2;3R"),
        Arguments.of("\r\nab\033[?6n", "^[?2;3R"),
        Arguments.of("abcdefghijklmnopqrst\033[6n", "^[1;20R"),
        Arguments.of("\033[3;5r\033[?6h\033[2;4H\033[6n", "^[2;4R"),
        Arguments.of("\033[?u", "^[?0u"),
        Arguments.of("\033[>5u\033[?u", "^[?5u"),
        Arguments.of("\033[>5u\033[<u\033[?u", "^[?0u"),
        Arguments.of("\033[>5u\033[?1049h\033[?u", "^[?0u"),
        Arguments.of("\033[?2026$p", "^[?2026;2$y"),
        Arguments.of("\033[?2026h\033[?2026$p", "^[?2026;1$y"),
        Arguments.of("\033[?25$p\033[?7$p", "^[?25;1$y^[?7;1$y"),
        Arguments.of("\033[?1049h\033[?1049$p", "^[?1049;1$y"),
        Arguments.of("\033[?1003h\033[?1003$p\033[?1000$p", "^[?1003;1$y^[?1000;2$y"),
        Arguments.of("\033[?8$p\033[?1048$p\033[?67$p", "^[?8;3$y^[?1048;3$y^[?67;4$y"),
        Arguments.of("\033[?2027$p\033[?31337$p", "^[?2027;0$y^[?31337;0$y"),
        Arguments.of("\033[4h\033[4$p\033[20$p", "^[4;1$y^[20;2$y"),
        Arguments.of("\033[12$p\033[2$p\033[99$p", "^[12;3$y^[2;4$y^[99;0$y"),
        Arguments.of("\033]10;?\033\\", "^]10;rgb:d8d8/d8d8/d8d8^\\"),
        Arguments.of("\033]11;?\007", "^]11;rgb:1818/1818/1818!"),
        Arguments.of("\033]12;?\033\\", "^]12;rgb:d8d8/d8d8/d8d8^\\"),
        Arguments.of("\033]4;1;?\033\\", "^]4;1;rgb:cdcd/0000/0000^\\"),
        Arguments.of("\033]4;15;?\033\\", "^]4;15;rgb:ffff/ffff/ffff^\\"),
        Arguments.of("\033]4;0;?;16;?\007", "^]4;0;rgb:0000/0000/0000!^]4;16;rgb:0000/0000/0000!"),
        Arguments.of("\033]4;196;?\033\\", "^]4;196;rgb:ffff/0000/0000^\\"),
        Arguments.of("\033]4;67;?\033\\", "^]4;67;rgb:5f5f/8787/afaf^\\"),
        Arguments.of("\033]4;232;?\033\\", "^]4;232;rgb:0808/0808/0808^\\"),
        Arguments.of("\033]4;255;?\033\\", "^]4;255;rgb:eeee/eeee/eeee^\\"),
        Arguments.of(
            "\033]99;i=a1:p=?;\033\\",
            "^]99;i=a1:p=?;p=title,body,?,close:o=always,unfocused,invisible:u=0,1,2^\\"),
        Arguments.of(
            "\033]99;p=?;\033\\",
            "^]99;p=?;p=title,body,?,close:o=always,unfocused,invisible:u=0,1,2^\\"),
        Arguments.of("\033]1337;Capabilities\007", "^]1337;Capabilities=T3MSc7UBFGsGoSyHNo^\\"),
        Arguments.of("\033]7501;?\033\\", "^]7501;?^\\"),
        // A clipboard is not read out.
        Arguments.of("\033]52;c;?\033\\", ""),
        // Sized text (OSC 66) does not move the cursor: it can't be done here.
        Arguments.of("\033[6n\033]66;w=2; \007\033[6n", "^[1;1R^[1;1R"),
        // In the order asked, and each once, as an agent asks at its start.
        Arguments.of(
            "\033[?u\033]11;?\007\033[c\033[?2026$p",
            "^[?0u^]11;rgb:1818/1818/1818!^[?62;22c^[?2026;2$y"));
  }

  @ParameterizedTest
  @MethodSource("asked")
  void answers(String asked, String answer) {
    assertThat(answered(asked)).isEqualTo(answer);
  }

  @Test
  void nothingOfAQuestionComesBackThatCouldBeTyped() {
    assertThat(answered("\033]99;i=rm -rf ~$(x):p=?;\033\\")).startsWith("^]99;i=rm-rfx:p=?;");
    assertThat(answered("\033]99;i=" + "x".repeat(500) + ":p=?;\033\\")).hasSizeLessThan(200);
  }

  @Test
  void aNameHasNoControls() {
    assertThatThrownBy(() -> new Answers("a\033b")).isInstanceOf(IllegalArgumentException.class);
  }
}
