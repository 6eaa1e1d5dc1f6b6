package comity.search;

import comity.meaning.Embedded;
import comity.meaning.Embedder;
import comity.meaning.Embedder.Use;
import comity.meaning.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of one scope's passages. What has none yet gets it behind, in one thread; a search
 * takes what there is. Each language has a model and vectors of its own: a question is compared
 * with passages in its own language.
 */
final class Meaning implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Meaning.class.getName());

  /** So many are kept at a time: few enough that a search soon has them. */
  private static final int BATCH = 16;

  /** What a search that waits for the model waits for vectors of passages, too. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  /** Where more passages than one in so many have no vector yet, words alone are fairer to them. */
  private static final int FEW = 4;

  private final Path folder;
  private final WordIndex index;
  private final Optional<Embedder> embedder;
  private final Map<Language, Vectors> vectors = new EnumMap<>(Language.class);
  private final AtomicBoolean learning = new AtomicBoolean();
  private volatile boolean closed;

  Meaning(Path folder, WordIndex index, Optional<Embedder> embedder) {
    this.folder = folder;
    this.index = index;
    this.embedder = embedder;
  }

  /** What is known of a library in the language of a question; null where words must do. */
  @Nullable Known known(Library library, Asked asked, Question.Mode mode) throws IOException {
    Embedder models = embedder.orElse(null);
    Language language = Language.of(asked.text());
    if (models == null || mode == Question.Mode.WORDS) {
      return null;
    }
    if (mode == Question.Mode.MEANING_WHEN_READY && !models.isReady(language)) {
      models.warm(language);
      return null;
    }
    Vectors all = vectors(models, language);
    if (all == null) {
      return null;
    }
    all.refresh();
    Known known = all.known(library);
    if (known.missing().length > 0 && mode == Question.Mode.MEANING) {
      learn(models, all, library, known.missing(), System.nanoTime() + MAX_WAIT.toNanos());
      known = all.known(library);
    }
    if (known.missing().length > 0) {
      learnBehind();
    }
    return known;
  }

  /** How near passages are to a question; null where the model fails or nothing is known yet. */
  @Nullable MeaningScores scores(Known known, Asked asked, int[] likely) {
    Embedder models = embedder.orElse(null);
    Language language = Language.of(asked.text());
    boolean tooFew = known.missing().length * FEW > known.rowOf().length;
    if (models == null
        || tooFew
        || !(models.embed(language, Use.PLAIN, List.of(Han.simple(asked.text())))
            instanceof Embedded.Vectors(List<float[]> all))) {
      return null;
    }
    return MeaningScores.of(known, language, all.getFirst(), likely, Ranking.WEIGHED);
  }

  private synchronized @Nullable Vectors vectors(Embedder models, Language language) {
    Vectors there = vectors.get(language);
    if (there == null
        && models.embed(language, Use.PLAIN, List.of("."))
            instanceof Embedded.Vectors(List<float[]> one)) {
      there = new Vectors(folder, language, models.model(language), one.getFirst().length);
      vectors.put(language, there);
    }
    return there;
  }

  private void learnBehind() {
    if (closed || !learning.compareAndSet(false, true)) {
      return;
    }
    Thread.ofPlatform()
        .daemon()
        .name("memory-meaning")
        .start(() -> {
          try (WordIndex.View view = index.view()) {
            learn(view.library());
          } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Vectors of passages could not be made", e);
          } finally {
            learning.set(false);
          }
        });
  }

  /** Makes the vectors that are missing, as far as there are models; how many. */
  int learn(Library library) throws IOException {
    Embedder models = embedder.orElse(null);
    int made = 0;
    for (Language language : Language.values()) {
      int[] ofIt =
          IntStream.range(0, library.size()).filter(p -> library.is(p, language)).toArray();
      Vectors all = models == null || ofIt.length == 0 ? null : vectors(models, language);
      if (models != null && all != null) {
        all.refresh();
        made += learn(models, all, library, all.known(library).missing(), Long.MAX_VALUE);
      }
    }
    return made;
  }

  private int learn(Embedder models, Vectors all, Library library, int[] missing, long until)
      throws IOException {
    for (int from = 0; from < missing.length && !closed; from += BATCH) {
      if (System.nanoTime() > until) {
        return from;
      }
      int[] some = Arrays.copyOfRange(missing, from, Math.min(from + BATCH, missing.length));
      List<Entry> entries = library.entries(some);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < some.length; i++) {
        texts.add(Passage.plain(library.speaker(some[i]), entries.get(i).said()));
      }
      if (!(models.embed(all.language(), Use.PLAIN, texts)
          instanceof Embedded.Vectors(List<float[]> made))) {
        return from;
      }
      all.keep(IntStream.of(some).mapToLong(library::print).toArray(), made);
    }
    return missing.length;
  }

  @Override
  public void close() {
    closed = true;
  }
}
