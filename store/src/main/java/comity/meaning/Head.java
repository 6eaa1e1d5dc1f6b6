package comity.meaning;

import java.util.Arrays;
import java.util.List;

/**
 * A logistic head over vectors: from a few examples for each file, how likely each file is. It is
 * trained where it is used, in milliseconds and always to the same result: by steepest descent with
 * momentum on convex loss, from zero, with a step that the examples allow.
 *
 * <p>What is learned is a weight for each example and file; a vector is compared with each example
 * by a Gaussian of their distance, so that near examples count more than in a straight line.
 */
final class Head {
  /** How far apart likelihoods may get, and what keeps them from it; chosen on training data. */
  private static final float SCALE = 10;

  private static final float DECAY = 0.01f;

  /** The width of the Gaussian, as a difference of cosines; chosen on training data. */
  private static final float WIDTH = 2;

  private static final int STEPS = 100;

  private final float[] mean;
  private final float[][] examples;
  private final float[][] learned;
  private final int files;

  private Head(float[] mean, float[][] examples, float[][] learned, int files) {
    this.mean = mean;
    this.examples = examples;
    this.learned = learned;
    this.files = files;
  }

  /**
   * Learns from examples.
   *
   * @param file which file each example is of, from 0
   * @param weight how much each example counts
   */
  static Head train(List<float[]> examples, int[] file, float[] weight, int files) {
    int n = examples.size();
    int width = examples.getFirst().length;
    float sum = 0;
    float[] mean = new float[width];
    for (int at = 0; at < n; at++) {
      sum += weight[at];
      add(mean, examples.get(at), weight[at]);
    }
    for (int column = 0; column < width; column++) {
      mean[column] /= sum;
    }
    float[][] centred = new float[n][];
    for (int at = 0; at < n; at++) {
      centred[at] = centre(examples.get(at), mean);
    }
    float[][] learned = descend(products(centred), file, weight, sum, files);
    return new Head(mean, centred, learned, files);
  }

  /** The logarithm of how likely each file is for a vector. */
  double[] logLikelihoods(float[] vector) {
    float[] at = centre(vector, mean);
    double[] logits = new double[files];
    for (int example = 0; example < examples.length; example++) {
      float near = SCALE * nearness(at, examples[example]);
      for (int each = 0; each < files; each++) {
        logits[each] += near * learned[example][each];
      }
    }
    double highest = Arrays.stream(logits).max().orElse(0);
    double sum = 0;
    for (double logit : logits) {
      sum += Math.exp(logit - highest);
    }
    double all = highest + Math.log(sum);
    return Arrays.stream(logits).map(logit -> logit - all).toArray();
  }

  private static float[][] descend(
      float[][] products, int[] file, float[] weight, float sum, int files) {
    int n = products.length;
    float step = 1 / (SCALE * SCALE / 2 * bound(products, weight) / sum + DECAY);
    float[][] now = new float[n][files];
    float[][] ahead = new float[n][files];
    double momentum = 1;
    for (int turn = 0; turn < STEPS; turn++) {
      double next = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
      float carry = (float) ((momentum - 1) / next);
      momentum = next;
      float[][] logits = new float[n][files];
      for (int at = 0; at < n; at++) {
        for (int other = 0; other < n; other++) {
          add(logits[at], ahead[other], SCALE * products[at][other]);
        }
        softmax(logits[at]);
      }
      for (int at = 0; at < n; at++) {
        for (int each = 0; each < files; each++) {
          float off = logits[at][each] - (file[at] == each ? 1 : 0);
          float slope = SCALE * off * weight[at] / sum + DECAY * ahead[at][each];
          float moved = ahead[at][each] - step * slope;
          ahead[at][each] = moved + carry * (moved - now[at][each]);
          now[at][each] = moved;
        }
      }
    }
    return now;
  }

  /** A bound of the largest eigenvalue of the weighted products: no step may be too long. */
  private static float bound(float[][] products, float[] weight) {
    int n = products.length;
    double[] vector = new double[n];
    Arrays.fill(vector, 1);
    double value = 0;
    for (int turn = 0; turn < 30; turn++) {
      double[] next = new double[n];
      double square = 0;
      for (int at = 0; at < n; at++) {
        for (int other = 0; other < n; other++) {
          next[at] += Math.sqrt(weight[at] * weight[other]) * products[at][other] * vector[other];
        }
        square += next[at] * next[at];
      }
      value = Math.sqrt(square);
      for (int at = 0; at < n; at++) {
        vector[at] = value == 0 ? 1 : next[at] / value;
      }
    }
    return (float) (value * 1.1 + 1e-6);
  }

  private static float[][] products(float[][] rows) {
    float[][] products = new float[rows.length][rows.length];
    for (int at = 0; at < rows.length; at++) {
      for (int other = at; other < rows.length; other++) {
        products[at][other] = nearness(rows[at], rows[other]);
        products[other][at] = products[at][other];
      }
    }
    return products;
  }

  private static void softmax(float[] row) {
    float highest = Float.NEGATIVE_INFINITY;
    for (float each : row) {
      highest = Math.max(highest, each);
    }
    float sum = 0;
    for (int at = 0; at < row.length; at++) {
      row[at] = (float) Math.exp(row[at] - highest);
      sum += row[at];
    }
    for (int at = 0; at < row.length; at++) {
      row[at] /= sum;
    }
  }

  private static float[] centre(float[] vector, float[] mean) {
    float[] centred = vector.clone();
    add(centred, mean, -1);
    return Vectors.unit(centred);
  }

  private static void add(float[] to, float[] what, float times) {
    for (int at = 0; at < to.length; at++) {
      to[at] += times * what[at];
    }
  }

  private static float nearness(float[] a, float[] b) {
    return (float) Math.exp((Vectors.dot(a, b) - 1) / WIDTH);
  }
}
