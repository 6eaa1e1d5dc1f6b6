package comity.search;

import comity.meaning.Language;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;

/**
 * All passages that a search looks at, numbered from 0; those of a file, and in it of a section,
 * follow each other. Never changes.
 */
final class Library {
  /** Enough to know a mean. */
  private static final int SAMPLE = 4096;

  /** Words of passages that are understood together. */
  private static final int MAX_AROUND = 200;

  /**
   * A segment of the index.
   *
   * @param numberOf the number of the passage that each document is; -1 where it is none or not
   *     looked at
   */
  record Segment(LeafReader reader, int[] numberOf) {}

  final List<Segment> segments;
  final List<FileCard> files;

  /** The number of the first passage of each file, and at the end that of all passages. */
  final int[] firstOfFile;

  /** By passage: which file it is of. */
  final int[] file;

  /** By passage: which section it is in, numbered through all files. */
  final int[] section;

  /** By section: its first passage, and at the end the number of all passages. */
  final int[] firstOfSection;

  /** How many words the passages before each have, and at the end all of them. */
  final int[] wordsBefore;

  private final List<Shelf> shelves;
  private final Predicate<FileCard> wanted;
  private final Map<Integer, Float> means = new ConcurrentHashMap<>();
  private final int[] segmentOf;
  private final int[] documentOf;

  private Library(
      List<Shelf> shelves,
      Predicate<FileCard> wanted,
      List<Segment> segments,
      List<Shelf.Placed> placed,
      List<Integer> inSegment) {
    this.shelves = List.copyOf(shelves);
    this.wanted = wanted;
    this.segments = List.copyOf(segments);
    this.files = placed.stream().map(Shelf.Placed::card).toList();
    firstOfFile = new int[files.size() + 1];
    for (int f = 0; f < files.size(); f++) {
      firstOfFile[f + 1] = firstOfFile[f] + files.get(f).size();
    }
    int size = firstOfFile[files.size()];
    file = new int[size];
    section = new int[size];
    segmentOf = new int[size];
    documentOf = new int[size];
    wordsBefore = new int[size + 1];
    int[] starts = new int[size + 1];
    int sections = 0;
    for (int f = 0; f < files.size(); f++) {
      FileCard card = files.get(f);
      for (int i = 0; i < card.size(); i++) {
        int at = firstOfFile[f] + i;
        if (i == 0 || card.section()[i] != card.section()[i - 1]) {
          starts[sections++] = at;
        }
        file[at] = f;
        section[at] = sections - 1;
        segmentOf[at] = inSegment.get(f);
        documentOf[at] = placed.get(f).first() + i;
        wordsBefore[at + 1] = wordsBefore[at] + placed.get(f).words()[i];
      }
    }
    starts[sections] = size;
    firstOfSection = Arrays.copyOf(starts, sections + 1);
  }

  /**
   * The passages of some files.
   *
   * @param wanted of a name that is there several times the first counts
   */
  static Library of(List<Shelf> shelves, Predicate<FileCard> wanted) {
    List<Segment> segments = new ArrayList<>();
    List<Shelf.Placed> placed = new ArrayList<>();
    List<Integer> inSegment = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int next = 0;
    for (Shelf shelf : shelves) {
      int[] numberOf = new int[shelf.reader().maxDoc()];
      Arrays.fill(numberOf, -1);
      for (Shelf.Placed each : shelf.files()) {
        if (Shelf.isLive(shelf.reader(), each)
            && wanted.test(each.card())
            && names.add(each.card().name())) {
          for (int i = 0; i < each.card().size(); i++) {
            numberOf[each.first() + i] = next++;
          }
          placed.add(each);
          inSegment.add(segments.size());
        }
      }
      segments.add(new Segment(shelf.reader(), numberOf));
    }
    return new Library(shelves, wanted, segments, placed, inSegment);
  }

  /** Those of its files that also have such a name. */
  Library within(Predicate<String> names) {
    return files.stream().allMatch(card -> names.test(card.name()))
        ? this
        : of(shelves, wanted.and(card -> names.test(card.name())));
  }

  int size() {
    return file.length;
  }

  int sections() {
    return firstOfSection.length - 1;
  }

  /** How many words a passage has. */
  int words(int passage) {
    return wordsBefore[passage + 1] - wordsBefore[passage];
  }

  /**
   * The first passage around one: at most {@code reach} before it, in its section, and no more than
   * {@link #MAX_AROUND} words with it. A turn of a conversation is understood with those around it,
   * a long paragraph by itself.
   */
  int from(int passage, int reach) {
    int least = Math.max(passage - reach, firstOfSection[section[passage]]);
    int from = passage;
    while (from > least && wordsBefore[passage + 1] - wordsBefore[from - 1] <= MAX_AROUND) {
      from--;
    }
    return from;
  }

  /** The passage behind the last around one; as above. */
  int to(int passage, int reach) {
    int most = Math.min(passage + reach + 1, firstOfSection[section[passage] + 1]);
    int to = passage + 1;
    while (to < most && wordsBefore[to + 1] - wordsBefore[passage] <= MAX_AROUND) {
      to++;
    }
    return to;
  }

  /** How many words stand around a passage on average, of some in equal distances; found once. */
  float meanAround(int reach) {
    return means.computeIfAbsent(reach, this::mean);
  }

  private float mean(int reach) {
    double all = 0;
    int count = 0;
    for (int p = 0; p < size(); p += 1 + size() / SAMPLE) {
      all += wordsBefore[to(p, reach)] - wordsBefore[from(p, reach)];
      count++;
    }
    return (float) Math.max(1, all / Math.max(1, count));
  }

  /** Whether a passage begins a section. */
  boolean isFirst(int passage) {
    return firstOfSection[section[passage]] == passage;
  }

  /** Whether something is true of a passage; see {@link FileCard}. */
  boolean is(int passage, int trait) {
    return card(passage).is(place(passage), trait);
  }

  /** Whether a passage is in a language. */
  boolean is(int passage, Language language) {
    return is(passage, FileCard.CHINESE) == (language == Language.CHINESE);
  }

  String speaker(int passage) {
    return card(passage).speaker()[place(passage)];
  }

  /** See {@link Fingerprint}. */
  long print(int passage) {
    return card(passage).print()[place(passage)];
  }

  FileCard card(int passage) {
    return files.get(file[passage]);
  }

  private int place(int passage) {
    return passage - firstOfFile[file[passage]];
  }

  /** What is stored of some passages. */
  List<Entry> entries(int[] passages) throws IOException {
    List<StoredFields> stored = new ArrayList<>();
    for (Segment segment : segments) {
      stored.add(segment.reader().storedFields());
    }
    List<Entry> entries = new ArrayList<>(passages.length);
    for (int passage : passages) {
      BytesRef bytes =
          stored.get(segmentOf[passage]).document(documentOf[passage]).getBinaryValue(Fields.ENTRY);
      if (bytes == null) {
        throw new IOException("a passage has no text");
      }
      entries.add(Entry.read(bytes.bytes, bytes.offset, bytes.length));
    }
    return entries;
  }
}
