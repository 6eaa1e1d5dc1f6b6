package comity.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The index of a scope (MEM-7): front matter, hard rules, and which file to load for what.
 *
 * @param header what the front matter says, as it is written
 * @param hardRules the lines of the section {@code ## Hard Rules}, its heading included
 * @param rows of the routing tables, in their order, deprecated ones left out
 * @param problems what could not be taken
 * @param text the whole
 */
public record MemoryIndex(
    Map<String, String> header,
    List<String> hardRules,
    List<Row> rows,
    List<Problem> problems,
    String text) {
  /** Tokens where the front matter of a group's index names none. */
  public static final int GROUP_BUDGET = 6000;

  /** Tokens where the front matter of main's index names none. */
  public static final int MAIN_BUDGET = 8000;

  /**
   * A row of a routing table.
   *
   * @param phrases when the file is needed
   * @param file from the scope's folder, such as {@code attention.md}
   * @param subLayer whether it is a conventions file, which nothing is routed to directly
   * @param line in the index, from 1
   * @param text as it is written
   */
  public record Row(
      List<String> phrases,
      String file,
      Priority priority,
      boolean subLayer,
      int line,
      String text) {
    public Row {
      phrases = List.copyOf(phrases);
    }
  }

  /**
   * A file that a message may need.
   *
   * @param phrases of all rows that name it
   * @param priority the highest of them
   */
  public record Route(String file, Priority priority, List<String> phrases) {
    public Route {
      phrases = List.copyOf(phrases);
    }
  }

  public MemoryIndex {
    header = Map.copyOf(header);
    hardRules = List.copyOf(hardRules);
    rows = List.copyOf(rows);
    problems = List.copyOf(problems);
  }

  /** Reads the index of a scope. */
  public static MemoryIndex read(Scope scope, String text) {
    return new IndexReader(scope, text).read();
  }

  /** How many tokens a memory session may give. */
  public int budget(Scope scope) {
    return number(header.getOrDefault("memory_budget", "")).orElse(defaultBudget(scope));
  }

  static int defaultBudget(Scope scope) {
    return switch (scope) {
      case Scope.Group _ -> GROUP_BUDGET;
      case Scope.Main _ -> MAIN_BUDGET;
    };
  }

  /** A positive number; empty where the text is none. */
  static Optional<Integer> number(String text) {
    try {
      int number = Integer.parseInt(text);
      return number > 0 ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
  }

  /** The files that a message may be routed to: each once, none of {@code conventions}. */
  public List<Route> routes() {
    Map<String, List<Row>> byFile = new LinkedHashMap<>();
    for (Row row : rows) {
      if (!row.subLayer()) {
        byFile.computeIfAbsent(row.file(), _ -> new ArrayList<>()).add(row);
      }
    }
    return byFile.entrySet().stream()
        .map(entry ->
            new Route(
                entry.getKey(),
                entry.getValue().stream().map(Row::priority).min(Priority::compareTo).orElseThrow(),
                entry.getValue().stream()
                    .flatMap(row -> row.phrases().stream())
                    .distinct()
                    .toList()))
        .toList();
  }

  /** The priority of a file: as a row says, else as the standard names have it. */
  public Priority priority(Scope scope, String file) {
    return rows.stream()
        .filter(row -> row.file().equals(file))
        .map(Row::priority)
        .min(Priority::compareTo)
        .orElseGet(() -> MemoryFile.usual(scope, file));
  }
}
