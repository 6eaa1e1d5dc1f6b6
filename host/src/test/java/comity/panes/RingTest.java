package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A ring has the last bytes, whatever came in which pieces. */
final class RingTest {
  @Test
  void itHasTheLastOfWhatCame() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Ring ring = new Ring(16 << 10);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < 20; i++) {
        byte[] part = new byte[random.nextInt(round % 2 == 0 ? 300 : 20_000)];
        random.nextBytes(part);
        ring.add(part, part.length);
        all.writeBytes(part);
        byte[] whole = all.toByteArray();
        int wanted = random.nextInt(20_000);
        int there = Math.min(wanted, Math.min(whole.length, 16 << 10));
        assertThat(ring.last(wanted))
            .as("seed %d", seed)
            .isEqualTo(Arrays.copyOfRange(whole, whole.length - there, whole.length));
      }
    }
  }

  @Test
  void whatFillsAPartOfItToTheLastByteIsKeptToo() {
    for (int size = 4096; size <= 16 << 10; size *= 2) {
      Ring ring = new Ring(16 << 10);
      byte[] part = new byte[size];
      new Random(size).nextBytes(part);
      ring.add(part, size);
      assertThat(ring.last(20_000)).isEqualTo(part);
      ring.add(new byte[] {1}, 1);
      byte[] longer = Arrays.copyOf(part, size + 1);
      longer[size] = 1;
      int kept = Math.min(size + 1, 16 << 10);
      assertThat(ring.last(20_000))
          .isEqualTo(Arrays.copyOfRange(longer, size + 1 - kept, size + 1));
    }
  }
}
