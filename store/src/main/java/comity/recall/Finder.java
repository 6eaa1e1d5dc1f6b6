package comity.recall;

import comity.memory.MemoryIndex;
import comity.memory.Passage;
import comity.memory.Scope;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds what a message needs: files by routing, passages by search. */
public interface Finder {
  /**
   * Which files a message needs.
   *
   * @param files the best first; none where nothing fits well enough
   * @param mode what found them: {@code meaning} or {@code lexical}
   * @param why there are none, for a person
   */
  record Routed(List<Chosen> files, String mode, String why) {
    public Routed {
      files = List.copyOf(files);
    }
  }

  /**
   * A file that a message needs.
   *
   * @param reason which trigger matched
   */
  record Chosen(MemoryIndex.Route route, String reason, double score) {}

  /**
   * A passage that was found.
   *
   * @param file from the project's root
   */
  record Hit(String file, int line, double score, String text) {}

  /**
   * What was found.
   *
   * @param hits the best first
   * @param mode what found them: {@code meaning} or {@code lexical}
   */
  record Found(List<Hit> hits, String mode) {
    public Found {
      hits = List.copyOf(hits);
    }
  }

  /**
   * Routes a message.
   *
   * @param most as many files
   * @param lexical whether words alone count
   */
  Routed route(Scope scope, MemoryIndex index, String message, int most, boolean lexical);

  /** The one of these conventions files that a message asks for; none where it asks for none. */
  Optional<MemoryIndex.Route> conventions(
      Scope scope, List<MemoryIndex.Route> named, String message, boolean lexical);

  /** The passages of one file that match, the best first; none where nothing does. */
  List<Passage> passages(Scope scope, String file, String query, boolean lexical);

  /**
   * Searches the files of a scope.
   *
   * @param scope empty for no session: the notes
   * @param among names from the project's root that are wanted
   * @param most as many hits
   */
  Found search(
      Optional<Scope> scope, String query, Predicate<String> among, int most, boolean lexical);
}
