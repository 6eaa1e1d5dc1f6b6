package comity.search;

import comity.files.FileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/**
 * The index of one scope on the disk, kept in step with the files. Whoever finds that files changed
 * writes it, under the folder's lock; a process that can't get the lock in time reads what changed
 * into memory for itself.
 */
final class WordIndex implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WordIndex.class.getName());

  /** Says on standard error that it could be faster with a module that is not ready yet. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  /** Another number when documents, words or passages are made differently. */
  static final String FORMAT = "3";

  /** A search waits no longer for another process that is writing. */
  static final Duration PATIENCE = Duration.ofMillis(250);

  /** The most that is read into memory while another process writes the index. */
  static final int MAX_FILES_IN_MEMORY = 200;

  /** More than anyone writes by hand; such a file is left out. */
  static final int MAX_FILE_BYTES = 32 << 20;

  /** What is left of segments that edits made is put together up to this size, which is quick. */
  private static final double MERGED_MB = 0.5;

  private static final double WRITE_BUFFER_MB = 16;

  /** Folders that are the index's own: its own, that of its scope and that of its project. */
  private static final int FOLDERS = 3;

  /**
   * The passages as the files are now, readable until it is closed.
   *
   * @param leftOut how many files could not be looked at
   */
  record View(Library library, int leftOut, List<IndexReader> readers) implements AutoCloseable {
    View {
      readers.forEach(IndexReader::incRef);
    }

    @Override
    public void close() throws IOException {
      for (IndexReader reader : readers) {
        reader.decRef();
      }
    }
  }

  private View viewNow() {
    return new View(
        library, unreadable.size(), reader == null ? List.of() : List.<IndexReader>of(reader));
  }

  private final Path folder;
  private final Texts texts;
  private final WordAnalyzer analyzer = new WordAnalyzer();
  private final Map<Object, Shelf> shelves = new LinkedHashMap<>();
  private @Nullable DirectoryReader reader;
  private Library library = Library.of(List.of(), _ -> true);

  /** The files that the library was found to fit, so that the same list needs no second look. */
  private List<Texts.Listed> fitting = List.of();

  /** Files that could not be read under their stamp; they are tried again when that changes. */
  private final Map<String, String> unreadable = new HashMap<>();

  WordIndex(Path folder, Texts texts) {
    this.folder = folder;
    this.texts = texts;
  }

  /** Looks whether files changed, and brings the index up to date. */
  synchronized View view() throws IOException {
    List<Texts.Listed> listed = texts.list();
    if (reader != null && listed.equals(fitting)) {
      return viewNow();
    }
    Map<String, String> now = new HashMap<>();
    for (Texts.Listed file : listed) {
      now.put(file.name(), file.stamp());
    }
    View view = view(now);
    fitting = view.library() == library ? List.copyOf(listed) : List.of();
    return view;
  }

  private View view(Map<String, String> now) throws IOException {
    if (reader != null && fits(now)) {
      return viewNow();
    }
    makeFolder();
    Optional<FolderLock> lock = FolderLock.take(folder, PATIENCE);
    if (lock.isEmpty()) {
      return besides(now);
    }
    try (FolderLock _ = lock.get()) {
      try {
        reopen();
        if (!fits(now)) {
          write(now, IndexWriterConfig.OpenMode.CREATE_OR_APPEND);
        }
      } catch (IOException | RuntimeException | InternalError broken) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The search index in " + folder + " was broken and is made anew: " + broken);
        forget();
        clear();
        write(now, IndexWriterConfig.OpenMode.CREATE);
      }
      return viewNow();
    }
  }

  /** Throws away what is there; the next view makes it anew. */
  synchronized void discard() throws IOException {
    forget();
    Optional<FolderLock> lock = FolderLock.take(folder, PATIENCE);
    if (lock.isPresent()) {
      try (FolderLock _ = lock.get()) {
        clear();
      }
    }
  }

  WordAnalyzer analyzer() {
    return analyzer;
  }

  private boolean fits(Map<String, String> now) {
    unreadable.entrySet().removeIf(entry -> !entry.getValue().equals(now.get(entry.getKey())));
    if (library.files.size() + unreadable.size() != now.size()) {
      return false;
    }
    for (FileCard card : library.files) {
      if (!card.stamp().equals(now.get(card.name()))) {
        return false;
      }
    }
    return true;
  }

  private Path words() {
    return folder.resolve("words");
  }

  private void makeFolder() {
    try {
      Path above = folder;
      for (int level = 0; level < FOLDERS && above != null; level++) {
        Aside.unlessFolder(above);
        above = above.getParent();
      }
      Aside.unlessFolderOfFiles(words());
      boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix) {
        Files.createDirectories(
            words(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } else {
        Files.createDirectories(words());
      }
    } catch (IOException e) {
      throw FileException.of("Making", folder, e);
    }
  }

  /** Takes over what is on the disk now; nothing where there is no index yet. */
  private void reopen() throws IOException {
    DirectoryReader before = reader;
    if (before == null) {
      Directory directory = new PrivateDirectory(words());
      if (!DirectoryReader.indexExists(directory)) {
        return;
      }
      take(DirectoryReader.open(directory));
      return;
    }
    DirectoryReader changed = DirectoryReader.openIfChanged(before);
    if (changed != null) {
      take(changed);
      before.close();
    }
  }

  private void take(DirectoryReader opened) throws IOException {
    reader = opened;
    if (!FORMAT.equals(opened.getIndexCommit().getUserData().get("format"))) {
      throw new IOException("it has another format");
    }
    library = Library.of(shelves(opened), _ -> true);
  }

  private List<Shelf> shelves(IndexReader opened) throws IOException {
    List<Shelf> all = new ArrayList<>();
    Map<Object, Shelf> known = new HashMap<>(shelves);
    shelves.clear();
    for (LeafReaderContext leaf : opened.leaves()) {
      Object key = leaf.reader().getCoreCacheHelper().getKey();
      Shelf shelf = known.get(key);
      shelf = shelf == null ? Shelf.of(leaf.reader()) : new Shelf(leaf.reader(), shelf.files());
      shelves.put(key, shelf);
      all.add(shelf);
    }
    return all;
  }

  /** The lock is held. */
  private void write(Map<String, String> now, IndexWriterConfig.OpenMode mode) throws IOException {
    Map<String, String> known =
        library.files.stream().collect(Collectors.toMap(FileCard::name, FileCard::stamp));
    try (IndexWriter writer = new IndexWriter(new PrivateDirectory(words()), config(mode))) {
      for (String name : known.keySet()) {
        if (!now.containsKey(name)) {
          writer.deleteDocuments(new Term(Fields.FILE, name));
        }
      }
      for (Map.Entry<String, String> file : now.entrySet()) {
        if (!file.getValue().equals(known.get(file.getKey()))) {
          put(writer, new Texts.Listed(file.getKey(), file.getValue()));
        }
      }
      writer.setLiveCommitData(Map.of("format", FORMAT).entrySet());
      writer.commit();
    }
    reopen();
  }

  private IndexWriterConfig config(IndexWriterConfig.OpenMode mode) {
    LogByteSizeMergePolicy merges = new LogByteSizeMergePolicy();
    merges.setMaxMergeMB(MERGED_MB);
    merges.setNoCFSRatio(1);
    return new IndexWriterConfig(analyzer)
        .setOpenMode(mode)
        .setSimilarity(new Fields.ExactLengths())
        .setMergePolicy(merges)
        .setMergeScheduler(new SerialMergeScheduler())
        .setRAMBufferSizeMB(WRITE_BUFFER_MB)
        .setUseCompoundFile(true);
  }

  private void put(IndexWriter writer, Texts.Listed file) throws IOException {
    byte[] bytes;
    try {
      bytes = texts.read(file.name());
      if (bytes.length > MAX_FILE_BYTES) {
        throw new IOException("it has " + bytes.length + " bytes");
      }
    } catch (IOException | UncheckedIOException | FileException e) {
      LOG.log(System.Logger.Level.INFO, file.name() + " is left out of the search: " + e);
      unreadable.put(file.name(), file.stamp());
      writer.deleteDocuments(new Term(Fields.FILE, file.name()));
      return;
    }
    Fields.put(writer, file, Passages.of(file.name(), new String(bytes, StandardCharsets.UTF_8)));
  }

  /** What is there, and what changed since read into memory: another process has the lock. */
  private View besides(Map<String, String> now) throws IOException {
    List<Shelf> all = new ArrayList<>();
    try {
      reopen();
      all.addAll(shelves.values());
    } catch (IOException | RuntimeException | InternalError unreadable) {
      // Whoever has the lock is making it anew.
      forget();
    }
    Set<String> kept =
        library.files.stream()
            .filter(card -> card.stamp().equals(now.get(card.name())))
            .map(FileCard::name)
            .collect(Collectors.toSet());
    List<String> changed = now.keySet().stream().filter(name -> !kept.contains(name)).toList();
    List<String> looked = changed.subList(0, Math.min(changed.size(), MAX_FILES_IN_MEMORY));
    Directory memory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(memory, config(IndexWriterConfig.OpenMode.CREATE))) {
      for (String name : looked) {
        put(writer, new Texts.Listed(name, now.getOrDefault(name, "")));
      }
      writer.commit();
    }
    List<IndexReader> readers = new ArrayList<>();
    try (DirectoryReader fresh = DirectoryReader.open(memory)) {
      for (LeafReaderContext leaf : fresh.leaves()) {
        all.add(Shelf.of(leaf.reader()));
      }
      readers.add(fresh);
      if (reader != null) {
        readers.add(reader);
      }
      Library both = Library.of(all, card -> card.stamp().equals(now.get(card.name())));
      return new View(both, now.size() - both.files.size(), readers);
    }
  }

  private void forget() {
    DirectoryReader old = reader;
    reader = null;
    library = Library.of(List.of(), _ -> true);
    shelves.clear();
    unreadable.clear();
    fitting = List.of();
    if (old != null) {
      try {
        old.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "An index that is thrown away did not close", e);
      }
    }
  }

  private void clear() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(words())) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public synchronized void close() {
    forget();
  }
}
