package comity.recall;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** The handles of memory sessions. */
final class Handles {
  /** Random bytes of a handle: nobody guesses them. */
  private static final int BYTES = 16;

  private Handles() {}

  static String next(RandomGenerator random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return "m-" + HexFormat.of().formatHex(bytes);
  }
}
