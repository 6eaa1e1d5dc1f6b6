package comity.search;

import java.util.Arrays;

/**
 * The vectors of a library's passages, as far as there were any at one moment.
 *
 * @param rowOf by passage: its row; -1 where its vector is not known
 * @param missing the passages in the language of the model whose vectors are not known
 * @param rows how many there are
 * @param middle from which they are seen
 */
record Known(Library library, int[] rowOf, int[] missing, int rows, Rack[] racks, float[] middle) {

  /** A vector of length 1 that is looked for. */
  Rack.Aim aim(float[] vector) {
    return Rack.Aim.of(vector, middle);
  }

  /** The cosine of a passage that has a vector. */
  float cosine(int passage, Rack.Aim aim) {
    int row = rowOf[passage];
    return racks[row / Rack.ROWS].cosine(row % Rack.ROWS, aim);
  }

  /** The plain cosine of a passage and a vector of length 1; 0 where it has no vector. */
  float plainCosine(int passage, float[] vector) {
    int row = rowOf[passage];
    return row < 0 ? 0 : racks[row / Rack.ROWS].product(row % Rack.ROWS, vector);
  }

  /** About as many passages as asked for, among which the nearest are. */
  int[] nearest(Rack.Aim aim, int count) {
    short[] apart = new short[racks.length * Rack.ROWS];
    for (int rack = 0; rack < racks.length; rack++) {
      int first = rack * Rack.ROWS;
      racks[rack].apart(Math.min(Rack.ROWS, rows - first), aim, apart, first);
    }
    int[] byDistance = new int[aim.sides().length * Long.SIZE + 1];
    for (int row : rowOf) {
      if (row >= 0) {
        byDistance[apart[row]]++;
      }
    }
    int limit = 0;
    for (int sum = byDistance[0]; limit + 1 < byDistance.length; limit++) {
      sum += byDistance[limit + 1];
      if (sum > count) {
        break;
      }
    }
    int[] nearest = new int[rowOf.length];
    int found = 0;
    for (int p = 0; p < rowOf.length; p++) {
      if (rowOf[p] >= 0 && apart[rowOf[p]] <= limit) {
        nearest[found++] = p;
      }
    }
    return Arrays.copyOf(nearest, found);
  }
}
