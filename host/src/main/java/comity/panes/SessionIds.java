package comity.panes;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Ids of sessions: short enough to be typed, without letters that look like another. */
final class SessionIds implements Supplier<String> {
  private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int LENGTH = 8;

  private final RandomGenerator random;

  SessionIds(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public String get() {
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < LENGTH; i++) {
      id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return id.toString();
  }
}
