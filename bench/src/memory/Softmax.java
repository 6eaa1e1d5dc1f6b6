import java.util.ArrayList;
import java.util.List;

/**
 * Learns a linear ranking: the weights under which the answers among all passages of each question are
 * likeliest, where a passage's chance grows with e to its score. The weights are held small
 * (in units of each feature's spread), and found by Newton's method, which needs few steps because
 * there is one valley only.
 */
final class Softmax {
  /** How strongly weights are held small. */
  private static final double HOLD = 1e-3;

  private static final int MAX_STEPS = 50;
  private static final double SMALL = 1e-7;

  private record Example(float[][] features, boolean[] answers) {}

  private final int width;
  private final List<Example> examples = new ArrayList<>();

  Softmax(int width) {
    this.width = width;
  }

  void add(float[][] features, boolean[] answers) {
    examples.add(new Example(features, answers));
  }

  double[] learn() {
    double[] spread = spread();
    double[] weights = new double[width];
    double loss = loss(weights, spread, null, null);
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] slope = new double[width];
      double[][] curve = new double[width][width];
      loss(weights, spread, slope, curve);
      double[] move = solve(curve, slope);
      double[] next = weights;
      double better = loss;
      for (double scale = 1; scale > SMALL && better >= loss; scale /= 2) {
        next = weights.clone();
        for (int i = 0; i < width; i++) {
          next[i] -= scale * move[i];
        }
        better = loss(next, spread, null, null);
      }
      if (better >= loss - SMALL) {
        break;
      }
      weights = next;
      loss = better;
    }
    for (int i = 0; i < width; i++) {
      weights[i] /= spread[i];
    }
    return weights;
  }

  /** The standard deviation of each feature. */
  private double[] spread() {
    double[] sum = new double[width];
    double[] squares = new double[width];
    long count = 0;
    for (Example example : examples) {
      for (float[] passage : example.features()) {
        for (int i = 0; i < width; i++) {
          sum[i] += passage[i];
          squares[i] += passage[i] * passage[i];
        }
        count++;
      }
    }
    double[] spread = new double[width];
    for (int i = 0; i < width; i++) {
      double mean = sum[i] / count;
      spread[i] = Math.max(1e-9, Math.sqrt(Math.max(0, squares[i] / count - mean * mean)));
    }
    return spread;
  }

  private double loss(double[] weights, double[] spread, double[] slope, double[][] curve) {
    double loss = 0;
    for (Example example : examples) {
      loss += loss(example, weights, spread, slope, curve) / examples.size();
    }
    for (int i = 0; i < width; i++) {
      loss += HOLD * weights[i] * weights[i];
      if (slope != null) {
        slope[i] = slope[i] / examples.size() + 2 * HOLD * weights[i];
        for (int j = 0; j < width; j++) {
          curve[i][j] = curve[i][j] / examples.size() + (i == j ? 2 * HOLD : 0);
        }
      }
    }
    return loss;
  }

  private double loss(
      Example example, double[] weights, double[] spread, double[] slope, double[][] curve) {
    int size = example.features().length;
    double[] score = new double[size];
    double highest = Double.NEGATIVE_INFINITY;
    int answers = 0;
    for (int p = 0; p < size; p++) {
      for (int i = 0; i < width; i++) {
        score[p] += weights[i] * example.features()[p][i] / spread[i];
      }
      highest = Math.max(highest, score[p]);
      answers += example.answers()[p] ? 1 : 0;
    }
    double all = 0;
    for (double each : score) {
      all += Math.exp(each - highest);
    }
    double loss = highest + Math.log(all);
    double[] mean = new double[width];
    for (int p = 0; p < size; p++) {
      double chance = Math.exp(score[p] - highest) / all;
      double share = example.answers()[p] ? 1.0 / answers : 0;
      loss -= share * score[p];
      if (slope == null) {
        continue;
      }
      float[] passage = example.features()[p];
      for (int i = 0; i < width; i++) {
        double value = passage[i] / spread[i];
        slope[i] += (chance - share) * value;
        mean[i] += chance * value;
        for (int j = 0; j <= i; j++) {
          curve[i][j] += chance * value * passage[j] / spread[j];
        }
      }
    }
    if (slope != null) {
      for (int i = 0; i < width; i++) {
        for (int j = 0; j <= i; j++) {
          curve[i][j] -= mean[i] * mean[j];
        }
      }
    }
    return loss;
  }

  /** The solution of a system whose matrix is symmetric; only its lower half is read. */
  private static double[] solve(double[][] lower, double[] right) {
    int size = right.length;
    double[][] rows = new double[size][size + 1];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        rows[i][j] = i >= j ? lower[i][j] : lower[j][i];
      }
      rows[i][size] = right[i];
    }
    for (int i = 0; i < size; i++) {
      for (int below = i + 1; below < size; below++) {
        double times = rows[below][i] / rows[i][i];
        for (int j = i; j <= size; j++) {
          rows[below][j] -= times * rows[i][j];
        }
      }
    }
    double[] solution = new double[size];
    for (int i = size - 1; i >= 0; i--) {
      double rest = rows[i][size];
      for (int j = i + 1; j < size; j++) {
        rest -= rows[i][j] * solution[j];
      }
      solution[i] = rest / rows[i][i];
    }
    return solution;
  }
}
