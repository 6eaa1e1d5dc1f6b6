package comity.search;

import java.io.IOException;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.util.BytesRef;

/** The documents of the index: what is in which field of Lucene. */
final class Fields {
  /** The file, in each document of it: it is replaced as a whole. */
  static final String FILE = "file";

  /** What is known of the file; in the first document of it. */
  static final String CARD = "card";

  /** The words of a passage; how many stands where Lucene has what it calls norms. */
  static final String WORDS = "words";

  /** The words of the headings above a passage, and of its day. */
  static final String ABOVE = "above";

  /** What is shown of a passage. */
  static final String ENTRY = "entry";

  private static final FieldType POSITIONS = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS, true);
  private static final FieldType PRESENCE = type(IndexOptions.DOCS, false);

  private Fields() {}

  /** Lucene rounds lengths to a byte; here they are added up over neighbours, so they are exact. */
  static final class ExactLengths extends Similarity {
    @Override
    public long computeNorm(FieldInvertState state) {
      return (long) state.getLength() - state.getNumOverlap();
    }

    @Override
    public SimScorer scorer(float boost, CollectionStatistics all, TermStatistics... terms) {
      return new SimScorer() {
        @Override
        public float score(float frequency, long norm) {
          return boost;
        }
      };
    }
  }

  private static FieldType type(IndexOptions options, boolean lengths) {
    FieldType type = new FieldType();
    type.setIndexOptions(options);
    type.setTokenized(true);
    type.setOmitNorms(!lengths);
    type.freeze();
    return type;
  }

  /** Puts a file into the index, instead of what was there under its name. */
  static void put(IndexWriter writer, Texts.Listed file, List<Passage> passages)
      throws IOException {
    List<Document> documents = new ArrayList<>(passages.size() + 1);
    Document card = new Document();
    card.add(new StringField(FILE, file.name(), Field.Store.NO));
    card.add(new BinaryDocValuesField(CARD, new BytesRef(FileCard.of(file, passages).bytes())));
    documents.add(card);
    for (Passage passage : passages) {
      Document document = new Document();
      document.add(new StringField(FILE, file.name(), Field.Store.NO));
      document.add(new Field(WORDS, passage.said(), POSITIONS));
      document.add(new Field(ABOVE, above(passage), PRESENCE));
      document.add(new StoredField(ENTRY, Entry.bytes(passage)));
      documents.add(document);
    }
    writer.updateDocuments(new Term(FILE, file.name()), documents);
  }

  private static String above(Passage passage) {
    if (passage.day().isEmpty()) {
      return passage.headings();
    }
    LocalDate day = LocalDate.ofEpochDay(passage.day().getAsLong());
    return passage.headings()
        + String.format(
            Locale.ROOT,
            " %d %d %s %s",
            day.getYear(),
            day.getDayOfMonth(),
            day.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH),
            day.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
  }
}
