import comity.memory.Candidate;
import comity.memory.MemoryIndex;
import comity.memory.Priority;
import comity.memory.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the sets of messages. */
final class Sets {
  private Sets() {}

  /** A file that holds no message of the index. */
  static final String NONE = "";

  /** What the few-shot sets call messages that belong nowhere. */
  private static final List<String> OUTSIDE =
      List.of("oos", "out_of_scope", "out-of-scope", "ood", "none");

  /**
   * One message.
   *
   * @param index the name of the index that it is for
   * @param part which part of the set it is in
   * @param file the right one; {@link #NONE} where there is none
   */
  record Question(String index, String part, String file, String message) {}

  record Loaded(Map<String, List<Candidate>> indexes, List<Question> questions) {}

  /** A few-shot intent set: one file for each intent, its examples as trigger phrases. */
  static Loaded intents(Path folder, String shots) throws IOException {
    Path fewshot = folder.resolve("fewshot");
    List<String> texts = lines(fewshot.resolve(shots).resolve("seq.in"));
    List<String> labels = lines(fewshot.resolve(shots).resolve("label"));
    Map<String, List<String>> phrases = new LinkedHashMap<>();
    for (int at = 0; at < labels.size(); at++) {
      if (!isOutside(labels.get(at))) {
        phrases.computeIfAbsent(labels.get(at), each -> new ArrayList<>()).add(texts.get(at));
      }
    }
    List<Candidate> candidates = new ArrayList<>();
    phrases.forEach(
        (label, examples) ->
            candidates.add(new Candidate(label + ".md", Priority.P1, examples, List.of(), "")));
    List<Question> questions = new ArrayList<>();
    if (Files.exists(fewshot.resolve("test/label"))) {
      List<String> messages = lines(fewshot.resolve("test/seq.in"));
      List<String> right = lines(fewshot.resolve("test/label"));
      for (int at = 0; at < right.size(); at++) {
        questions.add(question(messages.get(at), right.get(at)));
      }
    } else {
      List<List<String>> rows = csv(Files.readString(folder.resolve("test.csv")));
      for (List<String> row : rows.subList(1, rows.size())) {
        questions.add(question(row.get(0), row.get(1)));
      }
    }
    return new Loaded(Map.of("", candidates), questions);
  }

  private static Question question(String message, String label) {
    String file = isOutside(label) ? NONE : label + ".md";
    return new Question("", file.isEmpty() ? "outside" : "test", file, message);
  }

  private static boolean isOutside(String label) {
    return OUTSIDE.contains(label.toLowerCase(java.util.Locale.ROOT));
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
  }

  /** Comma-separated rows with quotes, as the intent sets have them. */
  private static List<List<String>> csv(String text) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quoted && c == '"' && at + 1 < text.length() && text.charAt(at + 1) == '"') {
        cell.append(c);
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      } else if (c != '\r') {
        cell.append(c);
      }
    }
    return rows;
  }

  /** Our own set: indexes in Comity's format, their files, and messages. */
  static Loaded own(Path folder) throws IOException {
    Map<String, List<Candidate>> indexes = new LinkedHashMap<>();
    Path groups = folder.resolve("memory/groups");
    try (Stream<Path> files = Files.list(groups)) {
      for (Path index : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        String name = index.getFileName().toString().replaceFirst("\\.md$", "");
        indexes.put(name, candidates(index, groups.resolve(name)));
      }
    }
    List<Question> questions = new ArrayList<>();
    for (String line : lines(folder.resolve("messages.tsv"))) {
      String[] cells = line.split("\t", -1);
      if (!cells[0].equals("group")) {
        String file = cells[2].equals("-") ? NONE : cells[2];
        questions.add(new Question(cells[0], cells[1], file, cells[3]));
      }
    }
    return new Loaded(indexes, questions);
  }

  private static List<Candidate> candidates(Path index, Path folder) throws IOException {
    Scope group = new Scope.Group(folder.getFileName().toString());
    List<Candidate> found = new ArrayList<>();
    for (MemoryIndex.Route route : MemoryIndex.read(group, Files.readString(index)).routes()) {
      String text = Files.readString(folder.resolve(route.file()));
      List<String> headings =
          text.lines()
              .filter(each -> each.startsWith("#"))
              .map(each -> each.replaceFirst("^#+\\s*", ""))
              .toList();
      found.add(new Candidate(route.file(), route.priority(), route.phrases(), headings, text));
    }
    return found;
  }
}
