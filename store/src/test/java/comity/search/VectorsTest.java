package comity.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import comity.meaning.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors are kept under what they are of, through damage and among processes. */
@Tag("MEM-21")
class VectorsTest {
  private static final int WIDTH = 384;

  @TempDir private Path folder;
  private final Random random = new Random(1);

  private Vectors open() {
    return new Vectors(folder, Language.ENGLISH, "m", WIDTH);
  }

  private float[] vector() {
    float[] vector = new float[WIDTH];
    double square = 0;
    for (int i = 0; i < WIDTH; i++) {
      vector[i] = (float) random.nextGaussian();
      square += vector[i] * vector[i];
    }
    for (int i = 0; i < WIDTH; i++) {
      vector[i] /= (float) Math.sqrt(square);
    }
    return vector;
  }

  private int rows(Vectors vectors) throws IOException {
    vectors.refresh();
    return vectors.size();
  }

  @Test
  void anotherProcessFindsWhatWasKept() throws IOException {
    Vectors one = open();
    Vectors other = open();
    one.keep(new long[] {1, 2}, List.of(vector(), vector()));
    assertThat(rows(other)).isEqualTo(2);
    other.keep(new long[] {3}, List.of(vector()));
    assertThat(rows(one)).isEqualTo(3);
    one.keep(new long[] {3}, List.of(vector()));
    assertThat(rows(one)).isEqualTo(3);
  }

  @Test
  void whatWasHalfWrittenCountsAsNotThere() throws IOException {
    open().keep(new long[] {1, 2}, List.of(vector(), vector()));
    Path file = folder.resolve("vectors-m");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 10));
    Vectors vectors = open();
    assertThat(rows(vectors)).isEqualTo(1);
    vectors.keep(new long[] {3}, List.of(vector()));
    assertThat(rows(vectors)).isEqualTo(2);
    assertThat(rows(open())).isEqualTo(2);
    byte[] damaged = Files.readAllBytes(file);
    damaged[100] ^= 1;
    Files.write(file, damaged);
    assertThat(rows(open())).isEqualTo(1);
  }

  @Test
  void aFileOfSomethingElseIsMadeAnew() throws IOException {
    Files.writeString(folder.resolve("vectors-m"), "something else, and longer than a head");
    Vectors vectors = open();
    assertThat(rows(vectors)).isZero();
    vectors.keep(new long[] {1}, List.of(vector()));
    assertThat(rows(open())).isEqualTo(1);
    Files.write(folder.resolve("vectors-m"), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(rows(vectors)).isZero();
  }

  @Test
  void bytesAreAccurateEnoughForCosines() {
    Rack rack = Rack.of(WIDTH);
    float[] middle = new float[WIDTH];
    Arrays.fill(middle, 0.02f);
    float[][] vectors = new float[50][];
    for (int row = 0; row < vectors.length; row++) {
      vectors[row] = vector();
      rack.put(row, Vectors.bytes(vectors[row]), 0);
      rack.see(row, middle);
    }
    float[] question = vector();
    Rack.Aim aim = Rack.Aim.of(question, middle);
    for (int row = 0; row < vectors.length; row++) {
      assertThat(rack.cosine(row, aim))
          .isCloseTo(cosine(vectors[row], question, middle), within(0.005f));
    }
    Rack.Aim itself = Rack.Aim.of(vectors[7], middle);
    short[] apart = new short[60];
    rack.apart(vectors.length, itself, apart, 10);
    assertThat(apart[17]).isLessThan((short) 5);
    assertThat(apart[18]).isGreaterThan((short) 100);
  }

  private static float cosine(float[] a, float[] b, float[] middle) {
    double product = 0;
    double left = 0;
    double right = 0;
    for (int i = 0; i < WIDTH; i++) {
      product += (a[i] - middle[i]) * (b[i] - middle[i]);
      left += (a[i] - middle[i]) * (a[i] - middle[i]);
      right += (b[i] - middle[i]) * (b[i] - middle[i]);
    }
    return (float) (product / Math.sqrt(left * right));
  }
}
