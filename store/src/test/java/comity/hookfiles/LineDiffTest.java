package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The difference of two texts is one that {@code patch} takes. */
@Timeout(120)
final class LineDiffTest {
  @TempDir private Path folder;

  @Test
  void nothingChangedIsNothing() {
    assertThat(LineDiff.of("f", "a\nb\n", "a\nb\n")).isEmpty();
  }

  @Test
  void changesFarApartAreShownApart() {
    String before = String.join("\n", IntStream.range(0, 30).mapToObj(i -> "l" + i).toList());
    assertThat(LineDiff.of("f", before + "\n", before.replace("l3\n", "x\n") + "\nend\n"))
        .contains("@@ -1,7 +1,7 @@", "-l3", "+x", "@@ -28,3 +28,4 @@", "+end")
        .doesNotContain(" l15");
  }

  @Test
  void patchMakesOneFromTheOther() throws IOException, InterruptedException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      String before = text(random);
      String after = text(random);
      List<String> diff = LineDiff.of("f", before, after);
      if (diff.isEmpty()) {
        continue;
      }
      Path file = Files.writeString(folder.resolve("f"), before);
      Path patch = Files.writeString(folder.resolve("p"), String.join("\n", diff) + "\n");
      Process process =
          new ProcessBuilder(
                  "patch", "-s", "--no-backup-if-mismatch", file.toString(), patch.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("seed %d: %s", seed, said).isZero();
      assertThat(Files.exists(file) ? Files.readString(file) : "")
          .as("seed %d", seed)
          .isEqualTo(after);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int lines = random.nextInt(25);
    for (int i = 0; i < lines; i++) {
      text.append((char) ('a' + random.nextInt(4))).append('\n');
    }
    return text.toString();
  }
}
