package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
  private static final int CASES = 2_000;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Lines lines) {
    return new String(lines.bytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "a",
        "a\n",
        "a\r\nb",
        "a\rb\r",
        "\r\n\r\n",
        "\uFEFFa\n",
        "\uFEFF",
        "a\n\r\nb\u2028c\u0000d"
      })
  void whatWasReadIsWrittenBack(String text) {
    assertThat(Lines.of(utf8(text)).bytes()).isEqualTo(utf8(text));
  }

  @Test
  void anyBytesComeBack() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] odd = {'\n', '\r', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 'a', (byte) 0xFF, 0, ' '};
    for (int i = 0; i < CASES; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int length = random.nextInt(40); length > 0; length--) {
        bytes.write(odd[random.nextInt(odd.length)]);
      }
      assertThat(Lines.of(bytes.toByteArray()).bytes())
          .as("seed " + seed)
          .isEqualTo(bytes.toByteArray());
    }
  }

  @Test
  void aChangeInALineLeavesEveryOtherByte() {
    byte[] bytes = {(byte) 0xFF, 'x', '1', ' ', (byte) 0xC0, '\r', '\n', 'y'};
    byte[] changed = {(byte) 0xFF, 'x', '2', '2', ' ', (byte) 0xC0, '\r', '\n', 'y'};
    assertThat(Lines.of(bytes).with(0, "1", "22").bytes()).isEqualTo(changed);
    assertThatThrownBy(() -> Lines.of(bytes).with(1, "1", "2"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void newLinesEndAsTheOthersDo() {
    Lines windows = Lines.of(utf8("a\r\nb\r\nc\n"));
    assertThat(text(windows.insert(1, List.of("x", "y")))).isEqualTo("a\r\nx\r\ny\r\nb\r\nc\n");
    assertThat(text(windows.insert(3, List.of("x")))).isEqualTo("a\r\nb\r\nc\nx\r\n");
    assertThat(text(Lines.of(utf8("")).insert(0, List.of("x")))).isEqualTo("x\n");
  }

  @Test
  void aFileThatEndsWithoutALineEndStillDoes() {
    assertThat(text(Lines.of(utf8("a\nb")).insert(2, List.of("x", "y")))).isEqualTo("a\nb\nx\ny");
    assertThat(text(Lines.of(utf8("a\nb")).insert(0, List.of("x")))).isEqualTo("x\na\nb");
  }

  @Test
  void oneLineIsNeverTwo() {
    for (String text : List.of("a\nb", "a\r", "\r\n")) {
      assertThatThrownBy(() -> Lines.of(utf8("a\n")).with(0, text))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Lines.of(utf8("a\n")).insert(0, List.of(text)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
