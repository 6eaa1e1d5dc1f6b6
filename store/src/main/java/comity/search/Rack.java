package comity.search;

/**
 * Vectors in memory, a fixed number of rows. They are seen from a middle, that of all vectors:
 * texts of one memory are alike in much that a question does not ask for, and from the middle that
 * is gone.
 *
 * @param numbers a signed byte for each number of each row
 * @param lengths of each row, in these units
 * @param away how far each row, made to length 1, is from the middle
 * @param sides by row: one bit for each number, set where it is above that of the middle
 */
record Rack(int width, byte[] numbers, float[] lengths, float[] away, long[] sides) {
  static final int ROWS = 1024;

  static Rack of(int width) {
    return new Rack(
        width,
        new byte[ROWS * width],
        new float[ROWS],
        new float[ROWS],
        new long[ROWS * longs(width)]);
  }

  /** How many longs hold a bit for each number. */
  static int longs(int width) {
    return (width + Long.SIZE - 1) / Long.SIZE;
  }

  /** The same rows, to be seen from another middle. */
  Rack anew() {
    return new Rack(width, numbers, lengths, new float[ROWS], new long[sides.length]);
  }

  void put(int row, byte[] bytes, int from) {
    System.arraycopy(bytes, from, numbers, row * width, width);
    double square = 0;
    for (int i = 0; i < width; i++) {
      square += bytes[from + i] * bytes[from + i];
    }
    lengths[row] = Math.max(1, (float) Math.sqrt(square));
  }

  void addTo(double[] sum, int row) {
    for (int i = 0; i < width; i++) {
      sum[i] += numbers[row * width + i] / lengths[row];
    }
  }

  /** Looks at a row from a middle. */
  void see(int row, float[] middle) {
    double square = 0;
    int first = row * longs(width);
    for (int i = 0; i < width; i++) {
      float apart = numbers[row * width + i] / lengths[row] - middle[i];
      square += apart * apart;
      if (apart > 0) {
        sides[first + i / Long.SIZE] |= 1L << i;
      }
    }
    away[row] = Math.max(1e-6f, (float) Math.sqrt(square));
  }

  /** The cosine of a row and what is looked for, both seen from the middle. */
  float cosine(int row, Aim aim) {
    return (product(row, aim.direction()) - aim.middle()) / away[row];
  }

  /** The product of a row, made to length 1, and a vector: of one of length 1 the plain cosine. */
  float product(int row, float[] vector) {
    int first = row * width;
    // Four sums that don't wait for each other take a third of the time of one.
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i + 3 < width; i += 4) {
      a += numbers[first + i] * vector[i];
      b += numbers[first + i + 1] * vector[i + 1];
      c += numbers[first + i + 2] * vector[i + 2];
      d += numbers[first + i + 3] * vector[i + 3];
    }
    for (; i < width; i++) {
      a += numbers[first + i] * vector[i];
    }
    return (a + b + c + d) / lengths[row];
  }

  /**
   * On how many sides of the middle the first rows and what is looked for differ: quick, and near
   * enough to find those that may be nearest.
   */
  void apart(int rows, Aim aim, short[] apart, int at) {
    long[] wanted = aim.sides();
    int first = 0;
    for (int row = 0; row < rows; row++) {
      int differ = 0;
      for (int i = 0; i < wanted.length; i++) {
        differ += Long.bitCount(sides[first + i] ^ wanted[i]);
      }
      apart[at + row] = (short) differ;
      first += wanted.length;
    }
  }

  /**
   * What is looked for.
   *
   * @param direction from the middle, of length 1
   * @param middle the product of direction and middle
   */
  record Aim(float[] direction, float middle, long[] sides) {
    static Aim of(float[] vector, float[] middle) {
      float[] direction = new float[vector.length];
      long[] sides = new long[longs(vector.length)];
      double square = 0;
      for (int i = 0; i < vector.length; i++) {
        direction[i] = vector[i] - middle[i];
        square += direction[i] * direction[i];
        if (direction[i] > 0) {
          sides[i / Long.SIZE] |= 1L << i;
        }
      }
      float length = Math.max(1e-6f, (float) Math.sqrt(square));
      float product = 0;
      for (int i = 0; i < vector.length; i++) {
        direction[i] /= length;
        product += direction[i] * middle[i];
      }
      return new Aim(direction, product, sides);
    }
  }
}
