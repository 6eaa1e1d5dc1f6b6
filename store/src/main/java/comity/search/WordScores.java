package comity.search;

import java.io.IOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How well the words of a question fit each passage (BM25), what stands around it, and its section.
 * What stands around is scored as if it were one passage, so that a word said just before counts
 * together with one said here.
 */
final class WordScores {
  /** How fast more of the same word stops to count, and how much length does; as measured. */
  private static final float K1 = 0.9f;

  private static final float B = 0.4f;

  /** How far "near" and "around" reach to each side. */
  static final int NEAR = 1;

  static final int AROUND = 3;

  final float[] passage;
  final float[] near;
  final float[] around;

  /** By section. */
  final float[] section;

  /** The share of the question's words, by weight, that stand near a passage. */
  final float[] covered;

  /** How many of its words the headings above a passage have, or the date. */
  final byte[] above;

  private final Library library;
  private final int[] counts;
  private final float[] nearLength;
  private final float[] aroundLength;

  private WordScores(Library library) {
    this.library = library;
    int size = library.size();
    passage = new float[size];
    near = new float[size];
    around = new float[size];
    covered = new float[size];
    above = new byte[size];
    section = new float[library.sections()];
    counts = new int[Math.max(size, section.length)];
    nearLength = library.lengths(NEAR);
    aroundLength = library.lengths(AROUND);
  }

  static WordScores of(Library library, Collection<String> words) throws IOException {
    WordScores scores = new WordScores(library);
    float all = 0;
    for (String word : words) {
      TermList list = TermList.of(library, Fields.WORDS, word);
      float weight = weight(library, list);
      all += list.size() == 0 ? 0 : weight;
      scores.add(list, weight);
      TermList above = TermList.of(library, Fields.ABOVE, word);
      for (int i = 0; i < above.size(); i++) {
        scores.above[above.passages()[i]]++;
      }
    }
    for (int p = 0; p < library.size() && all > 0; p++) {
      scores.covered[p] /= all;
    }
    return scores;
  }

  /** The score of each passage by itself. */
  static float[] ofPassages(Library library, Collection<String> words) throws IOException {
    float[] scores = new float[library.size()];
    float mean = mean(library);
    for (String word : words) {
      TermList list = TermList.of(library, Fields.WORDS, word);
      float weight = weight(library, list);
      for (int i = 0; i < list.size(); i++) {
        int p = list.passages()[i];
        scores[p] += weight * saturated(list.counts()[i], library.words(p) / mean);
      }
    }
    return scores;
  }

  /** A rare word says more. */
  static float weight(Library library, TermList list) {
    return (float) Math.log(1 + (library.size() - list.size() + 0.5) / (list.size() + 0.5));
  }

  private void add(TermList list, float weight) {
    float mean = mean(library);
    for (int i = 0; i < list.size(); i++) {
      int p = list.passages()[i];
      passage[p] += weight * saturated(list.counts()[i], library.words(p) / mean);
    }
    addAround(list, weight, NEAR, nearLength, near, covered);
    addAround(list, weight, AROUND, aroundLength, around, null);
    addSections(list, weight);
  }

  private void addAround(
      TermList list,
      float weight,
      int reach,
      float[] length,
      float[] scores,
      float @Nullable [] seen) {
    for (int i = 0; i < list.size(); i++) {
      int p = list.passages()[i];
      for (int at = library.from(p, reach); at < library.to(p, reach); at++) {
        counts[at] += list.counts()[i];
      }
    }
    for (int i = 0; i < list.size(); i++) {
      int p = list.passages()[i];
      for (int at = library.from(p, reach); at < library.to(p, reach); at++) {
        if (counts[at] > 0) {
          scores[at] += weight * saturated(counts[at], length[at]);
          if (seen != null) {
            seen[at] += weight;
          }
          counts[at] = 0;
        }
      }
    }
  }

  private void addSections(TermList list, float weight) {
    float mean = (float) library.wordsBefore[library.size()] / Math.max(1, section.length);
    for (int i = 0; i < list.size(); ) {
      int s = library.section[list.passages()[i]];
      int count = 0;
      for (; i < list.size() && library.section[list.passages()[i]] == s; i++) {
        count += list.counts()[i];
      }
      int words =
          library.wordsBefore[library.firstOfSection[s + 1]]
              - library.wordsBefore[library.firstOfSection[s]];
      section[s] += weight * saturated(count, words / mean);
    }
  }

  private static float saturated(int count, float length) {
    return count * (K1 + 1) / (count + K1 * (1 - B + B * length));
  }

  private static float mean(Library library) {
    return Math.max(1, (float) library.wordsBefore[library.size()] / Math.max(1, library.size()));
  }
}
