package comity.control;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Guesses what a misspelt word was meant to be. */
public final class Nearest {
  /** Longer words are no slip of the finger, and comparing costs the product of the lengths. */
  private static final int LONGEST = 40;

  private Nearest() {}

  /** What to do about a key that this section does not have. */
  static String hint(String name, Section<?> section) {
    List<String> known = section.keys().stream().map(Key::name).toList();
    Optional<String> near = of(name, known);
    if (near.isPresent()) {
      return "did you mean `" + near.get() + "`?";
    }
    List<String> elsewhere = Schema.sectionsWith(name);
    if (!elsewhere.isEmpty()) {
      return "it belongs in " + String.join(" or ", elsewhere);
    }
    return "known here: " + String.join(", ", known);
  }

  /** The word of {@code known} that is nearest to {@code name}, if one is near at all. */
  public static Optional<String> of(String name, List<String> known) {
    if (name.length() > LONGEST) {
      return Optional.empty();
    }
    String plain = plain(name);
    int near = Math.max(1, Math.min(3, plain.length() / 3));
    return known.stream()
        .filter(k -> distance(plain, plain(k)) <= near)
        .min(Comparator.comparingInt(k -> distance(plain, plain(k))));
  }

  /** {@code one of "a", "b" or "c"}. */
  static String list(List<String> words) {
    return words.stream().map(w -> "\"" + w + "\"").collect(Collectors.joining(", "));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  /** Edits, counting two neighbours swapped as one (optimal string alignment). */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
