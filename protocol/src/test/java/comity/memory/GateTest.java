package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Isolation.Verdict;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GateTest {
  private static final Scope OPS = new Scope.Group("ops");

  private static Gate opened() {
    return Gate.open(OPS, Optional.of("room"), Tokenizer.CL100K);
  }

  private static Gate read() {
    return opened().withIndex(1000, 100);
  }

  private static Gate.Loaded file(String name, Priority priority, String... conventions) {
    return new Gate.Loaded(name, priority, Set.of(conventions));
  }

  private static String rule(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(String _) -> "";
      case Verdict.Refused(String rule, String _, String _) -> rule;
    };
  }

  @Test
  @Tag("MEM-4")
  void nothingComesBeforeTheIndex() {
    assertThat(rule(opened().mayLoad("attention.md", Priority.P0))).isEqualTo("index-first");
    assertThat(rule(opened().mayRead())).isEqualTo("index-first");
    assertThat(rule(read().mayLoad("attention.md", Priority.P0))).isEmpty();
    assertThat(rule(read().mayRead())).isEmpty();
  }

  @Test
  @Tag("MEM-10")
  void twoFilesAndOneOfP3() {
    Gate one = read().withLoaded(file("attention.md", Priority.P0), 1);
    Gate two = one.withLoaded(file("project.md", Priority.P1), 1);
    assertThat(rule(one.mayLoad("project.md", Priority.P1))).isEmpty();
    assertThat(rule(two.mayLoad("experience.md", Priority.P2))).isEqualTo("ceiling");
    assertThat(rule(two.mayLoad("people.md", Priority.P3))).isEmpty();
    Gate three = two.withLoaded(file("people.md", Priority.P3), 1);
    assertThat(rule(three.mayLoad("others.md", Priority.P3))).isEqualTo("ceiling");
    assertThat(rule(three.mayLoad("project.md", Priority.P1))).as("again").isEmpty();
  }

  @Test
  @Tag("MEM-10")
  void aConventionsFileOnlyWhereTheLastFileRefersToIt() {
    Gate one = read().withLoaded(file("project.md", Priority.P1, "conventions/api.md"), 1);
    assertThat(rule(read().mayLoad("conventions/api.md", Priority.P2))).isEqualTo("sub-layer");
    assertThat(rule(one.mayLoad("conventions/db.md", Priority.P2))).isEqualTo("sub-layer");
    assertThat(rule(one.mayLoad("conventions/api.md", Priority.P2))).isEmpty();
  }

  @Test
  @Tag("MEM-10")
  void oneConventionsFileAtATime() {
    Gate two =
        read()
            .withLoaded(file("project.md", Priority.P1, "conventions/a.md", "conventions/b.md"), 1)
            .withLoaded(file("conventions/a.md", Priority.P2), 1);
    assertThat(rule(two.mayLoad("conventions/b.md", Priority.P2))).isEqualTo("ceiling");
    assertThat(rule(two.mayLoad("attention.md", Priority.P0))).as("it is no file of P2").isEmpty();
    Gate three = two.withLoaded(file("attention.md", Priority.P0, "conventions/b.md"), 1);
    assertThat(rule(three.mayLoad("conventions/b.md", Priority.P2))).isEmpty();
  }

  @Test
  @Tag("MEM-11")
  void nothingComesWhereTheBudgetIsSpent() {
    Gate spent = read().withSpent(900);
    assertThat(spent.left()).isZero();
    assertThat(rule(spent.mayLoad("attention.md", Priority.P0))).isEqualTo("budget");
    assertThat(rule(spent.mayRead())).isEqualTo("budget");
    assertThat(rule(read().withSpent(899).mayRead())).isEmpty();
  }

  @Test
  void referencesAreFoundInText() {
    assertThat(
            Gate.references(
                "See [api](conventions/api.md), `conventions/错误 码.md` and conventions/db-style.md,"
                    + " not conventions/../x.md nor conventions/a/b.md"))
        .containsExactly("conventions/api.md", "conventions/db-style.md");
  }
}
