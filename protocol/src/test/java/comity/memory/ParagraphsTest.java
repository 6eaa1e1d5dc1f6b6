package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("MEM-11")
class ParagraphsTest {
  private static List<String> cut(String text) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int end : Paragraphs.ends(text)) {
      parts.add(text.substring(from, end));
      from = end;
    }
    assertThat(String.join("", parts)).isEqualTo(text.isBlank() ? "" : text);
    return parts;
  }

  @Test
  void aBlankLineEndsOne() {
    assertThat(cut("a\nb\n\nc\n")).containsExactly("a\nb\n\n", "c\n");
    assertThat(cut("a\n\n\n\nb")).containsExactly("a\n\n", "\n\nb");
  }

  @Test
  void anItemOfAListIsOne() {
    assertThat(cut("- a\n  more\n- b\n1. c\n")).containsExactly("- a\n  more\n", "- b\n", "1. c\n");
  }

  @Test
  void aHeadingBelongsToWhatFollows() {
    assertThat(cut("# A\n\ntext\n\n## B\n- x\n- y\n"))
        .containsExactly("# A\n\ntext\n\n", "## B\n- x\n", "- y\n");
  }

  @Test
  void codeIsNotCut() {
    assertThat(cut("a\n\n```\n- x\n\n# y\n```\n\nb\n"))
        .containsExactly("a\n\n", "```\n- x\n\n# y\n```\n\n", "b\n");
    assertThat(cut("~~~~\n- a\n~~~\n\n- b\n")).hasSize(1);
  }

  @Test
  void whatIsBlankHasNone() {
    assertThat(Paragraphs.ends("")).isEmpty();
    assertThat(Paragraphs.ends(" \n\n")).isEmpty();
  }
}
