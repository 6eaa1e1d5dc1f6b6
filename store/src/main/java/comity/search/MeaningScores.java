package comity.search;

import comity.meaning.Language;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * How near each passage, what stands around it, and its section are in meaning to a question:
 * cosines as a share of the largest, so that they mean the same in a small memory and in a large
 * one. What is not known is 0, which is that of an ordinary passage.
 */
final class MeaningScores {
  /** Of more passages only those are compared exactly that are likely to matter. */
  private static final int COMPARED = 2000;

  /** How far "around" reaches to each side. */
  static final int AROUND = 2;

  /**
   * Of three questions about something else two have nothing as near in a memory, as measured for
   * each model; nine in ten about what is there do.
   */
  private static final double LEAST_ENGLISH = 0.6;

  private static final double LEAST_CHINESE = 0.42;

  final float[] passage;

  /** By section: that of its nearest passage. */
  final float[] section;

  /** Those that may be among the nearest. */
  final int[] nearest;

  private final Library library;
  private final Known known;
  private final float[] question;
  private final double least;

  private MeaningScores(
      Known known, float[] question, double least, float[] shares, BitSet compared, int[] nearest) {
    this.library = known.library();
    this.known = known;
    this.question = question;
    this.least = least;
    this.passage = shares;
    this.nearest = nearest;
    section = new float[library.sections()];
    compared.stream()
        .forEach(
            p -> section[library.section[p]] = Math.max(section[library.section[p]], shares[p]));
  }

  /**
   * Compares.
   *
   * @param question its vector, of length 1
   * @param wanted passages that matter for other reasons
   * @param most about as many of the nearest are looked for
   */
  static MeaningScores of(
      Known known, Language language, float[] question, int[] wanted, int most) {
    Library library = known.library();
    Rack.Aim aim = known.aim(question);
    boolean all = library.size() <= COMPARED;
    int[] nearest = all ? IntStream.range(0, library.size()).toArray() : known.nearest(aim, most);
    BitSet compared = new BitSet();
    if (all) {
      compared.set(0, library.size());
    } else {
      IntStream.concat(IntStream.of(wanted), IntStream.of(nearest))
          .forEach(p -> compared.set(library.from(p, AROUND), library.to(p, AROUND)));
    }
    float[] shares = new float[library.size()];
    float largest = 1e-6f;
    for (int p = compared.nextSetBit(0); p >= 0; p = compared.nextSetBit(p + 1)) {
      shares[p] = known.rowOf()[p] < 0 ? 0 : known.cosine(p, aim);
      largest = Math.max(largest, shares[p]);
    }
    for (int p = compared.nextSetBit(0); p >= 0; p = compared.nextSetBit(p + 1)) {
      shares[p] /= largest;
    }
    double least = language == Language.CHINESE ? LEAST_CHINESE : LEAST_ENGLISH;
    return new MeaningScores(known, question, least, shares, compared, nearest);
  }

  /** The mean of the passages that stand around one. */
  float around(int passage, int reach) {
    float sum = 0;
    int from = library.from(passage, reach);
    int to = library.to(passage, reach);
    for (int p = from; p < to; p++) {
      sum += this.passage[p];
    }
    return sum / (to - from);
  }

  /** Whether a passage is about what is asked at all, not only nearer to it than others. */
  boolean isNear(int passage) {
    return known.plainCosine(passage, question) >= least;
  }
}
