package comity.recall;

import comity.files.FileException;
import comity.files.Home;
import comity.meaning.Embedder;
import comity.meaning.Language;
import comity.meaning.Routed;
import comity.meaning.Router;
import comity.memory.Scope;
import comity.search.MemorySearch;
import comity.search.Question;
import comity.search.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The indexes of one project's memory, each scope's in a folder of its own under {@code search/} of
 * the home: nothing in one can show in an answer of another (MEM-2, MEM-21).
 */
final class Indexes implements AutoCloseable {
  /** What is searched without a session. */
  private static final Pattern NOTE =
      Pattern.compile(
          "MEMORY\\.md|MEMORIES\\.md|memory/(archive/)?[0-9]{4}-[0-9]{2}-[0-9]{2}[^/]*\\.md");

  private final Path folder;
  private final ScopeFiles files;
  private final Optional<Embedder> embedder;
  private final boolean resident;
  private final Map<Scope, Router> routers = new ConcurrentHashMap<>();
  private final Map<Scope, MemorySearch> searches = new ConcurrentHashMap<>();

  /**
   * @param resident whether the process goes on: then it answers by words while the model loads
   */
  Indexes(Home home, Path root, ScopeFiles files, Embedder embedder, boolean resident) {
    this.folder = home.search().resolve(Hash.of(root.toString()));
    this.files = files;
    this.embedder = Optional.of(embedder);
    this.resident = resident;
  }

  static boolean isNote(String name) {
    return NOTE.matcher(name).matches();
  }

  private Path folder(Scope scope) {
    return folder.resolve(Hash.of(scope.word()));
  }

  Router router(Scope scope) {
    return routers.computeIfAbsent(
        scope, _ -> new Router(embedder.orElseThrow(), folder(scope).resolve("routing")));
  }

  MemorySearch search(Scope scope) {
    return searches.computeIfAbsent(
        scope, _ -> new MemorySearch(folder(scope).resolve("passages"), texts(scope), embedder));
  }

  void warm(Language language) {
    embedder.ifPresent(models -> models.warm(language));
  }

  Routed.Mode routing(boolean lexical) {
    if (lexical) {
      return Routed.Mode.LEXICAL;
    }
    return resident ? Routed.Mode.READY : Routed.Mode.MEANING;
  }

  Question.Mode searching(boolean lexical) {
    if (lexical) {
      return Question.Mode.WORDS;
    }
    return resident ? Question.Mode.MEANING_WHEN_READY : Question.Mode.MEANING;
  }

  FileException failed(IOException e) {
    return FileException.of("Searching in", folder, e);
  }

  private Texts texts(Scope scope) {
    return new Texts() {
      @Override
      public List<Listed> list() {
        List<Listed> listed = new ArrayList<>();
        files.lookAnew();
        for (String name : names(scope)) {
          files.stamp(name).ifPresent(stamp -> listed.add(new Listed(name, stamp)));
        }
        return listed;
      }

      @Override
      public byte[] read(String name) throws IOException {
        return switch (files.read(name)) {
          case ScopeFiles.Reading.Read(String text) -> text.getBytes(StandardCharsets.UTF_8);
          case ScopeFiles.Reading.Missing() -> throw new IOException(name + " is gone");
          case ScopeFiles.Reading.Refused(var verdict) -> throw new IOException(verdict.reason());
        };
      }
    };
  }

  private List<String> names(Scope scope) {
    List<String> names = new ArrayList<>(files.list(scope));
    if (scope instanceof Scope.Main) {
      names.addAll(files.notes());
    }
    return names;
  }

  @Override
  public void close() {
    searches.values().forEach(MemorySearch::close);
  }
}
