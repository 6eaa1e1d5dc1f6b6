package comity.search;

import comity.meaning.Embedder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds passages in the Markdown files of one scope (MEM-21). Its index lies in a folder of its own
 * and follows the files: each search first looks which of them changed, and reads these. An index
 * that is broken or does not fit is made anew. Many threads, and many processes with the same
 * folder, may search at the same time.
 */
public final class MemorySearch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MemorySearch.class.getName());

  private final WordIndex index;
  private final Meaning meaning;
  private final Weights weights;

  /**
   * A search over some files.
   *
   * @param folder of this scope's index alone; made where it is missing, for its owner only
   * @param embedder the models; it is not closed with this
   */
  public MemorySearch(Path folder, Texts texts, Optional<Embedder> embedder) {
    this(folder, texts, embedder, Weights.shipped());
  }

  /** The same with other weights, to measure those that were learned without what is asked. */
  public MemorySearch(Path folder, Texts texts, Optional<Embedder> embedder, Weights weights) {
    this.index = new WordIndex(folder, texts);
    this.meaning = new Meaning(folder, index, embedder);
    this.weights = weights;
  }

  /**
   * The passages that fit a question, the best first; none that has nothing to do with it.
   *
   * @throws IOException where the files can't be listed, or the folder can't be written
   */
  public Found find(Question question) throws IOException {
    try {
      return search(question);
    } catch (IOException | RuntimeException | InternalError broken) {
      // A part of an index is read only when it is needed, so damage may show here.
      LOG.log(System.Logger.Level.WARNING, "A search failed; the index is made anew", broken);
      index.discard();
      return search(question);
    }
  }

  private Found search(Question question) throws IOException {
    Asked asked = Asked.of(index.analyzer(), question.text());
    try (WordIndex.View view = index.view()) {
      if (asked.words().isEmpty() || view.library().size() == 0) {
        return new Found(List.of(), false, 0, view.leftOut());
      }
      Library library = view.library().within(question.within());
      @Nullable Known known = meaning.known(library, asked, question.mode());
      Weighing weighing = weigh(library, asked, known);
      Ranking ranking = weighing.ranking();
      int[] passages = weighing.passages();
      float[] scores = new float[passages.length];
      for (int i = 0; i < passages.length; i++) {
        scores[i] = weights.score(ranking.features(passages[i]), ranking.isByMeaning());
      }
      int[] best =
          Ranking.order(scores).stream()
              .mapToInt(Integer::intValue)
              // A phrase that stands there as it is may be of words that say nothing.
              .filter(i -> asked.onlyPhrases() || ranking.isTouched(passages[i]))
              .limit(question.limit())
              .toArray();
      List<Found.Hit> hits = hits(library, passages, scores, best);
      return new Found(
          hits, ranking.isByMeaning(), known == null ? 0 : known.missing().length, view.leftOut());
    }
  }

  /** Passages that may be hits, and what speaks for each. */
  private record Weighing(int[] passages, Ranking ranking) {}

  private Weighing weigh(Library library, Asked asked, @Nullable Known known) throws IOException {
    WordScores words = WordScores.of(library, asked.words());
    int[] likely = Ranking.likely(library, words);
    MeaningScores near = known == null ? null : meaning.scores(known, asked, likely);
    BitSet passages = new BitSet();
    IntStream.of(likely).forEach(passages::set);
    if (near != null) {
      IntStream.of(near.nearest).forEach(passages::set);
    }
    BitSet holding = Phrases.holding(library, index.analyzer(), asked.phrases());
    if (asked.onlyPhrases()) {
      passages = holding;
    } else if (!asked.phrases().isEmpty() && !holding.isEmpty()) {
      passages = Phrases.around(library, holding);
    }
    int[] all = passages.stream().toArray();
    words.lookAround(all);
    Ranking ranking = new Ranking(library, asked, words, near);
    return new Weighing(all, ranking);
  }

  /**
   * The hits.
   *
   * @param best which of the passages, the best first
   */
  private static List<Found.Hit> hits(Library library, int[] passages, float[] scores, int[] best)
      throws IOException {
    List<Entry> entries = library.entries(IntStream.of(best).map(i -> passages[i]).toArray());
    List<Found.Hit> hits = new ArrayList<>();
    for (int i = 0; i < best.length; i++) {
      Entry entry = entries.get(i);
      hits.add(
          new Found.Hit(
              library.card(passages[best[i]]).name(),
              entry.firstLine(),
              entry.lastLine(),
              scores[best[i]],
              entry.headings(),
              entry.text()));
    }
    return hits;
  }

  /**
   * A passage with what the ranking knows of it, to learn weights from and to explain an order.
   *
   * @param features by the names of {@code weights.txt}, in their order there
   */
  public record Weighed(String file, int firstLine, int lastLine, float[] features) {}

  /** All passages that a search would weigh. */
  public List<Weighed> weighed(Question question) throws IOException {
    Asked asked = Asked.of(index.analyzer(), question.text());
    try (WordIndex.View view = index.view()) {
      Library library = view.library().within(question.within());
      @Nullable Known known = meaning.known(library, asked, question.mode());
      Weighing weighing = weigh(library, asked, known);
      int[] passages = weighing.passages();
      List<Entry> entries = library.entries(passages);
      List<Weighed> weighed = new ArrayList<>();
      for (int i = 0; i < passages.length; i++) {
        weighed.add(
            new Weighed(
                library.card(passages[i]).name(),
                entries.get(i).firstLine(),
                entries.get(i).lastLine(),
                weighing.ranking().features(passages[i])));
      }
      return weighed;
    }
  }

  /** The names of the features, as {@code weights.txt} has them. */
  public static List<String> features() {
    return Arrays.stream(Feature.values()).map(Feature::name).toList();
  }

  /** Makes all vectors that are missing, now; how many were made. A search has it done behind. */
  public int learn() throws IOException {
    try (WordIndex.View view = index.view()) {
      return meaning.learn(view.library());
    }
  }

  @Override
  public void close() {
    meaning.close();
    index.close();
  }
}
