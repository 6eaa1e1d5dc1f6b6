package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Belonging.Looked;
import comity.sessions.Belonging.Named;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose a process is that carries the mark of a run. */
@Tag("SES-12")
final class BelongingTest {
  private static final long SELF = 7;

  /** From the process upwards, each by the home that it names, or {@code self} for whoever asks. */
  private static List<Looked> chain(String words) {
    List<Looked> chain = new ArrayList<>();
    List<String> all = words.isEmpty() ? List.of() : Arrays.asList(words.split(" ", -1));
    long pid = 100;
    for (int i = 0; i < all.size(); i++) {
      boolean isLast = i + 1 == all.size();
      long parent = isLast ? 0 : all.get(i + 1).startsWith("self") ? SELF : pid - 1;
      Named named =
          switch (all.get(i)) {
            case "this" -> Named.THIS;
            case "another", "self-of-another" -> Named.ANOTHER;
            default -> Named.NONE;
          };
      chain.add(new Looked(all.get(i).startsWith("self") ? SELF : pid, parent, named));
      pid = parent;
    }
    return chain;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "this, true",
    "another, false",
    "none, true",
    // What was started from here is ours, whatever it was told.
    "another self, true",
    "another self-of-another, true",
    // Deeper, the first that names a home decides.
    "another none self, false",
    "none another self, false",
    "none none self another, true",
    "none none self-of-another, true",
    "none this another, true",
    "none another this, false",
    "this another, true",
    "none none none, true",
    "'', true"
  })
  void theFirstThatDecidesDoes(String upwards, boolean ours) {
    assertThat(Belonging.isOurs(SELF, chain(upwards).iterator())).isEqualTo(ours);
  }

  @Test
  void nothingIsReadAboveWhatDecides() {
    Iterator<Looked> upwards = chain("none this another").iterator();
    assertThat(Belonging.isOurs(SELF, upwards)).isTrue();
    assertThat(upwards.next().home()).isEqualTo(Named.ANOTHER);
  }

  /** Pids that are used again while they are read may lead round and round. */
  @Test
  void goingUpEnds() {
    AtomicInteger read = new AtomicInteger();
    Iterator<Looked> round =
        Stream.generate(() -> new Looked(100 + read.getAndIncrement() % 2, 0, Named.NONE))
            .iterator();
    assertThat(Belonging.isOurs(SELF, round)).isTrue();
    assertThat(read).hasValue(Belonging.MAX_ABOVE);
    Stream<Looked> deep = Stream.generate(() -> new Looked(100, 0, Named.NONE));
    Stream<Looked> deepest = Stream.of(new Looked(100, 0, Named.ANOTHER));
    assertThat(
            Belonging.isOurs(
                SELF, Stream.concat(deep.limit(Belonging.MAX_ABOVE - 1), deepest).iterator()))
        .as("the last that is asked")
        .isFalse();
  }
}
