import comity.memory.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What one would do without us; each gives a score for each candidate. */
final class Plain {
  private final List<List<String>> documents = new ArrayList<>();
  private final List<List<String>> names = new ArrayList<>();
  private final Map<String, Integer> holders = new HashMap<>();
  private double length;

  Plain(List<Candidate> candidates) {
    for (Candidate each : candidates) {
      String name = each.file().replaceFirst("\\.md$", "").replaceAll("[-_/]", " ");
      List<String> words = words(name + " " + String.join(" ", each.phrases()) + " " + each.text());
      documents.add(words);
      names.add(words(name));
      new LinkedHashSet<>(words).forEach(word -> holders.merge(word, 1, Integer::sum));
      length += words.size() / (double) candidates.size();
    }
  }

  /** Letters and digits in runs; Han characters in pairs. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String run : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
      for (String part : run.split("(?<=\\p{IsHan})(?!\\p{IsHan})|(?<!\\p{IsHan})(?=\\p{IsHan})", -1)) {
        boolean han = !part.isEmpty() && Character.isIdeographic(part.codePointAt(0));
        if (!han && !part.isEmpty()) {
          words.add(part);
        }
        for (int at = 0; han && at < Math.max(1, part.length() - 1); at++) {
          words.add(part.substring(at, Math.min(part.length(), at + 2)));
        }
      }
    }
    return words;
  }

  /** How many lines' words grep would find. */
  double[] grep(String message) {
    Set<String> asked = new LinkedHashSet<>(words(message));
    return documents.stream()
        .mapToDouble(document -> document.stream().filter(asked::contains).count())
        .toArray();
  }

  /** How many different words are in the name of the file. */
  double[] name(String message) {
    Set<String> asked = new LinkedHashSet<>(words(message));
    return names.stream()
        .mapToDouble(name -> name.stream().distinct().filter(asked::contains).count())
        .toArray();
  }

  /** BM25 with one document for each file, k1 1.2 and b .75. */
  double[] bm25(String message) {
    double[] scores = new double[documents.size()];
    for (String word : new LinkedHashSet<>(words(message))) {
      int holds = holders.getOrDefault(word, 0);
      double rarity = Math.log(1 + (scores.length - holds + 0.5) / (holds + 0.5));
      for (int at = 0; at < scores.length; at++) {
        List<String> document = documents.get(at);
        double count = document.stream().filter(word::equals).count();
        double norm = 1.2 * (0.25 + 0.75 * document.size() / length);
        scores[at] += rarity * count * 2.2 / (count + norm);
      }
    }
    return scores;
  }

  static int best(double[] scores) {
    double highest = Arrays.stream(scores).max().orElse(0);
    int at = 0;
    while (scores[at] < highest) {
      at++;
    }
    return at;
  }
}
