package comity.meaning;

import java.util.List;

/** Arithmetic of vectors. */
final class Vectors {
  private Vectors() {}

  /** The cosine, where both are of length 1. */
  static float dot(float[] a, float[] b) {
    float sum = 0;
    for (int at = 0; at < a.length; at++) {
      sum += a[at] * b[at];
    }
    return sum;
  }

  /** Makes the length 1, in place; zero stays. */
  static float[] unit(float[] vector) {
    float length = (float) Math.sqrt(dot(vector, vector));
    for (int at = 0; at < vector.length && length > 0; at++) {
      vector[at] /= length;
    }
    return vector;
  }

  /** The direction of the sum of vectors, each times its weight. */
  static float[] centre(List<float[]> vectors, List<Float> weights) {
    float[] sum = new float[vectors.getFirst().length];
    for (int row = 0; row < vectors.size(); row++) {
      float[] vector = vectors.get(row);
      for (int at = 0; at < sum.length; at++) {
        sum[at] += weights.get(row) * vector[at];
      }
    }
    return unit(sum);
  }
}
