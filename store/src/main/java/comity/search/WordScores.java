package comity.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How well the words of a question fit each passage (BM25), what stands around it, and its section.
 * What stands around is scored as if it were one passage, so that a word said just before counts
 * together with one said here; that is looked at for some passages only, see {@link #lookAround}.
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
  private final List<Word> words = new ArrayList<>();

  /** A word of the question that some passage has; a rare word weighs more. */
  private record Word(TermList list, float weight) {}

  private WordScores(Library library) {
    this.library = library;
    int size = library.size();
    passage = new float[size];
    near = new float[size];
    around = new float[size];
    covered = new float[size];
    above = new byte[size];
    section = new float[library.sections()];
  }

  static WordScores of(Library library, Collection<String> words) throws IOException {
    WordScores scores = new WordScores(library);
    for (String word : words) {
      TermList list = TermList.of(library, Fields.WORDS, word);
      if (list.size() > 0) {
        double others = library.size() - list.size() + 0.5;
        scores.add(new Word(list, (float) Math.log(1 + others / (list.size() + 0.5))));
      }
      TermList above = TermList.of(library, Fields.ABOVE, word);
      for (int i = 0; i < above.size(); i++) {
        scores.above[above.passages()[i]]++;
      }
    }
    return scores;
  }

  private void add(Word word) {
    words.add(word);
    TermList list = word.list();
    float mean = mean(library.size());
    for (int i = 0; i < list.size(); i++) {
      int p = list.passages()[i];
      passage[p] += word.weight() * saturated(list.counts()[i], library.words(p) / mean);
    }
    float meanSection = mean(section.length);
    for (int i = 0; i < list.size(); ) {
      int s = library.section[list.passages()[i]];
      int count = 0;
      for (; i < list.size() && library.section[list.passages()[i]] == s; i++) {
        count += list.counts()[i];
      }
      int length =
          library.wordsBefore[library.firstOfSection[s + 1]]
              - library.wordsBefore[library.firstOfSection[s]];
      section[s] += word.weight() * saturated(count, length / meanSection);
    }
  }

  /** Fills in what stands around these passages. */
  void lookAround(int[] passages) {
    int[] counts = new int[library.size()];
    float all = 0;
    for (Word word : words) {
      TermList list = word.list();
      for (int i = 0; i < list.size(); i++) {
        counts[list.passages()[i]] = list.counts()[i];
      }
      for (int p : passages) {
        int nearby = add(counts, word, p, NEAR, near);
        covered[p] += nearby > 0 ? word.weight() : 0;
        add(counts, word, p, AROUND, around);
      }
      for (int i = 0; i < list.size(); i++) {
        counts[list.passages()[i]] = 0;
      }
      all += word.weight();
    }
    for (int p : passages) {
      covered[p] /= Math.max(1e-6f, all);
    }
  }

  private int add(int[] counts, Word word, int p, int reach, float[] scores) {
    int from = library.from(p, reach);
    int to = library.to(p, reach);
    int count = 0;
    for (int at = from; at < to; at++) {
      count += counts[at];
    }
    if (count > 0) {
      float length = library.wordsBefore[to] - library.wordsBefore[from];
      scores[p] += word.weight() * saturated(count, length / library.meanAround(reach));
    }
    return count;
  }

  private static float saturated(int count, float length) {
    return count * (K1 + 1) / (count + K1 * (1 - B + B * length));
  }

  private float mean(int parts) {
    return Math.max(1, (float) library.wordsBefore[library.size()] / Math.max(1, parts));
  }
}
