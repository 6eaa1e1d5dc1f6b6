package comity.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;

/** Words that the best passages have in common may be what others call it. */
final class Feedback {
  private static final int BEST_PASSAGES = 5;
  private static final int NEW_WORDS = 15;

  private Feedback() {}

  /** How well each passage fits the words of the best ones that the question does not have. */
  static float[] of(Library library, Analyzer analyzer, Asked asked, WordScores words)
      throws IOException {
    float[] both = new float[library.size()];
    for (int p = 0; p < both.length; p++) {
      both[p] = words.passage[p] + words.near[p];
    }
    int[] best = best(both);
    Map<String, Float> weights = new HashMap<>();
    List<Entry> entries = library.entries(best);
    for (int i = 0; i < best.length; i++) {
      Set<String> said = new HashSet<>(Asked.words(analyzer, entries.get(i).said()));
      asked.words().forEach(said::remove);
      for (String word : said) {
        weights.merge(word, words.near[best[i]], Float::sum);
      }
    }
    List<Map.Entry<String, Float>> telling = new ArrayList<>();
    for (Map.Entry<String, Float> word : weights.entrySet()) {
      TermList list = TermList.of(library, Fields.WORDS, word.getKey());
      telling.add(Map.entry(word.getKey(), word.getValue() * WordScores.weight(library, list)));
    }
    telling.sort(
        Comparator.comparingDouble((Map.Entry<String, Float> word) -> -word.getValue())
            .thenComparing(Map.Entry::getKey));
    return WordScores.ofPassages(
        library, telling.stream().limit(NEW_WORDS).map(Map.Entry::getKey).toList());
  }

  private static int[] best(float[] scores) {
    List<Integer> best = new ArrayList<>();
    for (int p = 0; p < scores.length; p++) {
      if (scores[p] > 0 && (best.size() < BEST_PASSAGES || scores[p] > scores[best.getLast()])) {
        int at = best.size();
        while (at > 0 && scores[p] > scores[best.get(at - 1)]) {
          at--;
        }
        best.add(at, p);
        if (best.size() > BEST_PASSAGES) {
          best.removeLast();
        }
      }
    }
    return best.stream().mapToInt(Integer::intValue).toArray();
  }
}
