package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeTextTest {
  /** What a terminal acts on has one of these types, whichever character it is. */
  @Test
  void noControlOrFormatCharacterIsShown() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      boolean acts =
          type == Character.CONTROL
              || type == Character.LINE_SEPARATOR
              || type == Character.PARAGRAPH_SEPARATOR
              || type == Character.SURROGATE
              || (type == Character.FORMAT && !isSeen(c));
      if (c != '\n' && c != '\t') {
        boolean shown = SafeText.shown("a" + Character.toString(c) + "b").codePointAt(1) == c;
        assertThat(shown).as("U+%04X", c).isEqualTo(!acts);
      }
    }
  }

  /** The signs before numbers: the format characters that have a shape. */
  private static boolean isSeen(int c) {
    return (c >= 0x600 && c <= 0x605)
        || c == 0x6DD
        || c == 0x70F
        || c == 0x890
        || c == 0x891
        || c == 0x8E2
        || c == 0x110BD
        || c == 0x110CD;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00AD, 0x061C, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C,
        0x202D, 0x202E, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF, 0xFFF9, 0xE0001, 0xE0041
      })
  void whatTurnsOrHidesTextIsTakenOut(int c) {
    assertThat(SafeText.shown("a" + Character.toString(c) + "b")).isEqualTo("ab");
    assertThat(SafeText.shownLine("a" + Character.toString(c) + "\nb")).isEqualTo("a b");
  }

  @Test
  void whatIsSeenStays() {
    String text = "größe 語 שלום سلام \u0601\u0661 e\u0301 👍🏽 \t|\n";
    assertThat(SafeText.shown(text)).isEqualTo(text);
    assertThat(SafeText.shown("half \uD83D a pair")).isEqualTo("half  a pair");
    assertThat(SafeText.shown("\u001b[31mred\u009b0m\r\nnext")).isEqualTo("[31mred0m\nnext");
  }
}
