package comity.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExclusiveTest {
  @TempDir private Path folder;

  @Test
  void whoeverHoldsALockTakesItAgain() {
    Path lock = folder.resolve("a.lock");
    Path other = folder.resolve("b.lock");
    for (int round = 0; round < 2; round++) {
      assertThat(
              Exclusive.in(
                  lock, () -> Exclusive.in(other, () -> Exclusive.in(lock, () -> "inside"))))
          .isEqualTo("inside");
    }
  }

  @Test
  void aLockIsFreeAgainAfterAnException() {
    Path lock = folder.resolve("a.lock");
    assertThatThrownBy(() ->
            Exclusive.in(
                lock,
                () -> {
                  throw new IllegalStateException("inside");
                }))
        .hasMessage("inside");
    assertThat(Exclusive.in(lock, () -> "free")).isEqualTo("free");
  }
}
