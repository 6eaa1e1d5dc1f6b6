package comity.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The features of passages for one question, and their order. Plain arithmetic. */
final class Ranking {
  /** In a larger memory only this many are weighed: the best by words, and as many by meaning. */
  static final int WEIGHED = 400;

  private static final int MAX_ABOVE = 3;

  private static final int STEPS = 4096;

  private final Library library;
  private final Asked asked;
  private final WordScores words;
  private final @Nullable MeaningScores meaning;
  private final float bestWords;
  private final float bestNear;
  private final float bestAround;
  private final float bestSection;
  private final boolean asksWhen;
  private final Map<String, Boolean> named = new HashMap<>();

  Ranking(Library library, Asked asked, WordScores words, @Nullable MeaningScores meaning) {
    this.library = library;
    this.asked = asked;
    this.words = words;
    this.meaning = meaning;
    bestWords = best(words.passage);
    bestNear = best(words.near);
    bestAround = best(words.around);
    bestSection = best(words.section);
    asksWhen = Times.areAsked(asked.text());
  }

  /** The passages that have most of the words; all of a small memory. */
  static int[] likely(Library library, WordScores words) {
    return library.size() <= 2 * WEIGHED
        ? IntStream.range(0, library.size()).toArray()
        : largest(words.passage, WEIGHED);
  }

  boolean isByMeaning() {
    return meaning != null;
  }

  /**
   * Whether a passage has anything to do with the question: one of its words, also in the headings
   * or the date above, or a meaning that is near. A turn of a conversation is understood with those
   * around it; a paragraph or an item of a list stands for itself.
   */
  boolean isTouched(int passage) {
    if (words.passage[passage] > 0 || words.above[passage] > 0) {
      return true;
    }
    if (library.speaker(passage).isEmpty()) {
      return meaning != null && meaning.isNear(passage);
    }
    return words.around[passage] > 0 || isNamed(passage) || isNearAround(passage);
  }

  private boolean isNearAround(int passage) {
    int to = library.to(passage, MeaningScores.AROUND);
    for (int p = library.from(passage, MeaningScores.AROUND); meaning != null && p < to; p++) {
      if (meaning.isNear(p)) {
        return true;
      }
    }
    return false;
  }

  float[] features(int p) {
    float[] features = new float[Feature.COUNT];
    set(features, Feature.WORDS, words.passage[p] / bestWords);
    set(features, Feature.WORDS_NEAR, words.near[p] / bestNear);
    set(features, Feature.WORDS_AROUND, words.around[p] / bestAround);
    set(features, Feature.WORDS_SECTION, words.section[library.section[p]] / bestSection);
    set(features, Feature.COVERED, words.covered[p]);
    set(features, Feature.ABOVE, Math.min(MAX_ABOVE, words.above[p]));
    set(features, Feature.SPEAKER, isNamed(p));
    set(features, Feature.LENGTH, (float) Math.log1p(library.words(p)));
    set(features, Feature.ASKS, library.is(p, FileCard.ASKS));
    set(features, Feature.FIRST, library.isFirst(p));
    set(features, Feature.TIME, library.is(p, FileCard.TELLS_TIME));
    set(features, Feature.TIME_ASKED, asksWhen && library.is(p, FileCard.TELLS_TIME));
    boolean answers = !library.isFirst(p) && library.is(p - 1, FileCard.HAS_QUESTION);
    set(features, Feature.ANSWERS, answers);
    set(features, Feature.ANSWERS_WORDS, answers ? words.passage[p - 1] / bestWords : 0);
    if (meaning != null) {
      set(features, Feature.MEANING, meaning.passage[p]);
      set(features, Feature.MEANING_NEAR, meaning.around(p, 1));
      set(features, Feature.MEANING_AROUND, meaning.around(p, MeaningScores.AROUND));
      set(features, Feature.MEANING_SECTION, meaning.section[library.section[p]]);
      set(features, Feature.MEANING_ANSWERS, answers ? meaning.passage[p - 1] : 0);
    }
    return features;
  }

  private static void set(float[] features, Feature feature, float value) {
    features[feature.place] = value;
  }

  private static void set(float[] features, Feature feature, boolean value) {
    set(features, feature, value ? 1 : 0);
  }

  private boolean isNamed(int passage) {
    return named.computeIfAbsent(library.speaker(passage), asked::hasName);
  }

  private static float best(float[] scores) {
    float best = 1e-6f;
    for (float score : scores) {
      best = Math.max(best, score);
    }
    return best;
  }

  /**
   * Where the largest values above 0 are: about {@code most}, all of those that are as good as
   * equal. Counting by size takes one walk; sorting a large memory would take longer than all else.
   */
  static int[] largest(float[] values, int most) {
    float best = best(values);
    int[] bySize = new int[STEPS + 1];
    for (float value : values) {
      if (value > 0) {
        bySize[(int) (value / best * STEPS)]++;
      }
    }
    int step = STEPS;
    for (int more = bySize[step]; step > 0 && more + bySize[step - 1] <= most; step--) {
      more += bySize[step - 1];
    }
    float least = Math.max(Float.MIN_VALUE, best * step / STEPS);
    int count = 0;
    int[] largest = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] >= least) {
        largest[count++] = i;
      }
    }
    return Arrays.copyOf(largest, count);
  }

  /** The order of passages by their scores; of equal ones by their place. */
  static List<Integer> order(float[] scores) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]).thenComparing(i -> i))
        .toList();
  }
}
