package comity.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The files of one segment of the index. In a segment the documents of a file stand together: first
 * the one with its card, then its passages in their order.
 */
record Shelf(LeafReader reader, List<Placed> files) {
  /**
   * A file in a segment.
   *
   * @param first the document of its first passage
   * @param words how many words each passage has
   */
  record Placed(FileCard card, int first, int[] words) {}

  /** Reads the cards of a segment; of files that were deleted too. */
  static Shelf of(LeafReader reader) throws IOException {
    List<Placed> files = new ArrayList<>();
    BinaryDocValues cards = reader.getBinaryDocValues(Fields.CARD);
    NumericDocValues lengths = reader.getNormValues(Fields.WORDS);
    if (cards != null) {
      for (int doc = cards.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = cards.nextDoc()) {
        BytesRef bytes = cards.binaryValue();
        FileCard card = FileCard.read(bytes.bytes, bytes.offset, bytes.length);
        if (doc + 1 + card.size() > reader.maxDoc()) {
          throw new IOException("the card of " + card.name() + " has too many passages");
        }
        int[] words = new int[card.size()];
        for (int i = 0; i < words.length; i++) {
          boolean any = lengths != null && lengths.advanceExact(doc + 1 + i);
          words[i] = any ? (int) lengths.longValue() : 0;
        }
        files.add(new Placed(card, doc + 1, words));
      }
    }
    return new Shelf(reader, List.copyOf(files));
  }

  /** Whether a file of it was not deleted. */
  static boolean isLive(LeafReader reader, Placed file) {
    Bits live = reader.getLiveDocs();
    return live == null || live.get(file.first() - 1);
  }
}
