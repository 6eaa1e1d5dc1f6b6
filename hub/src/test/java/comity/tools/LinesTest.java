package comity.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinesTest {
  private static List<String> lines(InputStream in) throws IOException {
    Lines lines = new Lines(in, 10);
    List<String> all = new ArrayList<>();
    while (true) {
      switch (lines.next()) {
        case Lines.Line.Read(byte[] bytes) -> all.add(new String(bytes, StandardCharsets.UTF_8));
        case Lines.Line.TooLong _ -> all.add("TOO LONG");
        case Lines.Line.End _ -> {
          return all;
        }
      }
    }
  }

  private static List<String> lines(String text) throws IOException {
    return lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void linesEndWithOneOrTwoCharactersOrTheStream() throws IOException {
    assertThat(lines("")).isEmpty();
    assertThat(lines("a")).containsExactly("a");
    assertThat(lines("a\nb\r\n\nc\r")).containsExactly("a", "b", "", "c");
    assertThat(lines("a\n")).containsExactly("a");
  }

  @Test
  void tooLongIsOneByteOverTheLimit() throws IOException {
    assertThat(lines("0123456789\n0123456789\r\n01234567890\nx"))
        .containsExactly("0123456789", "0123456789", "TOO LONG", "x");
    assertThat(lines("0".repeat(100_000))).containsExactly("TOO LONG");
    assertThat(lines("0".repeat(100_000) + "\nx")).containsExactly("TOO LONG", "x");
  }

  @Test
  void theSplitOfTheBytesDoesNotMatter() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(60); i > 0; i--) {
        text.append("ab\n\r".charAt(random.nextInt(4)));
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      InputStream torn =
          new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int at, int length) {
              return super.read(into, at, Math.min(length, 1 + random.nextInt(3)));
            }
          };
      assertThat(lines(torn))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(lines(text.toString()));
    }
  }
}
