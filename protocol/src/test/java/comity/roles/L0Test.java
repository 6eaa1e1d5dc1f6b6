package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class L0Test {
  private static final String SOURCE =
      "<!-- L0: v2.11.0 | P0=竞品技术吸收Batch2 | QA PASS, 3 pending directives -->";

  private static L0 read(String line) {
    return L0.read(line).orElseThrow();
  }

  @Test
  @Tag("ROLE-4")
  void theExampleOfTheSourceIsRead() {
    L0 l0 = read(SOURCE);
    assertThat(l0.version()).isEqualTo("v2.11.0");
    assertThat(l0.topPriority()).isEqualTo("P0=竞品技术吸收Batch2");
    assertThat(l0.flags()).containsExactly("QA PASS", "3 pending directives");
    assertThat(l0.isVersioned()).isTrue();
    assertThat(l0.isComplete()).isTrue();
  }

  @ParameterizedTest
  @Tag("ROLE-4")
  @CsvSource(
      delimiter = '§',
      value = {
        "<!-- L0: v1.0.0 | only this -->§v1.0.0§only this§''§true§false",
        "<!-- L0: soon | a | b，c , ,d -->§soon§a§b+c+d§false§true",
        "<!--L0:1.2.3-beta.1+7|a|-->§1.2.3-beta.1+7§a§''§true§true",
        "<!-- L0: v1.0.0 | a | b | c -->§v1.0.0§a§b§true§false",
        "<!-- L0: -->§''§''§''§false§false",
        "  <!-- l0： 1.0.0 | a | b -->  §1.0.0§a§b§true§true"
      })
  void whatIsMissingIsEmptyAndFieldsGoByPosition(
      String line,
      String version,
      String priority,
      String flags,
      boolean versioned,
      boolean whole) {
    L0 l0 = read(line);
    assertThat(l0.version()).isEqualTo(version);
    assertThat(l0.topPriority()).isEqualTo(priority);
    assertThat(String.join("+", l0.flags())).isEqualTo(flags);
    assertThat(l0.isVersioned()).isEqualTo(versioned);
    assertThat(l0.isComplete()).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# Build", "<!-- L1: a | b | c -->", "<!-- L0: a | b | c", "L0: a"})
  void anythingElseIsNoHeader(String line) {
    assertThat(L0.read(line)).isEmpty();
  }

  @Test
  @Tag("ROLE-6")
  void aFieldIsSetAndEveryOtherCharacterStays() {
    assertThat(read(SOURCE).with(L0.Field.VERSION, "v2.12.0"))
        .isEqualTo(SOURCE.replace("v2.11.0", "v2.12.0"));
    assertThat(read(SOURCE).with(L0.Field.TOP_PRIORITY, "P1"))
        .isEqualTo(SOURCE.replace("P0=竞品技术吸收Batch2", "P1"));
    assertThat(read("<!--L0:1.0.0|a|b-->").with(L0.Field.TOP_PRIORITY, "c"))
        .isEqualTo("<!--L0:1.0.0|c|b-->");
    assertThat(read("<!-- L0: 1.0.0 -->").with(L0.Field.STATUS_FLAGS, "QA PASS"))
        .isEqualTo("<!-- L0: 1.0.0 | | QA PASS -->");
    assertThat(read("<!-- L0:  |  |  -->").with(L0.Field.TOP_PRIORITY, "x"))
        .isEqualTo("<!-- L0:  | x |  -->");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a | b", "a -->", "a --!> b", "a\nb", "a\rb"})
  void aValueCannotEndItsFieldOrTheHeader(String value) {
    assertThatThrownBy(() -> read(SOURCE).with(L0.Field.TOP_PRIORITY, value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("ROLE-6")
  void aCountBehindAFourthBarIsNoFlag() {
    L0 l0 = L0.read("<!-- L0: v1 | p | x | y, 📡 9 -->").orElseThrow();
    assertThat(l0.with(L0.Count.DIRECTIVES, 4, false)).isEmpty();
    assertThat(l0.with(L0.Count.DIRECTIVES, 4, true))
        .contains("<!-- L0: v1 | p | x, 📡 4 | y, 📡 9 -->");
  }

  @Test
  @Tag("ROLE-6")
  void ownFlagsAreCountedAndOthersLeftAlone() {
    L0 without = read(SOURCE);
    assertThat(without.with(L0.Count.DIRECTIVES, 4, false)).isEmpty();
    String added = without.with(L0.Count.DIRECTIVES, 4, true).orElseThrow();
    assertThat(added).isEqualTo(SOURCE.replace("directives", "directives, 📡 4"));
    assertThat(read(added).with(L0.Count.DIRECTIVES, 12, false))
        .contains(SOURCE.replace("directives", "directives, 📡 12"));
    assertThat(read(added).with(L0.Count.DIRECTIVES, 4, true)).as("says so already").isEmpty();
    assertThat(read("<!-- L0: 1.0.0 | 📡 1 | ☐ 2，📡 3 -->").with(L0.Count.DIRECTIVES, 9, false))
        .contains("<!-- L0: 1.0.0 | 📡 1 | ☐ 2，📡 9 -->");
    assertThat(read("<!-- L0: 1.0.0 | a | 📡 3 left -->").with(L0.Count.DIRECTIVES, 9, false))
        .isEmpty();
    assertThat(read("<!-- L0: 1.0.0 | a |  -->").with(L0.Count.TASKS, 2, true))
        .contains("<!-- L0: 1.0.0 | a | ☐ 2 -->");
    assertThat(read(added).flags()).isEqualTo(List.of("QA PASS", "3 pending directives", "📡 4"));
  }
}
