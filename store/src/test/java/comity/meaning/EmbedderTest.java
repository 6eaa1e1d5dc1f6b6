package comity.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("MEM-9")
class EmbedderTest {
  private static final Embedder EMBEDDER = new Embedder(Path.of("target/models").toAbsolutePath());

  @AfterAll
  static void close() {
    EMBEDDER.close();
  }

  private static List<float[]> vectors(Language language, String... texts) {
    return switch (EMBEDDER.embed(language, Embedder.Use.PLAIN, List.of(texts))) {
      case Embedded.Vectors(List<float[]> all) -> all;
      case Embedded.NoModel(String why) -> throw new AssertionError(why);
    };
  }

  private static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int at = 0; at < a.length; at++) {
      sum += a[at] * b[at];
    }
    return sum;
  }

  @Test
  void paraphrasesLieNearerThanOtherTexts() {
    List<float[]> english =
        vectors(
            Language.ENGLISH,
            "Who should I call when the database is down?",
            "contact person for database outages",
            "The soup needs more salt.");
    assertThat(cosine(english.get(0), english.get(1)))
        .isGreaterThan(cosine(english.get(0), english.get(2)) + 0.15);
    List<float[]> chinese = vectors(Language.CHINESE, "数据库挂了该找谁？", "数据库故障联系人", "今天的汤有点淡。");
    assertThat(cosine(chinese.get(0), chinese.get(1)))
        .isGreaterThan(cosine(chinese.get(0), chinese.get(2)) + 0.15);
  }

  @Test
  void vectorsAreOfLengthOneAndDoNotDependOnTheirNeighbours() {
    float[] alone = vectors(Language.ENGLISH, "deploy the service").getFirst();
    float[] among = vectors(Language.ENGLISH, "x".repeat(5000), "deploy the service", "").get(1);
    assertThat(cosine(alone, alone)).isBetween(0.9999, 1.0001);
    assertThat(among).containsExactly(alone);
  }
}
