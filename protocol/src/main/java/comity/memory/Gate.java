package comity.memory;

import comity.roles.Isolation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a memory session may load (MEM-4, MEM-5, MEM-10, MEM-11): it is opened for one scope, reads
 * the index first, and then files of that scope alone, until a ceiling or the budget is reached.
 * Another scope means another gate, with nothing of this one.
 *
 * @param room for which it was opened; empty for main
 * @param tokenizer in which all its tokens are counted
 * @param budget tokens that it may give in all; known with the index
 * @param spent tokens that it gave
 * @param isIndexRead whether the index was given
 * @param loaded what was given of files, in its order
 */
public record Gate(
    Scope scope,
    Optional<String> room,
    Tokenizer tokenizer,
    int budget,
    int spent,
    boolean isIndexRead,
    List<Loaded> loaded) {
  /** Files of P0 to P2 in one session. */
  public static final int MAX_FILES = 2;

  /** Files of P3 in one session. */
  public static final int MAX_P3 = 1;

  private static final Pattern REFERENCE =
      Pattern.compile("conventions/[^\\s/\\\\()\\[\\]`\"'|<>,，。；]+?\\.md");

  /**
   * A file that was given, whole or in part.
   *
   * @param file from the scope's folder
   * @param conventions which it refers to
   */
  public record Loaded(String file, Priority priority, Set<String> conventions) {
    public Loaded {
      conventions = Set.copyOf(conventions);
    }
  }

  public Gate {
    loaded = List.copyOf(loaded);
  }

  /** A session that was opened just now. */
  public static Gate open(Scope scope, Optional<String> room, Tokenizer tokenizer) {
    return new Gate(scope, room, tokenizer, MemoryIndex.defaultBudget(scope), 0, false, List.of());
  }

  /** The names of the conventions files that a text refers to. */
  public static Set<String> references(String text) {
    Set<String> found = new LinkedHashSet<>();
    Matcher reference = REFERENCE.matcher(text);
    while (reference.find()) {
      found.add(reference.group());
    }
    return found;
  }

  /** Tokens that it may still give. */
  public int left() {
    return Math.max(0, budget - spent);
  }

  /** Whether anything but the index may be read, as passages of a search too. */
  public Verdict mayRead() {
    if (!isIndexRead) {
      return refused(
          "index-first",
          "The index " + scope.index() + " comes before anything else of this memory",
          "Read it: memory_get with the file index, or `comity memory get index`");
    }
    return left() == 0
        ? refused(
            "budget",
            "The budget of " + budget + " tokens is spent",
            "Work with what was given; a new session begins anew")
        : allowed();
  }

  /**
   * Whether a file may be loaded.
   *
   * @param file from the scope's folder; {@link MemoryFile#problem} has no objection to it
   */
  public Verdict mayLoad(String file, Priority priority) {
    if (mayRead() instanceof Verdict.Refused refused) {
      return refused;
    }
    if (isLoaded(file)) {
      return allowed();
    }
    if (MemoryFile.isConvention(scope, file)) {
      return mayLoadConvention(file);
    }
    if (priority == Priority.P3) {
      return count(true) < MAX_P3
          ? allowed()
          : ceiling("one file of P3", "Search instead, or open the memory anew in another session");
    }
    return count(false) < MAX_FILES
        ? allowed()
        : ceiling(
            "two files of P0 to P2", "Search instead, or open the memory anew in another session");
  }

  private boolean isLoaded(String file) {
    return loaded.stream().anyMatch(each -> each.file().equals(file));
  }

  private int count(boolean third) {
    return (int)
        loaded.stream()
            .filter(each -> !MemoryFile.isConvention(scope, each.file()))
            .filter(each -> (each.priority() == Priority.P3) == third)
            .count();
  }

  /** One for each file that was loaded, and only one that it refers to. */
  private Verdict mayLoadConvention(String file) {
    Optional<Loaded> last = loaded.isEmpty() ? Optional.empty() : Optional.of(loaded.getLast());
    if (last.isPresent() && MemoryFile.isConvention(scope, last.get().file())) {
      return ceiling(
          "one conventions file for the file that refers to it",
          "Work with " + last.get().file() + ", or load another file that refers to " + file);
    }
    return last.isPresent() && last.get().conventions().contains(file)
        ? allowed()
        : refused(
            "sub-layer",
            "No file that was loaded last refers to " + file,
            "Load the file first that names it");
  }

  private Verdict ceiling(String what, String instead) {
    return refused("ceiling", "A session loads " + what + " at most", instead);
  }

  private static Verdict allowed() {
    return new Verdict.Allowed("memory-gate");
  }

  private static Verdict refused(String rule, String reason, String instead) {
    return new Verdict.Refused(rule, reason, instead);
  }

  /** With the index given. */
  public Gate withIndex(int budget, int tokens) {
    return new Gate(scope, room, tokenizer, budget, spent + tokens, true, loaded);
  }

  /** With a file given. */
  public Gate withLoaded(Loaded file, int tokens) {
    List<Loaded> more = new ArrayList<>(loaded);
    more.removeIf(each -> each.file().equals(file.file()));
    more.add(file);
    return new Gate(scope, room, tokenizer, budget, spent + tokens, isIndexRead, more);
  }

  /** With text given that is no file: what a search found. */
  public Gate withSpent(int tokens) {
    return new Gate(scope, room, tokenizer, budget, spent + tokens, isIndexRead, loaded);
  }
}
