package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The table of a role's boundaries (ROLE-8): what belongs here, and what belongs to whom.
 *
 * @param here what belongs to this role
 * @param elsewhere what belongs to others
 */
public record Boundaries(List<String> here, List<Elsewhere> elsewhere) {
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern RULE = Pattern.compile("[ \\t]*:?-+:?[ \\t]*");
  private static final Pattern SOURCES =
      Pattern.compile("(?i).*(source code|sources|\\bcode\\b|源码|源代码|代码).*");
  private static final Pattern OURS =
      Pattern.compile("(?i).*(here|this role|mine|归本|本角色|属于这里|负责|在这里).*");
  private static final Pattern THEIRS =
      Pattern.compile("(?i).*(elsewhere|other|belongs to|whom|不归|其他|别处|归属|转给|谁).*");

  /** What belongs to another role; {@code role} is empty where the table does not say whose. */
  public record Elsewhere(String what, Optional<String> role) {}

  public Boundaries {
    here = List.copyOf(here);
    elsewhere = List.copyOf(elsewhere);
  }

  /** Whether what belongs here names the sources (ROLE-16). */
  public boolean hasSources() {
    return here.stream().anyMatch(what -> SOURCES.matcher(what).matches());
  }

  /**
   * Reads the tables among these lines, half-written ones too: a first column of what belongs here
   * and a second of what belongs elsewhere, in the order that the header says, and a third of whose
   * it is.
   */
  static Boundaries read(List<String> lines) {
    List<String> here = new ArrayList<>();
    List<Elsewhere> elsewhere = new ArrayList<>();
    List<String> header = List.of();
    for (String line : lines) {
      if (line.indexOf('|') < 0) {
        header = List.of();
        continue;
      }
      List<String> cells = cells(line);
      if (cells.stream().allMatch(cell -> cell.isEmpty() || RULE.matcher(cell).matches())) {
        continue;
      }
      if (header.isEmpty()) {
        header = cells;
        continue;
      }
      row(header, cells, here, elsewhere);
    }
    return new Boundaries(here, elsewhere);
  }

  private static void row(
      List<String> header, List<String> cells, List<String> here, List<Elsewhere> elsewhere) {
    Optional<String> owner = Optional.empty();
    for (int i = 0; i < cells.size(); i++) {
      if (isOwner(header, i) && !cells.get(i).isEmpty()) {
        owner = Optional.of(cells.get(i));
      }
    }
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      if (cell.isEmpty() || isOwner(header, i)) {
        continue;
      }
      String title = i < header.size() ? header.get(i) : "";
      boolean others = THEIRS.matcher(title).matches() || (i > 0 && !OURS.matcher(title).matches());
      if (others) {
        elsewhere.add(elsewhere(cell, owner));
      } else {
        here.add(cell);
      }
    }
  }

  private static boolean isOwner(List<String> header, int column) {
    return column > 0
        && column < header.size()
        && header.get(column).toLowerCase(Locale.ROOT).matches(".*(role|owner|whom|角色|归属|谁).*")
        && column == header.size() - 1
        && header.size() > 2;
  }

  /** {@code marketing → GROWTH} names the role itself. */
  private static Elsewhere elsewhere(String cell, Optional<String> owner) {
    String[] parts = cell.split("\\s*(→|->)\\s*", 2);
    return parts.length == 2
        ? new Elsewhere(parts[0].strip(), Optional.of(parts[1].strip()))
        : new Elsewhere(cell, owner);
  }

  /** Whether a line is the one below a table's first. */
  static boolean isRule(String line) {
    List<String> cells = cells(line);
    return !cells.isEmpty() && cells.stream().allMatch(cell -> RULE.matcher(cell).matches());
  }

  static List<String> cells(String line) {
    String inner = line.strip();
    inner = inner.startsWith("|") ? inner.substring(1) : inner;
    List<String> cells = new ArrayList<>();
    for (String cell : BAR.split(inner, -1)) {
      cells.add(cell.strip().replace("\\|", "|").replaceAll("\\*\\*", ""));
    }
    if (!cells.isEmpty() && cells.getLast().isEmpty() && line.strip().endsWith("|")) {
      cells.removeLast();
    }
    return cells;
  }
}
