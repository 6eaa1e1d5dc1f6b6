package comity.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads an index line by line; what it can't take becomes a problem, and it goes on. */
final class IndexReader {
  private static final Pattern FENCE = Pattern.compile(" {0,3}(```+|~~~+).*");
  private static final Pattern HEADING = Pattern.compile(" {0,3}(#{1,6})[ \\t]+(.*)");
  private static final Pattern FIELD =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)[ \\t]*:[ \\t]*(.*)");
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern RULE = Pattern.compile(":?-+:?");
  private static final Pattern COMMA = Pattern.compile("[,，、]");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)]*)\\)");
  private static final Pattern SUB_LAYER = Pattern.compile("P[0-3]-L3", Pattern.CASE_INSENSITIVE);
  private static final List<String> HARD_RULES = List.of("hard rules", "硬规则", "硬性规则", "铁律");
  private static final List<List<String>> COLUMNS =
      List.of(
          List.of("trigger scenario", "触发场景"),
          List.of("load file", "加载文件"),
          List.of("priority", "优先级"));
  private static final Set<String> FIELDS =
      Set.of("group_name", "last_updated", "status", "memory_budget", "channel");
  private static final Pattern ANY_PRIORITY =
      Pattern.compile("P[0-3](-L3)?", Pattern.CASE_INSENSITIVE);
  private static final String DEPRECATED = "[DEPRECATED]";

  /** Each is compared with each message; people write some ten. */
  private static final int MAX_ROWS = 500;

  private static final int MAX_PHRASES = 100;

  private final Scope scope;
  private final String text;
  private final List<String> lines;
  private final Map<String, String> header = new LinkedHashMap<>();
  private final List<String> hardRules = new ArrayList<>();
  private final List<MemoryIndex.Row> rows = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  private boolean isFull;

  /** Where the three columns of the table are that is being read; empty outside of one. */
  private Optional<List<Integer>> columns = Optional.empty();

  IndexReader(Scope scope, String text) {
    this.scope = scope;
    this.text = text;
    this.lines = text.lines().toList();
  }

  MemoryIndex read() {
    String fence = "";
    int rulesLevel = 0;
    boolean table = false;
    for (int at = frontMatter(); at < lines.size(); at++) {
      String line = lines.get(at);
      Matcher mark = FENCE.matcher(line);
      boolean isMark = mark.matches();
      if (isMark && fence.isEmpty()) {
        fence = mark.group(1);
      } else if (!fence.isEmpty()) {
        fence = isMark && closes(fence, line) ? "" : fence;
      } else {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
          int level = heading.group(1).length();
          boolean rules = HARD_RULES.contains(title(heading.group(2)));
          rulesLevel = rules ? level : level <= rulesLevel ? 0 : rulesLevel;
        }
        row(line, at + 1);
        table |= columns.isPresent();
      }
      if (rulesLevel > 0) {
        hardRules.add(line);
      }
    }
    if (!table) {
      problem(
          0,
          "it has no routing table (Trigger Scenario | Load File | Priority), so nothing is routed");
    }
    return new MemoryIndex(header, hardRules, rows, problems, text);
  }

  /** Without the marks at its end, in lower case. */
  private static String title(String text) {
    int end = text.length();
    while (end > 0 && " \t#".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end).toLowerCase(Locale.ROOT);
  }

  private static boolean closes(String fence, String line) {
    String mark = line.strip();
    return mark.length() >= fence.length()
        && mark.chars().allMatch(sign -> sign == fence.charAt(0));
  }

  /** Reads the front matter; gives where the rest begins. */
  private int frontMatter() {
    if (lines.isEmpty() || !withoutMark(lines.getFirst()).strip().equals("---")) {
      return 0;
    }
    int end = 1;
    while (end < lines.size() && !lines.get(end).strip().equals("---")) {
      end++;
    }
    if (end == lines.size()) {
      problem(1, "the front matter has no end (a line ---), so it counts for nothing");
      return 1;
    }
    for (int at = 1; at < end; at++) {
      field(lines.get(at), at + 1);
    }
    return end + 1;
  }

  private static String withoutMark(String line) {
    return line.startsWith("\uFEFF") ? line.substring(1) : line;
  }

  private void field(String line, int number) {
    String bare = line.strip();
    if (bare.isEmpty()
        || bare.startsWith("#")
        || Character.isWhitespace(line.charAt(0))
        || bare.startsWith("- ")) {
      return;
    }
    Matcher field = FIELD.matcher(bare);
    if (!field.matches()) {
      problem(number, "this is no field of the front matter (name: value)");
      return;
    }
    String name = field.group(1);
    String value = value(field.group(2));
    if (header.putIfAbsent(name, value) != null) {
      problem(number, name + " stands there twice; the first counts");
    } else if (!FIELDS.contains(name)) {
      problem(number, name + " is no field that counts for anything");
    } else if (name.equals("memory_budget") && MemoryIndex.number(value).isEmpty()) {
      problem(
          number,
          "memory_budget is no positive number, so "
              + MemoryIndex.defaultBudget(scope)
              + " is used");
    }
  }

  /** A YAML scalar on one line: without its quotes, or the comment behind it. */
  private static String value(String text) {
    for (String quote : List.of("\"", "'")) {
      int end = text.indexOf(quote, 1);
      if (text.startsWith(quote) && end > 0) {
        return text.substring(1, end);
      }
    }
    int comment = text.startsWith("#") ? 0 : text.indexOf(" #");
    return (comment < 0 ? text : text.substring(0, comment)).strip();
  }

  private void row(String line, int number) {
    if (line.indexOf('|') < 0) {
      columns = Optional.empty();
      return;
    }
    List<String> cells = cells(line);
    Optional<List<Integer>> named = columns(cells);
    if (named.isPresent()) {
      columns = named;
    } else if (columns.isPresent() && !cells.stream().allMatch(IndexReader::isRule)) {
      take(cells, columns.get(), line, number);
    } else if (columns.isEmpty() && isLost(line, cells)) {
      problem(
          number,
          "this row stands below no heading of a routing table (an empty line, or other text, ends"
              + " one), so it routes nothing");
    }
  }

  /** Whether a line outside of the table was meant as one of its rows. */
  private static boolean isLost(String line, List<String> cells) {
    return !line.contains(DEPRECATED)
        && cells.size() >= COLUMNS.size()
        && cells.stream().anyMatch(cell -> ANY_PRIORITY.matcher(plain(cell)).matches());
  }

  private static boolean isRule(String cell) {
    return cell.isEmpty() || RULE.matcher(cell).matches();
  }

  private static List<String> cells(String line) {
    String bare = line.strip();
    bare = bare.startsWith("|") ? bare.substring(1) : bare;
    bare =
        bare.endsWith("|") && !bare.endsWith("\\|") ? bare.substring(0, bare.length() - 1) : bare;
    return Arrays.stream(BAR.split(bare, -1))
        .map(cell -> cell.replace("\\|", "|").strip())
        .toList();
  }

  private static Optional<List<Integer>> columns(List<String> cells) {
    List<String> names = cells.stream().map(cell -> plain(cell).toLowerCase(Locale.ROOT)).toList();
    List<Integer> found = new ArrayList<>();
    for (List<String> spellings : COLUMNS) {
      int at = -1;
      for (String spelling : spellings) {
        at = Math.max(at, names.indexOf(spelling));
      }
      if (at < 0) {
        return Optional.empty();
      }
      found.add(at);
    }
    return Optional.of(found);
  }

  private void take(List<String> cells, List<Integer> at, String line, int number) {
    if (line.contains(DEPRECATED)) {
      return;
    }
    if (cells.size() <= at.stream().max(Integer::compare).orElse(0)) {
      problem(number, "this row has too few cells");
      return;
    }
    String file = file(cells.get(at.get(1)));
    Optional<String> wrong = MemoryFile.problem(scope, file);
    if (wrong.isPresent()) {
      problem(number, "nothing is loaded from \"" + file + "\": " + wrong.get());
      return;
    }
    if (rows.size() >= MAX_ROWS) {
      full(number);
      return;
    }
    List<String> all =
        COMMA
            .splitAsStream(cells.get(at.getFirst()))
            .map(IndexReader::plain)
            .filter(phrase -> !phrase.isEmpty())
            .toList();
    List<String> phrases = all.subList(0, Math.min(MAX_PHRASES, all.size()));
    if (all.isEmpty()) {
      problem(number, "this row does not say when " + file + " is needed");
    } else if (all.size() > MAX_PHRASES) {
      problem(number, "of these phrases the first " + MAX_PHRASES + " count");
    }
    String priority = plain(cells.get(at.get(2)));
    boolean sub = SUB_LAYER.matcher(priority).matches();
    Optional<Priority> read = Priority.read(sub ? priority.substring(0, 2) : priority);
    if (read.isEmpty()) {
      problem(
          number,
          "the priority \""
              + priority
              + "\" is none of P0 to P3, so "
              + MemoryFile.usual(scope, file)
              + " is used");
    }
    rows.add(
        new MemoryIndex.Row(
            phrases,
            file,
            read.orElseGet(() -> MemoryFile.usual(scope, file)),
            sub || MemoryFile.isConvention(scope, file),
            number,
            line));
  }

  /** The name of a file out of a link, code, or a path from the project's root. */
  private String file(String cell) {
    Matcher link = LINK.matcher(cell);
    String name = plain(link.matches() ? link.group(1) : cell);
    name = name.startsWith("./") ? name.substring(2) : name;
    return name.startsWith(scope.folder()) ? name.substring(scope.folder().length()) : name;
  }

  private static String plain(String cell) {
    return cell.replace("`", "").replace("**", "").strip();
  }

  private void full(int line) {
    if (!isFull) {
      problem(
          line, "an index routes by " + MAX_ROWS + " rows at most; those from here are left out");
    }
    isFull = true;
  }

  private void problem(int line, String what) {
    problems.add(new Problem(scope.index(), line, what));
  }
}
