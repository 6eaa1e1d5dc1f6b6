package comity.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PassagesTest {
  /** Markdown, and its passages as {@code first-last text}; {@code /} is the end of a line. */
  static Stream<Arguments> cuts() {
    return Stream.of(
        Arguments.of("", List.of()),
        Arguments.of("\n \n\t\n", List.of()),
        Arguments.of("one\ntwo\n\nthree\n", List.of("1-2 one/two", "4-4 three")),
        Arguments.of("one\r\ntwo\r\n\r\nthree", List.of("1-2 one/two", "4-4 three")),
        Arguments.of("\uFEFFone", List.of("1-1 one")),
        Arguments.of("# H\n\none\n## I\ntwo\n", List.of("3-3 one", "5-5 two")),
        Arguments.of("# Lonely\n\n## Full\none\n", List.of("4-4 one")),
        Arguments.of("one\n# Last\n", List.of("1-1 one")),
        Arguments.of("#no heading\n", List.of("1-1 #no heading")),
        Arguments.of("# \n\none\n", List.of("3-3 one")),
        Arguments.of("- a\n- b\n  more\n- c\n", List.of("1-1 - a", "2-3 - b/  more", "4-4 - c")),
        Arguments.of(
            "- a\n  - inner\n1. x\n2) y\n", List.of("1-2 - a/  - inner", "3-3 1. x", "4-4 2) y")),
        Arguments.of("one\n---\ntwo\n***\n", List.of("1-1 one", "3-3 two")),
        Arguments.of("```\na\n\n# b\n- c\n```\nafter\n", List.of("1-7 ```/a//# b/- c/```/after")),
        Arguments.of("~~~\na\n```\n\n~~~\n\nx", List.of("1-5 ~~~/a/```//~~~", "7-7 x")),
        Arguments.of("```\nnever closed\n\nx\n", List.of("1-5 ```/never closed//x")),
        Arguments.of(
            "| a | b |\n|---|---|\n| 1 | 2 |\n", List.of("1-3 | a | b |/|---|---|/| 1 | 2 |")));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aPassageIsAParagraphAnItemOrABlock(String markdown, List<String> passages) {
    assertThat(Passages.of("memory/notes.md", markdown))
        .extracting(
            each -> each.firstLine() + "-" + each.lastLine() + " " + each.text().replace("\n", "/"))
        .isEqualTo(passages);
  }

  @Test
  void aPassageKnowsItsHeadingsItsSectionAndItsDay() {
    List<Passage> passages =
        Passages.of(
            "memory/2026-11-30.md",
            "before\n# Day\none\n## Morning of 1 May 2026\ntwo\n## Evening\nthree\n# Next\nfour\n");
    assertThat(passages)
        .extracting(Passage::headings)
        .containsExactly("", "Day", "Day > Morning of 1 May 2026", "Day > Evening", "Next");
    assertThat(passages).extracting(Passage::section).containsExactly(0, 1, 2, 3, 4);
    assertThat(passages)
        .extracting(Passage::day)
        .startsWith(day("2026-11-30"), day("2026-11-30"), day("2026-05-01"));
    assertThat(Passages.of("MEMORY.md", "one").getFirst().day()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dates")
  void datesAreReadAsPeopleWriteThem(String text, OptionalLong day) {
    assertThat(Days.in(text)).isEqualTo(day);
  }

  static Stream<Arguments> dates() {
    return Stream.of(
        Arguments.of("2026-11-30", day("2026-11-30")),
        Arguments.of("on 2026/1/5 at noon", day("2026-01-05")),
        Arguments.of("1:56 pm on 8 May, 2023", day("2023-05-08")),
        Arguments.of("the 8th of May 2023", day("2023-05-08")),
        Arguments.of("Sept 3rd, 2024", day("2024-09-03")),
        Arguments.of("2023年5月8日", day("2023-05-08")),
        Arguments.of("31 February 2023, moved to 1 March 2023", day("2023-03-01")),
        Arguments.of("version 12026-11-300", OptionalLong.empty()),
        Arguments.of("maybe 2023", OptionalLong.empty()));
  }

  private static OptionalLong day(String date) {
    return OptionalLong.of(LocalDate.parse(date).toEpochDay());
  }

  @Test
  void aSpeakerIsWhoAParagraphNamesFirst() {
    List<String> texts =
        List.of(
            "**Caroline:** hi",
            "**Caroline**: hi",
            "- **Ann Lee:** hi",
            "Melanie: hi",
            "小明：你好",
            "a long sentence that has: a colon",
            "http://example.org",
            "no name");
    assertThat(texts)
        .extracting(text -> Passages.of("a.md", text).getFirst().speaker())
        .containsExactly("Caroline", "Caroline", "Ann Lee", "Melanie", "小明", "", "", "");
    assertThat(texts.subList(0, 5))
        .extracting(text -> Passages.of("a.md", text).getFirst().said())
        .containsExactly("hi", "hi", "hi", "hi", "你好");
  }

  @Test
  void whatIsTooLongIsCutBetweenLinesOrBehindASentence() {
    String lines = ("word ".repeat(100) + "\n").repeat(8);
    assertThat(Passages.of("a.md", lines))
        .extracting(each -> each.firstLine() + "-" + each.lastLine())
        .containsExactly("1-3", "4-6", "7-8");
    List<Passage> sentences = Passages.of("a.md", "This is one sentence of many. ".repeat(200));
    assertThat(sentences).hasSizeGreaterThan(3).allMatch(each -> each.text().endsWith("many."));
    String chinese = "这是很多句子中的一句。".repeat(200);
    assertThat(Passages.of("a.md", chinese))
        .allMatch(each -> each.text().endsWith("。") && each.text().length() <= 600)
        .extracting(each -> each.firstLine())
        .containsOnly(1);
    assertThat(Passages.of("a.md", chinese).stream().map(Passage::text).reduce("", String::concat))
        .isEqualTo(chinese);
    String endless = "x".repeat(1_000_000);
    assertThat(Passages.of("a.md", endless)).hasSize(625);
    assertThat(Passages.of("a.md", "😀".repeat(3000)))
        .allMatch(each -> each.text().codePoints().allMatch(c -> c == 0x1F600));
  }
}
