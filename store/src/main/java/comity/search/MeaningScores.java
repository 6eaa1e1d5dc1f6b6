package comity.search;

import java.util.Arrays;

/**
 * How near each passage, what stands around it, and its section are in meaning to a question. All
 * figures are shares of the way from an ordinary passage, 0, to the nearest, 1, so that they mean
 * the same in a small memory and in a large one. What is not known is 0.
 */
final class MeaningScores {
  final float[] passage;

  /** By section: that of its nearest passage. */
  final float[] section;

  private final Library library;

  private MeaningScores(Library library, float[] cosines) {
    this.library = library;
    this.passage = shares(cosines);
    section = new float[library.sections()];
    Arrays.fill(section, Float.NEGATIVE_INFINITY);
    for (int p = 0; p < passage.length; p++) {
      section[library.section[p]] = Math.max(section[library.section[p]], passage[p]);
    }
  }

  static MeaningScores of(Vectors.Known known, float[] question) {
    float[] cosines = new float[known.rowOf().length];
    for (int p = 0; p < cosines.length; p++) {
      cosines[p] = known.rowOf()[p] < 0 ? Float.NaN : known.cosine(p, question);
    }
    return new MeaningScores(known.library(), cosines);
  }

  /** The mean of the passages that stand around one. */
  float around(int passage, int reach) {
    float sum = 0;
    int from = library.from(passage, reach);
    int to = library.to(passage, reach);
    for (int p = from; p < to; p++) {
      sum += this.passage[p];
    }
    return sum / (to - from);
  }

  private static float[] shares(float[] cosines) {
    double sum = 0;
    int count = 0;
    float largest = Float.NEGATIVE_INFINITY;
    for (float cosine : cosines) {
      if (!Float.isNaN(cosine)) {
        sum += cosine;
        count++;
        largest = Math.max(largest, cosine);
      }
    }
    float mean = (float) (sum / Math.max(1, count));
    float[] shares = new float[cosines.length];
    for (int p = 0; p < shares.length; p++) {
      shares[p] =
          Float.isNaN(cosines[p]) ? 0 : (cosines[p] - mean) / Math.max(1e-6f, largest - mean);
    }
    return shares;
  }
}
