package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the comparison with another terminal, in the module of the whole, can't show. */
@Tag("SES-10")
final class ScreenTest {
  private static void write(Screen screen, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    new Parser(screen).take(bytes, 0, bytes.length);
  }

  private static Screen screen(String text) {
    Screen screen = new Screen(20, 4);
    write(screen, text);
    return screen;
  }

  private static String redrawn(Screen screen) {
    return new String(screen.redraw(), StandardCharsets.UTF_8);
  }

  @Test
  void saysWhatIsOnIt() {
    Screen screen = screen("one  \r\n\r\n  漢字 e\u0301 \r\n");
    assertThat(screen.text()).isEqualTo("one\n\n  漢字 e\u0301\n");
    assertThat(screen.lastLine()).isEqualTo("漢字 e\u0301");
    assertThat(new Screen(9, 3).text()).isEqualTo("\n\n");
    assertThat(new Screen(9, 3).lastLine()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0,0,2,1", "-5,-5,2,1", "5000,5000,1000,1000", "80,24,80,24"})
  void hasASizeWithinItsLimits(int columns, int rows, int hasColumns, int hasRows) {
    Screen screen = new Screen(columns, rows);
    assertThat(screen.columns()).isEqualTo(hasColumns);
    assertThat(screen.rows()).isEqualTo(hasRows);
    screen.resize(10, 10);
    screen.resize(columns, rows);
    assertThat(screen.columns()).isEqualTo(hasColumns);
    assertThat(screen.rows()).isEqualTo(hasRows);
  }

  /** SES-12: what the other terminal of the comparison does not know. */
  @ParameterizedTest
  @CsvSource({
    "'\033[>5u', '\033[>5u', '\033[<1u'",
    "'\033[>1u\033[>3u', '\033[>1u\033[>3u', '\033[<2u'",
    "'\033[>1u\033[>3u\033[<u', '\033[>1u', '\033[<1u'",
    "'\033[=3;1u', '\033[=3;1u', '\033[=0;1u'",
    "'\033[=3u\033[=4;2u\033[=1;3u', '\033[=6;1u', '\033[=0;1u'",
    "'\033[>4;2m', '\033[>4;2m', '\033[>4m'",
    "'\033[?1000h\033[?1015h', '\033[?1000h\033[?1015h', '\033[?1015l'",
    "'\033[?1003h\033[?1005h', '\033[?1003h\033[?1005h', '\033[?1005l'",
    "'\033[?12h', '\033[?12h', '\033[?12l'",
    "'\033[?1007h', '\033[?1007h', '\033[?1007l'",
    "'\033[?1007l', '\033[?1007l', '\033[?25h'",
    "'\033[?2031h\033[?2027h', '\033[?2027h\033[?2031h', '\033[?2031l'",
    "'\033]12;#eeeeee\007', '\033]12;#eeeeee\033\\', '\033]112\033\\'",
    "'\033]11;rgb:00/00/00\033\\\033]11;?\007', '\033]11;rgb:00/00/00\033\\', '\033]111\033\\'",
  })
  @Tag("SES-12")
  void bringsModesAgainAndTakesThemBack(String set, String again, String undone) {
    Screen screen = screen(set);
    assertThat(redrawn(screen)).contains(again);
    assertThat(new String(screen.undo(), StandardCharsets.UTF_8)).contains(undone);
  }

  @Test
  @Tag("SES-12")
  void keysOfTheAlternateScreenAreItsOwn() {
    Screen screen = screen("\033[>1u\033[?1049h\033[>7u");
    assertThat(redrawn(screen)).containsSubsequence("\033[>1u", "\033[?1049h", "\033[>7u");
    write(screen, "\033[?1049l");
    assertThat(redrawn(screen)).contains("\033[>1u").doesNotContain("\033[>7u");
  }

  @Test
  void undoLeavesTheAlternateScreenOnlyWhereItIsShown() {
    assertThat(new String(screen("abc").undo(), StandardCharsets.UTF_8)).doesNotContain("1049l");
    assertThat(new String(screen("\033[?1049h").undo(), StandardCharsets.UTF_8))
        .contains("\033[?1049l")
        .contains("\033[?25h")
        .endsWith("\033[1;1H");
  }

  /** SES-10: as where output was lost to a viewer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[?1049h\033[?1003h\033[?1006h\033[?2004h\033[?25l",
        "\033[?47h\033[?1h\033=\033[4h\033[20h\033[?6h\033[2;3r",
        "\033[>5u\033[?1049h\033[>7u\033[>1u\033[>4;2m",
        "\033(0\033[1;31m\033[5 q\033[?7l\033[?45h\033[?2026h\033[?12h",
      })
  @Tag("SES-10")
  void resetGivesATerminalBackWhateverItShowed(String set) {
    Screen screen = screen(set);
    byte[] reset = Screen.reset();
    new Parser(screen).take(reset, 0, reset.length);
    write(screen, "\033[H\033[2J");
    assertThat(redrawn(screen)).isEqualTo(redrawn(screen("\033[H\033[2J")));
  }

  private static String text(byte[] first, byte[] second) {
    Screen other = new Screen(20, 4);
    Parser parser = new Parser(other);
    parser.take(first, 0, first.length);
    parser.take(second, 0, second.length);
    write(other, "next");
    return other.text();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'next\n\n\n'",
    "'hi\r\n', 'hi\nnext\n\n'",
    "'hi', 'hi\nnext\n\n'",
    "'hi\r\n$ ', 'hi\n$\nnext\n'",
    "'1\r\n2\r\n3\r\n4', '2\n3\n4\nnext'",
    "'low\033[4;1Hlast\033[H', '\n\nlast\nnext'",
    "'hi\r\n\033[?1049hgone', 'hi\nnext\n\n'",
  })
  void undoLeavesWhatWasDrawnAndGoesBelowIt(String drawn, String then) {
    Screen screen = screen(drawn);
    assertThat(text(screen.redraw(), screen.undo())).isEqualTo(then);
  }

  @ParameterizedTest
  @CsvSource({
    "'hi\r\n', 'hi\nnext\n\n'",
    "'hi\r\n\033[?1049h\033[Hlast\r\nwords', 'hi\nlast\nwords\nnext'",
    "'hi\r\n\033[?1049h\033[2J', 'hi\nnext\n\n'",
    "'\033[?1049h\033[H1\r\n2\r\n3\r\n4', '2\n3\n4\nnext'",
  })
  void partingKeepsTheLastScreenWhicheverItWas(String drawn, String then) {
    Screen screen = screen(drawn);
    assertThat(text(screen.redraw(), screen.parting())).isEqualTo(then);
  }

  @ParameterizedTest
  @CsvSource({
    "a, 1, 1", "漢, 2, 2", "é, 1, 1", "─, 1, 1", "🎉, 1, 2", "✅, 1, 2", "⚠, 1, 1", "☁, 1, 1",
    "🚀, 1, 2", "😀, 1, 2", "𠀀, 2, 2", "한, 2, 2", "ﾀ, 1, 1", "！, 2, 2", "⏳, 1, 2", "✻, 1, 1",
    "\u200B, 0, 0", "\u0301, 0, 0", "\u00AD, 1, 1", "\u1161, 0, 0", "𝒳, 1, 1"
  })
  @Tag("SES-12")
  void countsColumns(String character, int unicode6, int current) {
    assertThat(Widths.UNICODE_6.of(character.codePointAt(0))).isEqualTo(unicode6);
    assertThat(Widths.CURRENT.of(character.codePointAt(0))).isEqualTo(current);
  }

  @Test
  void countsEmojiAsItsViewersDo() {
    Screen screen = new Screen(10, 2, Widths.CURRENT);
    write(screen, "🎉✅x\033[1;6Hy");
    assertThat(screen.text()).isEqualTo("🎉✅xy\n");
    assertThat(screen.cell(4, 0).text()).isEqualTo("x");
    assertThat(redrawn(screen)).contains("🎉✅xy");
  }

  /** What the program shows under a title or a link is never more than was kept of it. */
  @Test
  void clipsTitlesAndDropsLongLinks() {
    Screen screen = screen("\033]2;" + "t".repeat(5000) + "\033\\");
    assertThat(screen.title()).hasSize(256);
    write(screen, "\033]8;;http://a.example/" + "x".repeat(5000) + "\033\\a");
    assertThat(screen.cell(0, 0).link()).isEmpty();
  }

  @Test
  void aCharacterThatJoinsWithoutEndStaysSmall() {
    Screen screen = screen("e" + "\u0301".repeat(10_000) + "x");
    assertThat(screen.cell(0, 0).text()).hasSize(32).startsWith("e\u0301");
    assertThat(screen.cell(1, 0).text()).isEqualTo("x");
  }

  /** Of each look, link and cluster only those are kept that are on the screen. */
  @Test
  void forgetsStylesThatAreGone() {
    Screen screen = new Screen(20, 4);
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      write(
          screen,
          "\033[38;2;%d;%d;%dm\033]8;;http://a.example/%d\033\\%c\u0301\u0302"
              .formatted(random.nextInt(256), i >> 8, i & 0xFF, i, 'a' + random.nextInt(26)));
      write(screen, Character.toString(0x300 + i % 0x60));
    }
    assertThat(screen.display().styles.isFull()).isFalse();
    Screen again = new Screen(20, 4);
    byte[] redraw = screen.redraw();
    new Parser(again).take(redraw, 0, redraw.length);
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 20; x++) {
        assertThat(again.cell(x, y)).isEqualTo(screen.cell(x, y));
      }
    }
  }

  /** Each cell in a look, with a link and a cluster of its own. */
  private static void adorn(Screen screen, int cells) {
    String path = "/" + "x".repeat(2000);
    for (int i = 0; i < cells; i++) {
      write(
          screen,
          "\033[38;2;%d;%d;%dm\033]8;;http://a.example/%d%s\033\\%c%s%s"
              .formatted(
                  i >> 16,
                  i >> 8 & 0xFF,
                  i & 0xFF,
                  i,
                  path,
                  'a' + i % 26,
                  Character.toString(0x300 + i / 26 % 0x60),
                  Character.toString(0x300 + i / 2600 % 0x60)));
    }
  }

  @Test
  @Tag("SES-13")
  void hasNoMoreLooksLinksAndClustersThanItsSizeAllows() {
    Allowance allowance = new Allowance(Long.MAX_VALUE);
    Screen screen = new Screen(new Size(200, 60), Widths.CURRENT, allowance);
    adorn(screen, 40_000);
    assertThat(Long.MAX_VALUE - allowance.left()).isBetween(1L << 20, 4L << 20);
    assertThat(screen.redraw()).hasSizeLessThan(4 << 20);
    assertThat(screen.lastLine()).as("what is drawn stays").hasSizeGreaterThan(199);
    write(screen, "\033[2J\033[0m\033[H" + "y".repeat(20_000));
    write(screen, "\033[H\033[31m\033]8;;http://b.example/\033\\z");
    assertThat(screen.cell(0, 0).style()).as("there is room again").isEqualTo(";31");
  }

  @Test
  @Tag("SES-13")
  void screensThatShareTakeNoMoreThanThereIsAndGiveItBack() {
    Allowance allowance = new Allowance(500_000);
    Screen one = new Screen(Size.USUAL, Widths.CURRENT, allowance);
    Screen two = new Screen(Size.USUAL, Widths.CURRENT, allowance);
    adorn(one, 5_000);
    adorn(two, 5_000);
    assertThat(allowance.left()).isNotNegative().isLessThan(1_000);
    assertThat(two.lastLine()).as("it is drawn plain").isNotEmpty();
    write(two, "\033[2J\033[0m\033[H\033[32mgreen");
    assertThat(two.cell(0, 0).text()).isEqualTo("g");
    one.release();
    two.release();
    assertThat(allowance.left()).isEqualTo(500_000);
  }

  @Test
  void whatAScreenTakesGrowsWithItsSize() {
    assertThat(Screen.bytes(new Size(1000, 1000))).isBetween(16_000_000L, 17_000_000L);
    assertThat(Screen.bytes(Size.USUAL)).isLessThan(100_000L);
  }

  /** SES-13: whatever comes, it goes on, at any size, and what it redraws is bounded. */
  @Test
  @Tag("SES-13")
  void takesAnything() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String signs = "\033\033\033[[]?;:0123456789ABCDHJKLMPSTXZ@`abdefghlmnqrsu \r\n\t\b\007漢é";
    for (int round = 0; round < 300; round++) {
      Screen screen = new Screen(2 + random.nextInt(30), 1 + random.nextInt(8));
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 400; i++) {
        text.append(
            random.nextInt(12) == 0
                ? (char) random.nextInt(0x400)
                : signs.charAt(random.nextInt(signs.length())));
      }
      write(screen, text.toString());
      screen.resize(2 + random.nextInt(30), 1 + random.nextInt(8));
      write(screen, text.toString());
      assertThat(screen.cursorColumn()).as("seed %d", seed).isBetween(0, screen.columns());
      assertThat(screen.cursorRow()).as("seed %d", seed).isBetween(0, screen.rows() - 1);
      assertThat(screen.redraw().length).as("seed %d", seed).isLessThan(60_000);
      assertThat(screen.text().split("\n", -1)).hasSize(screen.rows());
    }
  }
}
