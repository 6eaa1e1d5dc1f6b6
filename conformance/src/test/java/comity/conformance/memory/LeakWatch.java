package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.memory.Marks.Owner;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Looks at all that was written, for marks where they must not be. */
final class LeakWatch {
  /** As many signs of a digest name a folder of the search indexes. */
  private static final int NAME = 32;

  private final LeakGround ground;
  private final Map<Path, Long> seen = new HashMap<>();
  private int terms;

  LeakWatch(LeakGround ground) {
    this.ground = ground;
  }

  /** Marks in an index where they must not be, and how many were looked at. */
  int terms() {
    return terms;
  }

  /** What was written since into the records that only grow. */
  void records(String about) throws IOException {
    none(grown(ground.home().resolve("audit.jsonl")), about + ", audit");
    for (String line : grown(ground.home().resolve("recall/receipts.jsonl")).lines().toList()) {
      Set<Owner> own = line.isEmpty() ? EnumSet.noneOf(Owner.class) : scope(line, "\"scope\":\"");
      assertThat(Marks.foreign(line, own)).as(about + ", receipt " + line).isEmpty();
    }
  }

  private static void none(String text, String about) {
    assertThat(Marks.foreign(text, EnumSet.noneOf(Owner.class))).as(about).isEmpty();
  }

  private String grown(Path file) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      long from = seen.getOrDefault(file, 0L);
      byte[] bytes = new byte[(int) (open.length() - from)];
      open.seek(from);
      open.readFully(bytes);
      seen.put(file, from + bytes.length);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** The scope that a record names. */
  private static Set<Owner> scope(String text, String before) {
    int at = text.indexOf(before) + before.length();
    String word = text.substring(at, text.indexOf('"', at));
    return of(word);
  }

  private static Set<Owner> of(String word) {
    return word.equals("main")
        ? EnumSet.of(Owner.MAIN, Owner.NOTE)
        : EnumSet.of(
            Owner.valueOf(word.substring("group:".length()).toUpperCase(java.util.Locale.ROOT)));
  }

  /** All files of the project and the home; no link is there now. */
  void everything(String about) throws IOException {
    for (Path file : files(ground.root())) {
      String name = ground.root().relativize(file).toString();
      assertThat(Marks.foreign(Files.readString(file), LeakGround.mayHold(name)))
          .as(about + ", " + name)
          .isEmpty();
      assertThat(name).as("nothing is left behind").doesNotEndWith(".tmp");
    }
    for (Path file : files(ground.home())) {
      String name = ground.home().relativize(file).toString();
      if (name.startsWith("search/")) {
        continue;
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      if (name.startsWith("recall/pending-")) {
        assertThat(Marks.foreign(text, scope(text, "\"scope\":\"")))
            .as(about + ", " + name)
            .isEmpty();
      } else if (!name.equals("recall/receipts.jsonl")) {
        none(text, about + ", " + name);
      }
    }
    indexes(about);
  }

  /** What was left where programs put what they need for a moment, since that time. */
  static void leftovers(Instant since) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      for (Path file : files.filter(each -> isSmall(each, since)).toList()) {
        none(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), "" + file);
      }
    }
  }

  /** Others' files may be there too, and may go at any time. */
  private static boolean isSmall(Path file, Instant since) {
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.isReadable(file)
          && Files.size(file) < 1 << 20
          && Files.getLastModifiedTime(file).toInstant().isAfter(since);
    } catch (IOException gone) {
      return false;
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  /** Each index has marks of its own scope alone: in its bytes, its terms and what it stores. */
  private void indexes(String about) throws IOException {
    Path all = ground.home().resolve("search").resolve(name(ground.root().toString()));
    if (!Files.isDirectory(all)) {
      return;
    }
    Map<String, String> scopes = new HashMap<>();
    for (String word : List.of("main", "group:ops", "group:acme", "group:void")) {
      scopes.put(name(word), word);
    }
    for (Path file : files(all)) {
      String folder = all.relativize(file).getName(0).toString();
      assertThat(scopes).as(about + ", a folder of an index").containsKey(folder);
      Set<Owner> own = of(scopes.getOrDefault(folder, ""));
      String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(Marks.foreign(bytes, own)).as(about + ", bytes of " + file).isEmpty();
      if (file.getFileName().toString().startsWith("segments_")) {
        index(file.resolveSibling("."), own, about);
      }
    }
  }

  private void index(Path folder, Set<Owner> own, String about) throws IOException {
    try (FSDirectory directory = FSDirectory.open(folder.normalize());
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext context : reader.leaves()) {
        for (String text : texts(context.reader())) {
          terms += Marks.has(text) ? 1 : 0;
          assertThat(Marks.foreign(text, own)).as(about + ", in the index " + folder).isEmpty();
        }
      }
    }
  }

  private static List<String> texts(LeafReader leaf) throws IOException {
    List<String> texts = new ArrayList<>();
    for (FieldInfo field : leaf.getFieldInfos()) {
      Terms terms = leaf.terms(field.name);
      if (terms != null) {
        TermsEnum each = terms.iterator();
        for (BytesRef term = each.next(); term != null; term = each.next()) {
          texts.add(text(term));
        }
      }
      BinaryDocValues values = leaf.getBinaryDocValues(field.name);
      while (values != null && values.nextDoc() != BinaryDocValues.NO_MORE_DOCS) {
        texts.add(text(values.binaryValue()));
      }
    }
    for (int document = 0; document < leaf.maxDoc(); document++) {
      for (IndexableField field : leaf.storedFields().document(document)) {
        BytesRef bytes = field.binaryValue();
        texts.add(bytes == null ? String.valueOf(field.stringValue()) : text(bytes));
      }
    }
    return texts;
  }

  private static String text(BytesRef bytes) {
    return new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.ISO_8859_1);
  }

  private static String name(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, NAME);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
