package comity.cli;

import java.util.List;

/** Finds the word that a mistyped one was meant to be. */
final class Nearest {
  /** More changes than a third of the word is another word. */
  private static final int PART = 3;

  private Nearest() {}

  /** The nearest of {@code known}, or empty where none is near. */
  static String to(String typed, List<String> known) {
    String nearest = "";
    int fewest = Math.max(1, typed.length() / PART) + 1;
    for (String word : known) {
      int changes = changes(typed, word);
      if (changes < fewest) {
        fewest = changes;
        nearest = word;
      }
    }
    return nearest;
  }

  /** Letters added, left out, changed, or two neighbours swapped. */
  static int changes(String from, String to) {
    int[][] least = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        least[i][j] = i == 0 || j == 0 ? i + j : step(from, to, i, j, least);
      }
    }
    return least[from.length()][to.length()];
  }

  private static int step(String from, String to, int i, int j, int[][] least) {
    int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int best = Math.min(least[i - 1][j - 1] + same, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, least[i - 2][j - 2] + 1) : best;
  }
}
