package comity.memory;

import comity.roles.Lines;
import comity.roles.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Edits of an index, which only grows (MEM-14): what is gone is marked, and stays. */
public final class IndexEdit {
  /** Before what counts no longer. */
  public static final String DEPRECATED = "[DEPRECATED]";

  private static final Pattern TRIGGER = Pattern.compile("(?i)trigger( scenario)?s?|触发场景|触发");
  private static final Pattern LOAD_FILE = Pattern.compile("(?i)load file|file|加载文件|文件");
  private static final Pattern RULE = Pattern.compile("[|: -]*-[|: -]*");

  /** How many cells a row has. */
  private static final int CELLS = 3;

  private IndexEdit() {}

  /** What is to be changed of an index. */
  public sealed interface Change {
    /** A row more: {@code PHRASES | FILE | PRIORITY}. */
    record Row(List<String> triggers, String file, String priority) implements Change {
      public Row {
        triggers = List.copyOf(triggers);
      }
    }

    /** The rows of a file are marked: {@code [DEPRECATED] FILE}. */
    record Deprecation(String file) implements Change {}

    /** It is no change; {@code why} is for a person. */
    record Wrong(String why) implements Change {}

    /** The index with it; the same lines where nothing is to be done. */
    default Lines in(Lines index) {
      return switch (this) {
        case Row(List<String> triggers, String file, String priority) ->
            withRow(index, triggers, file, priority);
        case Deprecation(String file) -> deprecated(index, file);
        case Wrong _ -> index;
      };
    }
  }

  /** Reads what is to be changed of a scope's index. */
  public static Change read(Scope scope, String text) {
    if (text.strip().startsWith(DEPRECATED)) {
      String file = text.strip().substring(DEPRECATED.length()).strip();
      return MemoryFile.problem(scope, file)
          .<Change>map(why -> new Change.Wrong("\"" + file + "\" is no file: " + why))
          .orElseGet(() -> new Change.Deprecation(file));
    }
    List<String> cells = cells("|" + text.strip());
    if (cells.size() != CELLS) {
      return new Change.Wrong("a row is PHRASES | FILE | PRIORITY, or " + DEPRECATED + " FILE");
    }
    List<String> triggers =
        Pattern.compile("[,，、]")
            .splitAsStream(cells.get(0))
            .map(String::strip)
            .filter(phrase -> !phrase.isEmpty())
            .toList();
    Optional<String> problem = MemoryFile.problem(scope, cells.get(1));
    if (problem.isPresent() || triggers.isEmpty()) {
      return new Change.Wrong(
          problem
              .map(why -> "\"" + cells.get(1) + "\" is no file: " + why)
              .orElse("it does not say when the file is needed"));
    }
    return cells.get(2).matches("(?i)P[0-3](-L3)?")
        ? new Change.Row(triggers, cells.get(1), cells.get(2).toUpperCase(Locale.ROOT))
        : new Change.Wrong("\"" + cells.get(2) + "\" is no priority: use P0 to P3, or P2-L3");
  }

  /** Where the routing table is: its header's line, and the line behind its last row. */
  private record Table(int from, int to) {}

  private static Optional<Table> table(Outline outline) {
    Lines file = outline.file();
    for (int line = 0; line + 1 < file.size(); line++) {
      List<String> cells = cells(file.text(line));
      if (outline.isText(line)
          && cells.stream().anyMatch(cell -> TRIGGER.matcher(cell).matches())
          && cells.stream().anyMatch(cell -> LOAD_FILE.matcher(cell).matches())
          && RULE.matcher(file.text(line + 1).strip()).matches()) {
        int to = line + 2;
        while (to < file.size() && file.text(to).strip().startsWith("|")) {
          to++;
        }
        return Optional.of(new Table(line, to));
      }
    }
    return Optional.empty();
  }

  private static List<String> cells(String line) {
    String row = line.strip();
    if (!row.startsWith("|")) {
      return List.of();
    }
    List<String> cells = new ArrayList<>();
    for (String cell :
        row.substring(1).replaceFirst("(?<!\\\\)\\|$", "").split("(?<!\\\\)\\|", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }

  /**
   * With a row more at the end of the routing table, which is made where there is none; the same
   * lines where it has such a row.
   *
   * @param triggers phrases, of which none is empty
   * @param file from the scope's folder
   * @param priority such as {@code P2} or {@code P2-L3}
   */
  public static Lines withRow(Lines index, List<String> triggers, String file, String priority) {
    Outline outline = Outline.of(index);
    boolean chinese = outline.isChinese();
    List<String> phrases = triggers.stream().map(IndexEdit::cell).toList();
    String row =
        "| "
            + String.join(chinese ? "、" : ", ", phrases)
            + " | "
            + cell(file)
            + " | "
            + cell(priority)
            + " |";
    Optional<Table> table = table(outline);
    if (table.isPresent()) {
      for (int line = table.get().from() + 2; line < table.get().to(); line++) {
        if (cells(index.text(line)).equals(cells(row))) {
          return index;
        }
      }
      return index.insert(table.get().to(), List.of(row));
    }
    return outline.with(
        outline.end(),
        List.of(
            chinese ? "## 路由" : "## Routing",
            "",
            chinese ? "| 触发场景 | 加载文件 | 优先级 |" : "| Trigger Scenario | Load File | Priority |",
            "| --- | --- | --- |",
            row));
  }

  private static String cell(String text) {
    return Prose.oneLine(text).replaceAll("(?<!\\\\)\\|", "\\\\|");
  }

  /**
   * With a line more at the end of a section, which is made where there is none.
   *
   * @param section the heading's text, such as {@code Hard Rules}
   */
  public static Lines withLine(Lines index, String section, String text) {
    Outline outline = Outline.of(index);
    String line = "- " + Prose.oneLine(text);
    String title = Prose.oneLine(section);
    Optional<Outline.Part> part =
        outline.part(Pattern.compile(Pattern.quote(title), Pattern.CASE_INSENSITIVE));
    if (part.isEmpty()) {
      return outline.with(outline.end(), List.of("## " + title, "", line));
    }
    for (int at = part.get().heading().line() + 1; at < part.get().to(); at++) {
      if (index.text(at).strip().equals(line)) {
        return index;
      }
    }
    int end = outline.end(part.get());
    boolean list = index.text(end - 1).matches("[ \\t]*(?:[-*+]|\\d{1,9}[.)])[ \\t].*");
    return list ? index.insert(end, List.of(line)) : outline.with(end, List.of(line));
  }

  /**
   * With a line marked as one that counts no longer: a row of a table in its first cell, an item
   * behind its bullet.
   *
   * @param line counted from 0
   */
  public static Lines deprecated(Lines index, int line) {
    String text = index.text(line);
    if (text.contains(DEPRECATED) || text.isBlank()) {
      return index;
    }
    String start = text.stripLeading();
    String head = text.substring(0, text.length() - start.length());
    String mark =
        start.startsWith("|")
            ? "|"
            : Task.read(text, line).isPresent()
                ? start.substring(0, start.indexOf(Task.box(text)) + Task.box(text).length())
                : start.matches("(?s)(?:[-*+]|\\d{1,9}[.)])[ \\t].*")
                    ? start.substring(0, start.indexOf(' ') < 0 ? 1 : start.indexOf(' '))
                    : "";
    String rest = start.substring(mark.length());
    String gap = rest.substring(0, rest.length() - rest.stripLeading().length());
    String between = mark.isEmpty() ? "" : gap.isEmpty() ? " " : gap;
    return index.with(line, head + mark + between + DEPRECATED + " " + rest.stripLeading());
  }

  /** With each row of the routing table marked that loads that file. */
  public static Lines deprecated(Lines index, String file) {
    Lines changed = index;
    Optional<Table> table = table(Outline.of(index));
    if (table.isPresent()) {
      for (int line = table.get().from() + 2; line < table.get().to(); line++) {
        List<String> cells = cells(index.text(line));
        if (cells.size() > 1 && cells.get(1).replace("`", "").equals(file)) {
          changed = deprecated(changed, line);
        }
      }
    }
    return changed;
  }
}
