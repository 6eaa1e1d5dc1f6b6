package comity.recall;

import comity.files.FileException;
import comity.memory.Disclosure;
import comity.memory.Gate;
import comity.memory.MemoryFile;
import comity.memory.MemoryIndex;
import comity.memory.Passage;
import comity.memory.Priority;
import comity.memory.Problem;
import comity.memory.Scope;
import comity.project.Directives;
import comity.project.Served;
import comity.roles.Isolation.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Loads what a gate lets through, in the five steps of MEM-8. */
final class Loading {
  /** What main reads beside its own files, from the project's root (MEM-12). */
  static final List<String> BESIDE = List.of("SOUL.md", "USER.md", "MEMORY.md");

  /** Files by routing in one load of a group; main may have two (MEM-9, MEM-12). */
  private static final int ROUTED = 1;

  private static final int ROUTED_MAIN = 2;

  /** The newest part of a log is enough where nothing is asked for. */
  private static final int NEWEST_LINES = 60;

  private final ScopeFiles files;
  private final Finder finder;
  private final LocalDate today;

  /**
   * @param today whose notes main reads, and those of the day before
   */
  Loading(ScopeFiles files, Finder finder, LocalDate today) {
    this.files = files;
    this.finder = finder;
    this.today = today;
  }

  /** The index of a scope, which must be there. */
  Served<MemoryIndex> index(Scope scope) {
    return switch (files.read(scope.index())) {
      case ScopeFiles.Reading.Read(String text) -> new Served.Done<>(MemoryIndex.read(scope, text));
      case ScopeFiles.Reading.Missing() ->
          new Served.Undone<>(
              Directives.Reason.NOT_FOUND,
              scope.index() + " is not there",
              "make it with `comity memory init`, or write it");
      case ScopeFiles.Reading.Refused(Verdict.Refused verdict) -> new Served.NotAllowed<>(verdict);
    };
  }

  /**
   * What is wrong with the index of a scope: also rows that name a file that is not there. Empty
   * where there is no index.
   */
  List<Problem> problems(Scope scope) {
    Optional<MemoryIndex> index =
        files.peek(scope.index()).map(text -> MemoryIndex.read(scope, text));
    List<Problem> problems = new ArrayList<>(index.map(MemoryIndex::problems).orElse(List.of()));
    for (MemoryIndex.Row row : index.map(MemoryIndex::rows).orElse(List.of())) {
      if (!files.isThere(scope.folder() + row.file())) {
        problems.add(
            new Problem(scope.index(), row.line(), scope.folder() + row.file() + " is not there"));
      }
    }
    problems.sort(Comparator.comparingInt(Problem::line));
    return problems;
  }

  /** Gives the index alone. */
  Served<Disclosure> giveIndex(Gate gate) {
    return index(gate.scope())
        .map(index -> {
          Disclosure disclosure = new Disclosure(gate, gate.scope().index());
          disclosure.index(index);
          return disclosure;
        });
  }

  /** All five steps: what a message needs, in one text. */
  Served<Routed> load(Gate gate, String message, String lastFlush, boolean lexical) {
    return index(gate.scope())
        .map(index -> {
          Disclosure disclosure = new Disclosure(gate, message);
          // What the session was given before is in its context: it is not given again.
          boolean first = !gate.isIndexRead();
          if (first) {
            disclosure.index(index);
          }
          boolean main = gate.scope() instanceof Scope.Main;
          if (main && first) {
            disclosure.line(lastFlush);
            beside(disclosure, gate);
          }
          Finder.Routes routed =
              finder.route(gate.scope(), index, message, main ? ROUTED_MAIN : ROUTED, lexical);
          List<String> nothing = new ArrayList<>();
          for (Finder.Chosen chosen : routed.files()) {
            give(disclosure, chosen, index.priority(gate.scope(), chosen.file()), message, lexical)
                .ifPresent(nothing::add);
          }
          boolean none = nothing.size() == routed.files().size();
          String why = routed.files().isEmpty() ? routed.why() : String.join("; ", nothing);
          if (none) {
            disclosure.line("[" + why + "]");
          }
          if (main && first) {
            notes(disclosure, gate);
          }
          return new Routed(disclosure, routed.mode(), none ? why : "");
        });
  }

  /**
   * What was loaded.
   *
   * @param mode what routed it; empty where a file was named
   * @param nothing why no file was; empty where one was
   */
  record Routed(Disclosure disclosure, String mode, String nothing) {
    /** What was asked for by its name. */
    static Routed named(Disclosure disclosure) {
      return new Routed(disclosure, "", "");
    }
  }

  /** What main always reads, in a share that leaves half of the budget. */
  private void beside(Disclosure disclosure, Gate gate) {
    for (String name : BESIDE) {
      read(disclosure, name)
          .ifPresent(text ->
              disclosure.beside(
                  name, text, "every session", disclosure.gate().budget() / 2 - gate.spent()));
    }
  }

  private void notes(Disclosure disclosure, Gate gate) {
    for (LocalDate day : List.of(today, today.minusDays(1))) {
      String name = "memory/" + day + ".md";
      read(disclosure, name)
          .ifPresent(text ->
              disclosure.beside(
                  name,
                  text,
                  day.equals(today) ? "today's notes" : "yesterday's notes",
                  disclosure.gate().budget() - gate.spent()));
    }
  }

  /** A file's text, if it is there; that it is refused or can't be read is said beside. */
  private Optional<String> read(Disclosure disclosure, String name) {
    try {
      return switch (files.read(name)) {
        case ScopeFiles.Reading.Read(String text) -> Optional.of(text);
        case ScopeFiles.Reading.Missing() -> Optional.empty();
        case ScopeFiles.Reading.Refused(Verdict.Refused verdict) -> {
          disclosure.leave(name, verdict.rule());
          disclosure.warn(verdict.reason());
          yield Optional.empty();
        }
      };
    } catch (FileException unreadable) {
      disclosure.leave(name, "unreadable");
      disclosure.warn(String.valueOf(unreadable.getMessage()));
      return Optional.empty();
    }
  }

  /** The text of a file that an index or another file names: that it is missing is said. */
  private Optional<String> named(Disclosure disclosure, String path) {
    int before = disclosure.leftOut();
    Optional<String> text = read(disclosure, path);
    if (text.isEmpty() && disclosure.leftOut() == before) {
      disclosure.leave(path, "missing");
      disclosure.warn(path + " is named and not there");
    }
    return text;
  }

  /** Gives a file; says why nothing of it was given, where nothing was. */
  private Optional<String> give(
      Disclosure disclosure,
      Finder.Chosen chosen,
      Priority priority,
      String message,
      boolean lexical) {
    Scope scope = disclosure.gate().scope();
    String file = chosen.file();
    String path = scope.folder() + file;
    boolean given =
        disclosure.gate().loaded().stream().anyMatch(loaded -> loaded.file().equals(file));
    if (given && priority != Priority.P2) {
      disclosure.leave(path, "given");
      return Optional.of(file + " was given before");
    }
    Optional<String> text = named(disclosure, path);
    if (text.isEmpty()) {
      return Optional.of(file + " can't be given");
    }
    int before = disclosure.room();
    List<Passage> found = passages(scope, file, priority, Optional.of(message), lexical);
    Verdict verdict =
        part(disclosure, file, priority, text.get(), found).apply(chosen.reason(), chosen.score());
    return switch (verdict) {
      case Verdict.Refused(String _, String reason, String _) ->
          Optional.of(file + " was not loaded: " + reason);
      case Verdict.Allowed _ -> {
        convention(disclosure, text.get(), message);
        yield disclosure.room() == before && !text.get().isBlank()
            ? Optional.of("nothing of " + file + " fits into the budget")
            : Optional.empty();
      }
    };
  }

  /**
   * Step 4: of the conventions files that the loaded text names, the one that fits the message
   * best.
   */
  private void convention(Disclosure disclosure, String text, String message) {
    Scope scope = disclosure.gate().scope();
    List<String> named =
        Gate.references(text).stream()
            .filter(name -> MemoryFile.problem(scope, name).isEmpty())
            .toList();
    if (named.isEmpty()) {
      return;
    }
    String wanted = finder.conventions(scope, named, message).orElse(named.getFirst());
    for (String file : named) {
      String path = scope.folder() + file;
      if (!file.equals(wanted)) {
        disclosure.leave(path, "sub-layer");
        continue;
      }
      named(disclosure, path)
          .ifPresent(
              body -> disclosure.file(file, Priority.P2, body, "named by the file before", 0));
    }
  }

  /** Gives a file that was asked for by its name. */
  Served<Routed> giveFile(Gate gate, String file, Optional<String> query, boolean lexical) {
    Scope scope = gate.scope();
    return index(scope)
        .then(index -> {
          Priority priority = index.priority(scope, file);
          if (gate.mayLoad(file, priority) instanceof Verdict.Refused refused) {
            return new Served.NotAllowed<>(refused);
          }
          return switch (files.read(scope.folder() + file)) {
            case ScopeFiles.Reading.Read(String text) -> {
              Disclosure disclosure = new Disclosure(gate, scope.folder() + file);
              List<Passage> found = passages(scope, file, priority, query, lexical);
              if (query.isPresent() && found.isEmpty() && isInParts(scope, file, priority)) {
                yield new Served.Done<>(nothingOf(disclosure, file));
              }
              part(disclosure, file, priority, text, found).apply("asked for", 0);
              yield new Served.Done<>(Routed.named(disclosure));
            }
            case ScopeFiles.Reading.Missing() ->
                new Served.Undone<>(
                    Directives.Reason.NOT_FOUND,
                    scope.folder() + file + " is not there",
                    "the index says which files there are");
            case ScopeFiles.Reading.Refused(Verdict.Refused verdict) ->
                new Served.NotAllowed<>(verdict);
          };
        });
  }

  /** Says that nothing of a file matches what of it was asked for. */
  private static Routed nothingOf(Disclosure disclosure, String file) {
    String why = "nothing was found in " + file + "; without a query its newest part is given";
    disclosure.leave(disclosure.gate().scope().folder() + file, "no match");
    disclosure.line("[" + why + "]");
    return new Routed(disclosure, "", why);
  }

  /** Gives main what is beside its files: by its name from the project's root. */
  Served<Routed> giveBeside(Gate gate, String name) {
    if (gate.mayRead() instanceof Verdict.Refused refused) {
      return new Served.NotAllowed<>(refused);
    }
    return switch (files.read(name)) {
      case ScopeFiles.Reading.Read(String text) -> {
        Disclosure disclosure = new Disclosure(gate, name);
        disclosure.beside(name, text, "asked for", gate.left());
        yield new Served.Done<>(Routed.named(disclosure));
      }
      case ScopeFiles.Reading.Missing() ->
          new Served.Undone<>(
              Directives.Reason.NOT_FOUND, name + " is not there", "memory_search finds others");
      case ScopeFiles.Reading.Refused(Verdict.Refused verdict) -> new Served.NotAllowed<>(verdict);
    };
  }

  /** Gives a file with a reason and a score. */
  @FunctionalInterface
  private interface Part {
    Verdict apply(String reason, double score);
  }

  /** P2 comes as what matches, or as its newest part; conventions and any other file whole. */
  private static boolean isInParts(Scope scope, String file, Priority priority) {
    return priority == Priority.P2 && !MemoryFile.isConvention(scope, file);
  }

  /** The passages that match, of a file that comes in parts. */
  private List<Passage> passages(
      Scope scope, String file, Priority priority, Optional<String> query, boolean lexical) {
    return isInParts(scope, file, priority)
        ? query.map(asked -> finder.passages(scope, file, asked, lexical)).orElse(List.of())
        : List.of();
  }

  /**
   * A file, or its part.
   *
   * @param found what of it matches
   */
  private static Part part(
      Disclosure disclosure, String file, Priority priority, String text, List<Passage> found) {
    if (!isInParts(disclosure.gate().scope(), file, priority)) {
      return (reason, score) -> disclosure.file(file, priority, text, reason, score);
    }
    return found.isEmpty()
        ? (reason, score) ->
            disclosure.passages(
                file, priority, text, List.of(newest(text)), reason + ", its newest part", score)
        : (reason, score) ->
            disclosure.passages(file, priority, text, found, reason + ", what matches", score);
  }

  private static Passage newest(String text) {
    String part = text.lines().limit(NEWEST_LINES).reduce("", (all, line) -> all + line + "\n");
    return new Passage(1, part, 0);
  }
}
