package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.terminal.Screen;
import comity.terminal.Size;
import org.junit.jupiter.api.Test;

final class ScreenBudgetTest {
  private static final Size LARGE = new Size(1000, 1000);

  private final ScreenBudget budget =
      new ScreenBudget(2 * (Screen.bytes(LARGE) - Screen.bytes(Size.USUAL)), 0);

  @Test
  void whatDoesNotFitBeginsWithTheUsualSize() {
    assertThat(budget.take(LARGE)).isEqualTo(LARGE);
    assertThat(budget.take(LARGE)).isEqualTo(LARGE);
    assertThat(budget.take(LARGE)).isEqualTo(Size.USUAL);
    assertThat(budget.take(new Size(80, 24))).as("smaller").isEqualTo(new Size(80, 24));
    budget.give(LARGE);
    assertThat(budget.take(LARGE)).as("room that is given back").isEqualTo(LARGE);
  }

  @Test
  void oneThatWouldGrowBeyondItStays() {
    assertThat(budget.take(LARGE)).isEqualTo(LARGE);
    assertThat(budget.change(Size.USUAL, LARGE)).isEqualTo(LARGE);
    Size small = new Size(100, 40);
    assertThat(budget.change(small, LARGE)).isEqualTo(small);
    assertThat(budget.change(LARGE, small)).isEqualTo(small);
    assertThat(budget.change(Size.USUAL, LARGE)).as("room that is given back").isEqualTo(LARGE);
  }

  @Test
  void whatFitsInOneDirectionOnlyIsCutInTheOther() {
    ScreenBudget none = new ScreenBudget(0, 0);
    assertThat(none.change(Size.USUAL, new Size(1000, 30))).isEqualTo(new Size(120, 30));
    assertThat(none.change(Size.USUAL, LARGE)).isEqualTo(Size.USUAL);
  }
}
