package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import comity.http.HeadBytes.Progress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadBytesTest {
  private static Progress add(HeadBytes head, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return head.add(bytes, bytes.length);
  }

  @Test
  void aHeadIsWholeAtTheSameByteHoweverItComes() {
    comesInPieces(System.nanoTime(), 200);
  }

  @Test
  @Tag("long-fuzz")
  void aHeadIsWholeAtTheSameByteHoweverItComesManyTimes() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("heads: seed %d%n", seed);
    comesInPieces(seed, 10_000_000);
  }

  private static void comesInPieces(long seed, int rounds) {
    Random random = new Random(seed);
    for (int round = 0; round < rounds; round++) {
      String text =
          "GET /p HTTP/1.1\r\nHost: a\r\nX: " + "y".repeat(random.nextInt(60)) + "\r\n\r\n";
      HeadBytes head = new HeadBytes(false);
      int at = 0;
      Progress progress = Progress.MORE;
      while (at < text.length()) {
        assertThat(progress).as("seed %d, at %d of %s", seed, at, text).isEqualTo(Progress.MORE);
        int to = Math.min(text.length(), at + 1 + random.nextInt(10));
        progress = add(head, text.substring(at, to));
        at = to;
      }
      assertThat(progress).as("seed %d", seed).isEqualTo(Progress.WHOLE);
      assertThat(new String(head.bytes(), StandardCharsets.ISO_8859_1)).isEqualTo(text);
    }
  }

  @Test
  void whatFollowsAHeadIsKept() {
    HeadBytes head = new HeadBytes(false);
    assertThat(add(head, "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"))
        .isEqualTo(Progress.WHOLE);
    assertThat(head.bytes()).asString().endsWith("\r\n\r\nhel");
  }

  @Test
  void emptyLinesBeforeItAreLeftOut() {
    HeadBytes head = new HeadBytes(false);
    assertThat(add(head, "\r\n\r\n")).isEqualTo(Progress.MORE);
    assertThat(head.length()).isZero();
    assertThat(add(head, "\r\nGET / HTTP/1.1\r\n\r\n")).isEqualTo(Progress.WHOLE);
    assertThat(head.bytes()).asString().startsWith("GET /");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "X: y\r\n\r\n", "\n\r\n", "a\r\n\r\nbody"})
  void aHeadThatBeganBeforeEndsHereToo(String rest) {
    assertThat(add(new HeadBytes(true), rest)).isEqualTo(Progress.WHOLE);
  }

  @Test
  void whatIsTooLongIsNotCollected() {
    assertThat(add(new HeadBytes(false), "G".repeat(8_192))).isEqualTo(Progress.MORE);
    assertThat(add(new HeadBytes(false), "G".repeat(8_193))).isEqualTo(Progress.WHOLE);
    HeadBytes headers = new HeadBytes(false);
    assertThat(add(headers, "GET / HTTP/1.1\r\nX: ")).isEqualTo(Progress.MORE);
    assertThat(add(headers, "y".repeat(25_000))).isEqualTo(Progress.WHOLE);
  }

  @Test
  void tooManyLinesAreNotCollected() {
    String lines = "GET / HTTP/1.1\r\n" + "X: y\r\n".repeat(101);
    assertThat(add(new HeadBytes(false), lines)).isEqualTo(Progress.MORE);
    assertThat(add(new HeadBytes(false), lines + "X: y\r\n")).isEqualTo(Progress.TOO_MANY_LINES);
    assertThat(add(new HeadBytes(false), "GET / HTTP/1.1\r\n\r\n" + "\n".repeat(300)))
        .isEqualTo(Progress.WHOLE);
  }
}
