package comity.conformance.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import comity.terminal.Screen;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SES-10, SES-12, SES-13: Comity's screen and the browser's terminal show the same. */
@Tag("SES-10")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class ScreenComparisonTest {
  private static final int RANDOM = 300;
  private static final int RESIZED = 200;
  private static ScreenComparison comparison;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    comparison = ScreenComparison.start();
  }

  @AfterAll
  static void end() throws IOException {
    if (comparison != null) {
      comparison.close();
    }
  }

  static List<ScreenCases> cases() throws IOException {
    return ScreenCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Tag("SES-12")
  void showsTheSame(ScreenCases one) throws IOException {
    assertThat(comparison.differences(one.columns(), one.rows(), one.bytes())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Tag("SES-13")
  void showsTheSameHoweverItIsCut(ScreenCases one) throws IOException {
    Screen whole = new Screen(one.columns(), one.rows());
    ScreenComparison.run(whole, List.of(new ScreenComparison.Step.Bytes(one.bytes())));
    for (int piece = 1; piece <= 5; piece++) {
      Screen cut = new Screen(one.columns(), one.rows());
      ScreenComparison.run(cut, ScreenComparison.pieces(one.bytes(), piece));
      assertThat(ScreenDump.lines(cut))
          .as("pieces of %d", piece)
          .isEqualTo(ScreenDump.lines(whole));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void redrawsTheSame(ScreenCases one) throws IOException {
    assertThat(comparison.redrawDifferences(one.columns(), one.rows(), one.bytes())).isEmpty();
  }

  /**
   * Whatever a program writes, and however it is cut, both show the same, and it is drawn again.
   */
  @Test
  @Tag("SES-13")
  void showsTheSameOfRandomOutput() throws IOException {
    long first = System.nanoTime();
    for (long seed = first; seed < first + RANDOM; seed++) {
      Random random = new Random(seed);
      int columns = 2 + random.nextInt(30);
      int rows = 1 + random.nextInt(10);
      byte[] bytes = RandomOutput.bytes(random, 10 + random.nextInt(150), columns, rows);
      assertThat(comparison.differences(columns, rows, bytes, random))
          .as("seed %d", seed)
          .isEmpty();
      assertThat(comparison.redrawDifferences(columns, rows, bytes)).as("seed %d", seed).isEmpty();
    }
  }

  /** Texts are laid out anew in another size. */
  @Test
  void showsTheSameInAnotherSize() throws IOException {
    long first = System.nanoTime();
    for (long seed = first; seed < first + RESIZED; seed++) {
      Random random = new Random(seed);
      int columns = 4 + random.nextInt(30);
      int rows = 2 + random.nextInt(8);
      int wider = 4 + random.nextInt(30);
      List<ScreenComparison.Step> steps =
          List.of(
              new ScreenComparison.Step.Bytes(
                  RandomOutput.page(random, columns, rows, wider >= columns)),
              new ScreenComparison.Step.Size(wider, 2 + random.nextInt(8)),
              new ScreenComparison.Step.Bytes("x\r\nyz".getBytes(US_ASCII)));
      assertThat(comparison.differences(columns, rows, steps)).as("seed %d", seed).isEmpty();
    }
  }
}
