package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("MEM-9")
class RoutingTest {
  private static final Routing.Bar BAR = new Routing.Bar(0.6, 0.6, 0.02, 0.01);
  private static final Routing.Talk NEUTRAL = new Routing.Talk(0, 0);

  private static Candidate file(String name, Priority priority) {
    return new Candidate(name, priority, List.of("phrase"), List.of(), "");
  }

  private static Match match(String name, Priority priority, double score, double confidence) {
    return new Match(
        file(name, priority), score, confidence, Match.Evidence.PHRASE, "phrase of " + name);
  }

  private static Optional<String> loaded(Routing routing) {
    return routing.toLoad().map(Candidate::file);
  }

  @Test
  void theHighestScoreIsChosenWhateverItsPriority() {
    Routing routing =
        Routing.decide(
            List.of(
                match("attention.md", Priority.P0, 1.0, 0.7),
                match("people.md", Priority.P3, 1.2, 0.8)),
            NEUTRAL,
            BAR);
    assertThat(routing).isInstanceOf(Routing.Chosen.class);
    assertThat(loaded(routing)).contains("people.md");
  }

  @Test
  void tiesAndNearTiesGoToTheHigherPriority() {
    Match people = match("people.md", Priority.P3, 1.0, 0.8);
    for (double score : new double[] {1.0, 0.995}) {
      Match attention = match("attention.md", Priority.P0, score, 0.8);
      assertThat(loaded(Routing.decide(List.of(people, attention), NEUTRAL, BAR)))
          .contains("attention.md");
    }
    Match behind = match("attention.md", Priority.P0, 0.98, 0.8);
    assertThat(loaded(Routing.decide(List.of(people, behind), NEUTRAL, BAR))).contains("people.md");
  }

  @Test
  void equalScoresOfOnePriorityGoToTheFirst() {
    Match first = match("a.md", Priority.P1, 1, 0.8);
    Match second = match("b.md", Priority.P1, 1, 0.8);
    assertThat(loaded(Routing.decide(List.of(first, second), NEUTRAL, BAR))).contains("a.md");
    assertThat(loaded(Routing.decide(List.of(second, first), NEUTRAL, BAR))).contains("b.md");
  }

  @Test
  void whatIsNotNearEnoughLoadsNothingAndSaysWhatWasBest() {
    Routing routing =
        Routing.decide(List.of(match("project.md", Priority.P1, 1, 0.59)), NEUTRAL, BAR);
    assertThat(loaded(routing)).isEmpty();
    assertThat(routing)
        .isInstanceOfSatisfying(
            Routing.Nothing.class,
            nothing -> {
              assertThat(nothing.best().orElseThrow().candidate().file()).isEqualTo("project.md");
              assertThat(nothing.why()).contains("near");
            });
  }

  @Test
  void smallTalkLoadsNothingThoughItIsNearAFile() {
    List<Match> matches = List.of(match("attention.md", Priority.P0, 1, 0.8));
    assertThat(loaded(Routing.decide(matches, new Routing.Talk(0.9, 0.3), BAR))).isEmpty();
    assertThat(loaded(Routing.decide(matches, new Routing.Talk(0.7, 0.3), BAR)))
        .contains("attention.md");
  }

  @Test
  void talkOfWorkThatMatchesNothingBetterGetsP0() {
    Match people = match("people.md", Priority.P3, 2, 0.5);
    Match attention = match("now.md", Priority.P0, 1, 0.4);
    Routing.Talk work = new Routing.Talk(0.3, 0.65);
    Routing routing = Routing.decide(List.of(people, attention), work, BAR);
    assertThat(routing).isInstanceOf(Routing.AtWork.class);
    assertThat(loaded(routing)).contains("now.md");
    assertThat(loaded(Routing.decide(List.of(people), work, BAR))).isEmpty();
    Match better = match("people.md", Priority.P3, 2, 0.7);
    assertThat(loaded(Routing.decide(List.of(better, attention), work, BAR))).contains("people.md");
  }

  @Tag("MEM-7")
  @Test
  void conventionsAreNeverRoutedTo() {
    for (String name :
        List.of("conventions/api.md", "./Conventions/api.md", "x/conventions/a.md")) {
      Match conventions = match(name, Priority.P2, 9, 1);
      Match project = match("project.md", Priority.P1, 1, 0.7);
      assertThat(loaded(Routing.decide(List.of(conventions, project), NEUTRAL, BAR)))
          .contains("project.md");
      assertThat(loaded(Routing.decide(List.of(conventions), NEUTRAL, BAR))).isEmpty();
    }
  }

  @Test
  void theMarginSaysHowFarFromTheBarAMessageIs() {
    List<Match> matches = List.of(match("project.md", Priority.P1, 1, 0.75));
    assertThat(Routing.margin(matches, NEUTRAL, BAR)).isCloseTo(0.15, Offset.offset(1e-9));
    assertThat(Routing.margin(matches, new Routing.Talk(0.8, 0), BAR)).isNegative();
  }

  @Test
  void aMatchHasAMeasure() {
    assertThatThrownBy(() -> match("a.md", Priority.P1, Double.NaN, 0.5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> match("a.md", Priority.P1, 1, 1.5))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
