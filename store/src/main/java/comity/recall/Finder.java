package comity.recall;

import comity.meaning.Language;
import comity.meaning.Routed;
import comity.memory.Candidate;
import comity.memory.Match;
import comity.memory.MemoryIndex;
import comity.memory.Passage;
import comity.memory.Priority;
import comity.memory.Routing;
import comity.memory.Scope;
import comity.search.Found;
import comity.search.Question;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds what a message needs in the memory of one project: files by routing, passages by search.
 * Each scope has an index and vectors of its own.
 */
public final class Finder {
  /** Of one file no more is needed: the budget ends it before. */
  private static final int MAX_PASSAGES = 12;

  private final Indexes indexes;
  private final Peeked peeked;

  /**
   * Which files a message needs.
   *
   * @param files the best first; none where nothing fits well enough
   * @param mode what found them: {@code meaning} or {@code lexical}
   * @param why there are none, for a person
   */
  record Routes(List<Chosen> files, String mode, String why) {
    Routes {
      files = List.copyOf(files);
    }
  }

  /**
   * A file that a message needs.
   *
   * @param reason which trigger matched
   */
  record Chosen(String file, String reason, double score) {}

  /**
   * A passage that was found.
   *
   * @param file from the project's root
   */
  public record Hit(String file, int line, double score, String text) {}

  /**
   * What was found.
   *
   * @param hits the best first
   * @param mode what found them: {@code meaning} or {@code lexical}
   */
  public record Hits(List<Hit> hits, String mode) {
    public Hits {
      hits = List.copyOf(hits);
    }
  }

  Finder(Indexes indexes, ScopeFiles files) {
    this.indexes = indexes;
    this.peeked = new Peeked(files);
  }

  /** Begins to load the model that a message needs. */
  void prepare(String message, boolean lexical) {
    if (!lexical) {
      indexes.warm(Language.of(message));
    }
  }

  /**
   * Routes a message.
   *
   * @param most as many files
   * @param lexical whether words alone count
   */
  Routes route(Scope scope, MemoryIndex index, String message, int most, boolean lexical) {
    List<Candidate> left = new ArrayList<>();
    for (MemoryIndex.Route route : index.routes()) {
      left.add(candidate(scope, route));
    }
    List<Chosen> chosen = new ArrayList<>();
    String mode = "";
    String why = "";
    while (chosen.size() < most) {
      Routed routed = indexes.router(scope).route(message, left, indexes.routing(lexical));
      if (mode.isEmpty()) {
        mode = word(routed.by());
        why = routed.note().map(note -> " (" + note + ")").orElse("");
      }
      Optional<Candidate> found = routed.routing().toLoad();
      // One P0 file for talk of work is enough; a second file must fit by itself.
      boolean second = !chosen.isEmpty();
      if (found.isEmpty() || (second && !(routed.routing() instanceof Routing.Chosen))) {
        why = chosen.isEmpty() ? nothing(routed.routing()) + why : why;
        break;
      }
      chosen.add(chosen(routed.routing(), found.get()));
      left.remove(found.get());
    }
    return new Routes(chosen, mode, chosen.isEmpty() ? why : "");
  }

  private static String word(Routed.Mode mode) {
    return mode == Routed.Mode.LEXICAL ? "lexical" : "meaning";
  }

  private static String nothing(Routing routing) {
    return switch (routing) {
      case Routing.Nothing(var _, String why) -> "nothing was loaded beyond the index: " + why;
      case Routing.Chosen _, Routing.AtWork _ -> "";
    };
  }

  private static Chosen chosen(Routing routing, Candidate candidate) {
    return switch (routing) {
      case Routing.Chosen(Match match) ->
          new Chosen(
              candidate.file(),
              match.by().word() + " \"" + match.evidence() + "\"",
              match.confidence());
      case Routing.AtWork(Candidate _, double nearness) ->
          new Chosen(candidate.file(), "talk of the work at hand", nearness);
      case Routing.Nothing _ -> throw new AssertionError("nothing was chosen");
    };
  }

  private Candidate candidate(Scope scope, MemoryIndex.Route route) {
    Peeked.Content content = peeked.of(scope.folder() + route.file());
    return new Candidate(
        route.file(), route.priority(), route.phrases(), content.headings(), content.text());
  }

  /** The one of these conventions files that a message asks for; none where it asks for none. */
  Optional<String> conventions(Scope scope, List<String> named, String message) {
    List<Candidate> candidates =
        named.stream()
            .map(file -> {
              Peeked.Content content = peeked.of(scope.folder() + file);
              String plain = file.substring(file.indexOf('/') + 1);
              return new Candidate(
                  plain, Priority.P2, List.of(), content.headings(), content.text());
            })
            .toList();
    Routed routed = indexes.router(scope).route(message, candidates, Routed.Mode.LEXICAL);
    return routed.routing().toLoad().map(candidate -> named.get(candidates.indexOf(candidate)));
  }

  /** The passages of one file that match, the best first; none where nothing does. */
  List<Passage> passages(Scope scope, String file, String query, boolean lexical) {
    String name = scope.folder() + file;
    Found found = find(Optional.of(scope), query, name::equals, MAX_PASSAGES, lexical);
    return new Sections(peeked.of(name).text()).of(found.hits());
  }

  /**
   * Searches the files of a scope.
   *
   * @param scope empty for no session: the notes
   * @param among names from the project's root that are wanted
   * @param most as many hits
   */
  Hits search(
      Optional<Scope> scope, String query, Predicate<String> among, int most, boolean lexical) {
    Found found = find(scope, query, among, most, lexical);
    return new Hits(
        found.hits().stream()
            .map(hit -> new Hit(hit.file(), hit.firstLine(), hit.score(), hit.text()))
            .toList(),
        found.byMeaning() ? "meaning" : "lexical");
  }

  private Found find(
      Optional<Scope> scope, String query, Predicate<String> among, int most, boolean lexical) {
    try {
      return indexes
          .search(scope.orElse(new Scope.Main()))
          .find(
              new Question(
                  query,
                  most,
                  scope.isEmpty() ? among.and(Indexes::isNote) : among,
                  indexes.searching(lexical)));
    } catch (IOException e) {
      throw indexes.failed(e);
    }
  }

  /** Closes the indexes. */
  void close() {
    indexes.close();
  }
}
