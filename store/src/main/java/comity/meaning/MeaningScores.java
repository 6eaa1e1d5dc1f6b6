package comity.meaning;

import comity.memory.Match;
import comity.memory.Match.Evidence;
import comity.memory.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares by meaning. A candidate's score is a sum with weights that were chosen on training data:
 * how likely the {@link Head} finds it, and how near the message is to the nearest of its phrases
 * and to the nearest sentence of its text; words that the text has in common with the message come
 * on top, since names and numbers have no meaning that a model could know. Where an index has few
 * phrases, most of what the head learns from is {@link Usual}; then the words of the index itself
 * count too, and files that have no usual name are known by their headings.
 */
final class MeaningScores {
  private static final double OF_HEAD = 1 / 15.0;
  private static final double OF_NEAREST = 0.2;
  private static final double OF_TEXT = 0.5;
  private static final double OF_WORDS = 0.3;

  /** Words in common with the phrases, the name, or the text, where there are few phrases. */
  private static final double OF_OWN_WORDS = 0.2;

  /**
   * How much what files of that name usually hold counts beside what the index says, or the
   * headings of a file whose name says nothing.
   */
  private static final float OF_USUAL = 0.6f;

  /**
   * From so many phrases on, how near they are to each other tells what is near, and the head knows
   * more than words do.
   */
  private static final int MANY = 40;

  /** One in twenty messages that belong to a file may be missed. */
  private static final double MISSED = 0.05;

  /** Small talk that the index itself speaks of is none. */
  private static final double OWN = 0.8;

  /** Texts of nothing in common are about so near; the models differ. */
  private static final double LEAST_ENGLISH = 0.6;

  private static final double LEAST_CHINESE = 0.5;

  private static final double TIE = 0.005;
  private static final double LEAD = 0.01;

  private final List<Dossier> dossiers;
  private final WordScores words;
  private final List<List<float[]>> vectors = new ArrayList<>();
  private final @Nullable Head head;
  private final List<float @Nullable []> centres = new ArrayList<>();
  private final List<float[]> small = new ArrayList<>();
  private final List<float[]> work = new ArrayList<>();
  private final boolean many;
  private final Routing.Bar bar;

  /** {@code known} has the vector of each text of {@link #texts}, by its key. */
  MeaningScores(
      Language language, List<Dossier> dossiers, WordScores words, Map<String, float[]> known) {
    this.dossiers = dossiers;
    this.words = words;
    List<float[]> examples = new ArrayList<>();
    List<Integer> files = new ArrayList<>();
    List<Float> weights = new ArrayList<>();
    List<float[]> phrases = new ArrayList<>();
    for (int at = 0; at < dossiers.size(); at++) {
      int from = examples.size();
      List<float[]> all = new ArrayList<>();
      List<Dossier.Item> items = dossiers.get(at).items();
      boolean usual = items.stream().anyMatch(item -> item.kind() == Evidence.USUAL);
      for (Dossier.Item item : items) {
        float[] vector = of(item.text(), known);
        all.add(vector);
        float weight =
            switch (item.kind()) {
              case PHRASE, NAME -> 1;
              case USUAL -> OF_USUAL;
              case HEADING -> usual ? 0 : OF_USUAL;
              case TEXT -> 0;
            };
        if (weight > 0) {
          examples.add(vector);
          files.add(at);
          weights.add(weight);
        }
        if (item.kind() == Evidence.PHRASE) {
          phrases.add(vector);
        }
      }
      vectors.add(all);
      centres.add(
          from == examples.size()
              ? null
              : Vectors.centre(
                  examples.subList(from, examples.size()), weights.subList(from, weights.size())));
    }
    int[] file = files.stream().mapToInt(Integer::intValue).toArray();
    float[] weight = new float[weights.size()];
    for (int at = 0; at < weight.length; at++) {
      weight[at] = weights.get(at);
    }
    head = examples.isEmpty() ? null : Head.train(examples, file, weight, dossiers.size());
    for (String text : Usual.shipped().small(language)) {
      float[] vector = of(text, known);
      if (phrases.stream().noneMatch(each -> Vectors.dot(each, vector) >= OWN)) {
        small.add(vector);
      }
    }
    for (String text : Usual.shipped().work(language)) {
      work.add(of(text, known));
    }
    many = phrases.size() >= MANY;
    double least = language == Language.CHINESE ? LEAST_CHINESE : LEAST_ENGLISH;
    bar =
        new Routing.Bar(
            many ? Math.max(least, spread(examples, file, weight)) : least, least, LEAD, TIE);
  }

  /** All texts that a vector is needed for. */
  static List<String> texts(Language language, List<Dossier> dossiers) {
    List<String> texts = new ArrayList<>();
    dossiers.forEach(each -> each.items().forEach(item -> texts.add(item.text())));
    texts.addAll(Usual.shipped().small(language));
    texts.addAll(Usual.shipped().work(language));
    return texts;
  }

  /** Whether it says when a file is needed, not what is in it. */
  private static boolean saysWhen(Evidence kind) {
    return switch (kind) {
      case PHRASE, NAME, USUAL -> true;
      case HEADING, TEXT -> false;
    };
  }

  private static float[] of(String text, Map<String, float[]> known) {
    float[] vector = known.get(VectorFile.key(text));
    if (vector == null) {
      throw new IllegalArgumentException("no vector was given for a text of the index");
    }
    return vector;
  }

  /**
   * How near a message that belongs to a file is at least, as the examples tell: each is compared
   * with the centres as if its own did not have it.
   */
  private double spread(List<float[]> examples, int[] file, float[] weight) {
    double[] nearest = new double[examples.size()];
    for (int at = 0; at < nearest.length; at++) {
      float[] own = new float[examples.get(at).length];
      for (int other = 0; other < nearest.length; other++) {
        if (file[other] == file[at] && other != at) {
          float[] vector = examples.get(other);
          for (int column = 0; column < own.length; column++) {
            own[column] += weight[other] * vector[column];
          }
        }
      }
      nearest[at] = Vectors.dot(examples.get(at), Vectors.unit(own));
      for (int each = 0; each < centres.size(); each++) {
        float[] centre = centres.get(each);
        if (each != file[at] && centre != null) {
          nearest[at] = Math.max(nearest[at], Vectors.dot(examples.get(at), centre));
        }
      }
    }
    Arrays.sort(nearest);
    return nearest[(int) (MISSED * nearest.length)];
  }

  /** What a message with this vector sounds like. */
  Routing.Talk talk(float[] vector) {
    return new Routing.Talk(near(small, vector), near(work, vector));
  }

  Routing.Bar bar() {
    return bar;
  }

  List<Match> matches(String message, float[] vector) {
    double[] inTexts = words.textShares(message);
    double[] inOwn = many ? new double[dossiers.size()] : words.ownShares(message);
    double[] likely = head == null ? new double[dossiers.size()] : head.logLikelihoods(vector);
    List<Match> matches = new ArrayList<>();
    for (int at = 0; at < dossiers.size(); at++) {
      double inText = 0;
      double nearest = 0;
      double top = -1;
      Dossier.Item evidence = new Dossier.Item(Evidence.TEXT, "");
      List<Dossier.Item> items = dossiers.get(at).items();
      for (int each = 0; each < items.size(); each++) {
        Dossier.Item item = items.get(each);
        double near = Vectors.dot(vectors.get(at).get(each), vector);
        if (saysWhen(item.kind())) {
          nearest = Math.max(nearest, near);
        } else {
          inText = Math.max(inText, near);
        }
        if (near > top) {
          top = near;
          evidence = item;
        }
      }
      float[] centre = centres.get(at);
      double central = centre == null ? 0 : Vectors.dot(centre, vector);
      double score =
          OF_HEAD * likely[at]
              + OF_NEAREST * nearest
              + OF_TEXT * inText
              + OF_WORDS * inTexts[at]
              + OF_OWN_WORDS * inOwn[at];
      double confidence = Math.max(inText, many ? central : nearest);
      matches.add(
          new Match(
              dossiers.get(at).candidate(),
              score,
              Math.clamp(confidence, 0, 1),
              evidence.kind(),
              evidence.text()));
    }
    return matches;
  }

  private static double near(List<float[]> all, float[] vector) {
    double nearest = 0;
    for (float[] each : all) {
      nearest = Math.max(nearest, Vectors.dot(each, vector));
    }
    return Math.min(1, nearest);
  }
}
