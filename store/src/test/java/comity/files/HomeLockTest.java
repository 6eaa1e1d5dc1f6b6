package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeLockTest {
  @TempDir private Path folder;
  private Home home = new Home(Path.of("/"));

  @BeforeEach
  void open() {
    home = ConfigFileTest.opened(folder.resolve("home"));
  }

  private static HomeLock.Taking.Held heldBy(long pid) {
    return new HomeLock.Taking.Held(new HomeLock.Holder(OptionalLong.of(pid)));
  }

  private HomeLock taken() {
    return switch (HomeLock.take(home, 17)) {
      case HomeLock.Taking.Taken(HomeLock lock) -> lock;
      case HomeLock.Taking.Held held -> throw new AssertionError(held);
    };
  }

  @Test
  void oneAtATimeHere() {
    assertThat(HomeLock.holder(home)).isEmpty();
    try (HomeLock _ = taken()) {
      assertThat(HomeLock.take(home, 18)).isEqualTo(heldBy(17));
      assertThat(HomeLock.holder(home)).contains(new HomeLock.Holder(OptionalLong.of(17)));
    }
    assertThat(HomeLock.holder(home)).isEmpty();
    taken().close();
  }

  @Test
  void closingTwiceDoesNotFreeTheNextOnes() {
    HomeLock first = taken();
    first.close();
    try (HomeLock _ = taken()) {
      first.close();
      assertThat(HomeLock.take(home, 18)).isEqualTo(heldBy(17));
    }
  }

  @Test
  void anotherProcessHoldsItUntilItIsKilled() throws Exception {
    for (int round = 0; round < 2; round++) {
      Process child = Child.start(List.of(), "hold", home.root().toString());
      try {
        assertThat(Child.line(child)).isEqualTo("held");
        assertThat(HomeLock.take(home, 17)).isEqualTo(heldBy(child.pid()));
        assertThat(HomeLock.holder(home))
            .contains(new HomeLock.Holder(OptionalLong.of(child.pid())));
      } finally {
        child.destroyForcibly().waitFor();
      }
      assertThat(child.exitValue()).isEqualTo(128 + 9);
      assertThat(HomeLock.holder(home)).isEmpty();
      taken().close();
    }
  }

  @Test
  void anotherProcessIsKeptOut() throws Exception {
    try (HomeLock _ = taken()) {
      // Asking must not cost us the lock, which closing a channel to the file would.
      assertThat(HomeLock.holder(home)).isPresent();
      assertThat(HomeLock.take(home, 18)).isInstanceOf(HomeLock.Taking.Held.class);
      assertThat(line()).isEqualTo("busy");
    }
    assertThat(line()).isEqualTo("held");
  }

  private String line() throws IOException, InterruptedException {
    Process child = Child.start(List.of(), "hold", home.root().toString());
    try {
      return Child.line(child);
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void beingAskedAboutNeverLooksLikeBeingHeld() throws Exception {
    Process other = Child.start(List.of(), "ask", home.root().toString());
    try {
      assertThat(Child.line(other)).isEqualTo("asking");
      for (int i = 0; i < 300; i++) {
        taken().close();
      }
    } finally {
      other.destroyForcibly().waitFor();
    }
  }
}
