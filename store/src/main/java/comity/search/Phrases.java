package comity.search;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.util.QueryBuilder;

/** Which passages hold a phrase as it stands. */
final class Phrases {
  private Phrases() {}

  /** The passages that hold all phrases; case, blanks and marks of emphasis don't count. */
  static BitSet holding(Library library, Analyzer analyzer, List<String> phrases)
      throws IOException {
    BitSet holding = new BitSet();
    holding.set(0, library.size());
    for (String phrase : phrases) {
      holding.and(holding(library, analyzer, phrase));
    }
    return holding;
  }

  private static BitSet holding(Library library, Analyzer analyzer, String phrase)
      throws IOException {
    BitSet holding = new BitSet();
    Query query = new QueryBuilder(analyzer).createPhraseQuery(Fields.WORDS, phrase);
    if (query == null) {
      // It has only words that are not in the index.
      holding.set(0, library.size());
    } else {
      for (Library.Segment segment : library.segments) {
        find(query, segment, holding);
      }
    }
    return literally(library, phrase, holding);
  }

  private static void find(Query query, Library.Segment segment, BitSet into) throws IOException {
    IndexSearcher searcher = new IndexSearcher(segment.reader());
    searcher.setQueryCache(null);
    LeafReaderContext leaf = searcher.getIndexReader().leaves().getFirst();
    Scorer scorer =
        searcher
            .createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1)
            .scorer(leaf);
    if (scorer == null) {
      return;
    }
    DocIdSetIterator docs = scorer.iterator();
    for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
      if (segment.numberOf()[doc] >= 0) {
        into.set(segment.numberOf()[doc]);
      }
    }
  }

  /** The index knows stems and skips small words; the text decides. */
  private static BitSet literally(Library library, String phrase, BitSet maybe) throws IOException {
    int[] passages = maybe.stream().toArray();
    List<Entry> entries = library.entries(passages);
    String wanted = plain(phrase);
    BitSet holding = new BitSet();
    for (int i = 0; i < passages.length; i++) {
      if (plain(entries.get(i).text()).contains(wanted)) {
        holding.set(passages[i]);
      }
    }
    return holding;
  }

  private static String plain(String text) {
    return Han.simple(
        text.toLowerCase(Locale.ROOT).replaceAll("[*_`]+", "").replaceAll("\\s+", " "));
  }

  /** Those and the ones that stand around them. */
  static BitSet around(Library library, BitSet passages) {
    BitSet all = new BitSet();
    for (int p : passages.stream().toArray()) {
      all.set(library.from(p, WordScores.AROUND), library.to(p, WordScores.AROUND));
    }
    return all;
  }
}
