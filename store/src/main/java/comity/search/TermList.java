package comity.search;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The passages that have a word.
 *
 * @param passages their numbers, rising; {@code size} of them
 * @param counts how often each has it
 */
record TermList(int[] passages, int[] counts, int size) {

  /** Where a word is in a field of all passages of a library. */
  static TermList of(Library library, String field, String term) throws IOException {
    int[] passages = new int[16];
    int[] counts = new int[16];
    int size = 0;
    BytesRef bytes = new BytesRef(term);
    for (Library.Segment segment : library.segments) {
      Terms terms = segment.reader().terms(field);
      TermsEnum each = terms == null ? null : terms.iterator();
      if (each == null || !each.seekExact(bytes)) {
        continue;
      }
      boolean counted = terms.hasFreqs();
      PostingsEnum found = each.postings(null, counted ? PostingsEnum.FREQS : PostingsEnum.NONE);
      int[] numberOf = segment.numberOf();
      for (int doc = found.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = found.nextDoc()) {
        if (numberOf[doc] < 0) {
          continue;
        }
        if (size == passages.length) {
          passages = Arrays.copyOf(passages, size * 2);
          counts = Arrays.copyOf(counts, size * 2);
        }
        passages[size] = numberOf[doc];
        counts[size++] = counted ? found.freq() : 1;
      }
    }
    return new TermList(passages, counts, size);
  }
}
