package comity.memory;

import comity.roles.Isolation.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a memory session is given at once, put together step by step (MEM-8): each text goes through
 * the gate, and the budget is checked after each.
 */
public final class Disclosure {
  /** Whoever mends these sees the others then. */
  private static final int MAX_PROBLEMS = 20;

  private final String asked;
  private final Packing packing;
  private final int spentBefore;
  private final List<Receipt.Item> items = new ArrayList<>();
  private final List<Receipt.Left> left = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private Gate gate;

  /**
   * What was given.
   *
   * @param gate as the session goes on
   * @param text Markdown for a prompt, of as many tokens as the receipt says
   * @param warnings for a person
   */
  public record Given(Gate gate, Receipt receipt, String text, List<String> warnings) {
    public Given {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Begins.
   *
   * @param asked the message or the file
   */
  public Disclosure(Gate gate, String asked) {
    this.gate = gate;
    this.asked = asked;
    this.packing = new Packing(gate.tokenizer());
    this.spentBefore = gate.spent();
  }

  /** Tokens that this text may have in all. */
  private int most() {
    return Math.max(0, gate.budget() - spentBefore);
  }

  /** The gate so far; what was given is not counted in it yet. */
  public Gate gate() {
    return gate;
  }

  /** How much was left out so far. */
  public int leftOut() {
    return left.size();
  }

  /** Tokens that may still be added. */
  public int room() {
    return Math.max(0, most() - packing.tokens());
  }

  /** Gives the index; where it alone is over the budget its hard rules and as many rows as fit. */
  public void index(MemoryIndex index) {
    Scope scope = gate.scope();
    int before = packing.tokens();
    gate = gate.withIndex(index.budget(scope), 0);
    index.problems().stream().limit(MAX_PROBLEMS).map(Problem::toString).forEach(warnings::add);
    int more = index.problems().size() - MAX_PROBLEMS;
    if (more > 0) {
      warnings.add(scope.index() + ": " + more + " more like these");
    }
    String heading = heading(scope.index(), "index");
    long lines = index.text().lines().count();
    if (packing.mayFit(index.text(), most())
        && gate.tokenizer().count(heading + "\n" + index.text() + "\n") <= most()) {
      packing.add(heading, index.text(), scope.index(), most());
      item(scope.index(), "index", "1-" + lines, before, "index", 0);
      return;
    }
    String rules = String.join("\n", index.hardRules());
    packing.add(heading, rules, "the hard rules of " + scope.index(), most());
    int rows = packing.lines(index.rows().stream().map(MemoryIndex.Row::text).toList(), most());
    item(
        scope.index(),
        "index",
        "hard rules, " + rows + " of " + index.rows().size() + " rows",
        before,
        "index",
        0);
    left.add(new Receipt.Left(scope.index(), "budget"));
    warnings.add(scope.index() + " alone is over the budget of " + gate.budget() + " tokens");
  }

  /**
   * Gives a file of the scope.
   *
   * @param file from the scope's folder
   * @param reason which trigger, or that it was asked for
   */
  public Verdict file(String file, Priority priority, String text, String reason, double score) {
    return load(
        file,
        priority,
        text,
        path -> {
          Packing.Taken taken = packing.add(heading(path, priority.name()), text, path, most());
          if (!taken.isWhole()) {
            left.add(new Receipt.Left(path + ":" + (taken.lines() + 1), "budget"));
          }
          return taken.lines() == 0 ? "" : "1-" + taken.lines();
        },
        reason,
        score);
  }

  /**
   * Gives those parts of a file that match (MEM-10).
   *
   * @param text of the whole file
   * @param ranked the best first
   */
  public Verdict passages(
      String file,
      Priority priority,
      String text,
      List<Passage> ranked,
      String reason,
      double score) {
    return load(
        file,
        priority,
        text,
        path -> {
          List<Passage> taken = packing.add(heading(path, priority.name()), ranked, most());
          ranked.stream()
              .filter(passage -> !taken.contains(passage))
              .forEach(
                  passage -> left.add(new Receipt.Left(path + ":" + passage.line(), "budget")));
          if (!isAll(text, ranked)) {
            left.add(new Receipt.Left(path, "the rest"));
          }
          return taken.stream().map(Passage::lines).collect(Collectors.joining(", "));
        },
        reason,
        score);
  }

  /** Whether parts are all of a file but its blank lines and its title. */
  private static boolean isAll(String text, List<Passage> parts) {
    Set<String> given =
        parts.stream().flatMap(part -> part.text().lines()).collect(Collectors.toSet());
    return text.lines()
        .skip(text.startsWith("# ") ? 1 : 0)
        .allMatch(line -> line.isBlank() || given.contains(line));
  }

  /** Adds something at a path, and tells its lines; none where nothing of it fits. */
  @FunctionalInterface
  private interface Adding {
    String add(String path);
  }

  private Verdict load(
      String file, Priority priority, String text, Adding adding, String reason, double score) {
    String path = gate.scope().folder() + file;
    Verdict verdict = gate.withSpent(packing.tokens()).mayLoad(file, priority);
    if (verdict instanceof Verdict.Refused refused) {
      left.add(new Receipt.Left(path, refused.rule()));
      return verdict;
    }
    int before = packing.tokens();
    String lines = adding.add(path);
    if (!lines.isEmpty() || text.isBlank()) {
      gate = gate.withLoaded(new Gate.Loaded(file, priority, Gate.references(text)), 0);
      item(path, priority.name(), lines, before, reason, score);
    }
    return verdict;
  }

  /**
   * Gives what belongs to main beside its files (MEM-12).
   *
   * @param path from the project's root
   * @param most tokens that the text so far may have with it
   */
  public void beside(String path, String text, String reason, int most) {
    int before = packing.tokens();
    Packing.Taken taken = packing.add(heading(path, "main"), text, path, Math.min(most, most()));
    if (taken.lines() > 0) {
      item(path, "-", "1-" + taken.lines(), before, reason, 0);
    }
    if (!taken.isWhole()) {
      left.add(new Receipt.Left(path + ":" + (taken.lines() + 1), "budget"));
    }
  }

  /** Gives a line, where it fits. */
  public void line(String text) {
    packing.note(text + "\n", most());
  }

  /** Says that something is not given. */
  public void leave(String path, String rule) {
    left.add(new Receipt.Left(path, rule));
  }

  /** Says something to whoever asked, beside the text. */
  public void warn(String what) {
    warnings.add(what);
  }

  private void item(
      String path, String priority, String lines, int before, String reason, double score) {
    items.add(new Receipt.Item(path, priority, lines, packing.tokens() - before, reason, score));
  }

  private static String heading(String path, String what) {
    return "<!-- " + path + " | " + what + " -->";
  }

  /**
   * All that was given.
   *
   * @param mode what found it
   */
  public Given given(Instant at, String mode) {
    int tokens = packing.tokens();
    Gate next = gate.withSpent(tokens);
    Receipt receipt =
        new Receipt(
            at, next.scope().word(), asked, mode, items, left, tokens, next.budget(), next.spent());
    return new Given(next, receipt, packing.text(), warnings);
  }
}
