package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellsTest {
  @ParameterizedTest
  @CsvSource({
    "abc, 3",
    "größe, 5",
    "日本語, 6",
    "한국어, 6",
    "ｆｕｌｌ, 8",
    "שלום, 4",
    "👍, 2",
    "🇩🇪, 2",
    "€, 1",
    "㎏, 2",
  })
  void charactersTakeTheirCells(String text, int width) {
    assertThat(Cells.width(text)).isEqualTo(width);
  }

  @Test
  void marksTakeNoCell() {
    assertThat(Cells.width("e\u0301")).isEqualTo(1);
    assertThat(Cells.padded("e\u0301", 3)).isEqualTo("e\u0301  ");
    assertThat(Cells.padded("語", 3)).isEqualTo("語 ");
  }

  @Test
  void wordsStayWhole() {
    assertThat(Cells.wrapped("one two three", 7)).containsExactly("one two", "three");
    assertThat(Cells.wrapped("one unbreakable two", 5))
        .containsExactly("one", "unbreakable", "two");
    assertThat(Cells.wrapped("unbreakable", 5)).containsExactly("unbreakable");
    assertThat(Cells.wrapped("日本語 日本語", 7)).containsExactly("日本語", "日本語");
    assertThat(Cells.wrapped("", 5)).containsExactly("");
  }

  @Test
  void wordsOfOthersAreCutWhereTheyAreTooLong() {
    assertThat(Cells.folded("abcdefgh ij", 5, 5)).containsExactly("abcde", "fgh", "ij");
    assertThat(Cells.folded("日本語", 5, 5)).containsExactly("日本", "語");
    assertThat(Cells.folded("abc def", 2, 5)).containsExactly("ab", "c def");
    assertThat(Cells.folded("abc", 0, 5)).containsExactly("", "abc");
    assertThat(Cells.folded("a\tb\tc", 20, 20)).containsExactly("a       b       c");
    assertThat(Cells.folded("    code  x", 20, 20)).containsExactly("    code  x");
    assertThat(Cells.folded("   ", 2, 2)).hasSizeLessThan(3);
  }
}
