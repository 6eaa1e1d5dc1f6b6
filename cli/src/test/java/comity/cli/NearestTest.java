package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> KNOWN = List.of("serve", "send", "status", "outbox list");

  @Test
  void findsSwappedMissingAddedAndChangedLetters() {
    assertThat(Nearest.to("sevre", KNOWN)).isEqualTo("serve");
    assertThat(Nearest.to("serv", KNOWN)).isEqualTo("serve");
    assertThat(Nearest.to("statuss", KNOWN)).isEqualTo("status");
    assertThat(Nearest.to("stutus", KNOWN)).isEqualTo("status");
    assertThat(Nearest.to("outbox lst", KNOWN)).isEqualTo("outbox list");
  }

  @Test
  void findsNothingForAnotherWord() {
    assertThat(Nearest.to("memory", KNOWN)).isEmpty();
    assertThat(Nearest.to("", KNOWN)).isEmpty();
  }

  @Test
  void countsChanges() {
    assertThat(Nearest.changes("", "abc")).isEqualTo(3);
    assertThat(Nearest.changes("abc", "abc")).isZero();
    assertThat(Nearest.changes("abc", "acb")).isEqualTo(1);
    assertThat(Nearest.changes("abc", "xbcd")).isEqualTo(2);
  }
}
