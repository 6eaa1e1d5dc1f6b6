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
  static final int WEIGHED = 1000;

  private static final int MAX_ABOVE = 3;

  private static final int STEPS = 4096;

  private final Library library;
  private final Asked asked;
  private final WordScores words;
  private final @Nullable MeaningScores meaning;
  private final float[] feedback;
  private final float bestWords;
  private final float bestNear;
  private final float bestAround;
  private final float bestSection;
  private final float bestFeedback;
  private final Map<String, Boolean> named = new HashMap<>();

  Ranking(
      Library library,
      Asked asked,
      WordScores words,
      float[] feedback,
      @Nullable MeaningScores meaning) {
    this.library = library;
    this.asked = asked;
    this.words = words;
    this.feedback = feedback;
    this.meaning = meaning;
    bestWords = best(words.passage);
    bestNear = best(words.near);
    bestAround = best(words.around);
    bestSection = best(words.section);
    bestFeedback = best(feedback);
  }

  /** The passages that are worth weighing; all of a small memory. */
  int[] candidates() {
    int size = library.size();
    if (size <= 2 * WEIGHED) {
      return IntStream.range(0, size).toArray();
    }
    float[] byWords = new float[size];
    for (int p = 0; p < size; p++) {
      byWords[p] = words.passage[p] / bestWords + words.near[p] / bestNear;
    }
    IntStream best = Arrays.stream(largest(byWords, WEIGHED));
    if (meaning != null) {
      best = IntStream.concat(best, Arrays.stream(largest(meaning.passage, WEIGHED)));
    }
    return best.sorted().distinct().toArray();
  }

  /** Whether anything of the question's words is in or around a passage. */
  boolean isTouched(int passage) {
    return words.around[passage] > 0 || words.above[passage] > 0 || isNamed(passage);
  }

  float[] features(int p) {
    float[] features = new float[Feature.COUNT];
    set(features, Feature.WORDS, words.passage[p] / bestWords);
    set(features, Feature.WORDS_NEAR, words.near[p] / bestNear);
    set(features, Feature.WORDS_AROUND, words.around[p] / bestAround);
    set(features, Feature.WORDS_SECTION, words.section[library.section[p]] / bestSection);
    set(features, Feature.COVERED, words.covered[p]);
    set(features, Feature.ABOVE, Math.min(MAX_ABOVE, words.above[p]));
    set(features, Feature.SPEAKER, isNamed(p) ? 1 : 0);
    set(features, Feature.ASKS, library.asks(p) ? 1 : 0);
    set(features, Feature.LENGTH, (float) Math.log1p(library.words(p)));
    set(features, Feature.FEEDBACK, feedback[p] / bestFeedback);
    if (meaning != null) {
      set(features, Feature.MEANING, meaning.passage[p]);
      set(features, Feature.MEANING_NEAR, meaning.around(p, 1));
      set(features, Feature.MEANING_AROUND, meaning.around(p, 2));
      set(features, Feature.MEANING_SECTION, meaning.section[library.section[p]]);
    }
    return features;
  }

  private static void set(float[] features, Feature feature, float value) {
    features[feature.place] = value;
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
   * Where the largest values above 0 are: about {@code count}, all of those that are as good as
   * equal. Counting by size takes one walk; sorting a large memory would take longer than all else.
   */
  static int[] largest(float[] values, int count) {
    float best = best(values);
    int[] bySize = new int[STEPS + 1];
    for (float value : values) {
      if (value > 0) {
        bySize[(int) (value / best * STEPS)]++;
      }
    }
    int step = STEPS;
    for (int more = bySize[step]; step > 0 && more + bySize[step - 1] <= count; step--) {
      more += bySize[step - 1];
    }
    float least = best * step / STEPS;
    return IntStream.range(0, values.length)
        .filter(i -> values[i] > 0 && values[i] >= least)
        .toArray();
  }

  /** The order of passages by their scores; of equal ones by their place. */
  static List<Integer> order(float[] scores) {
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]).thenComparing(i -> i))
        .toList();
  }
}
