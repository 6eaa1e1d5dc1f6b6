package comity.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * How much each feature counts, with the model and without; learned by {@code bench/memory --train}
 * from questions to conversations, and kept in {@code weights.txt} beside this class: {@code words}
 * or {@code meaning}, a feature, a number.
 */
public final class Weights {
  private final float[] words = new float[Feature.COUNT];
  private final float[] meaning = new float[Feature.COUNT];

  private Weights() {}

  /** Those that Comity comes with. */
  public static Weights shipped() {
    try (InputStream in =
        Objects.requireNonNull(Weights.class.getResourceAsStream("weights.txt"))) {
      return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads weights; a feature that is not named counts nothing.
   *
   * @throws IllegalArgumentException where the text is something else
   */
  public static Weights read(String text) {
    Weights weights = new Weights();
    for (String line :
        text.lines().filter(each -> !each.isBlank() && !each.startsWith("#")).toList()) {
      String[] parts = line.strip().split("[ \t]+", -1);
      if (parts.length != 3) {
        throw new IllegalArgumentException("no weight: " + line);
      }
      float[] of =
          switch (parts[0]) {
            case "words" -> weights.words;
            case "meaning" -> weights.meaning;
            default -> throw new IllegalArgumentException("no weight: " + line);
          };
      of[Feature.valueOf(parts[1]).place] = Float.parseFloat(parts[2]);
    }
    return weights;
  }

  /** The score of a passage by its features. */
  float score(float[] features, boolean byMeaning) {
    float[] of = byMeaning ? meaning : words;
    float score = 0;
    for (int i = 0; i < of.length; i++) {
      score += of[i] * features[i];
    }
    return score;
  }
}
