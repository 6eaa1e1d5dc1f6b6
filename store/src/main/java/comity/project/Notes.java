package comity.project;

import comity.roles.Lines;
import comity.roles.Structure;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The notes of a project: {@code memory/YYYY-MM-DD.md} and {@code MEMORIES.md}. */
public final class Notes {
  /** More hits than that no model reads. */
  private static final int MAX_HITS = 20;

  /** A line is shown no longer. */
  private static final int MAX_TEXT = 500;

  /** What is recent. */
  private static final int RECENT_DAYS = 7;

  /** Words, and each sign of a script without blanks. */
  private static final Pattern TERM =
      Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]|[\\p{L}\\p{N}_]+");

  /** Where to look. */
  public enum Scope {
    ALL,
    /** The notes of the last seven days. */
    RECENT,
    /** {@code MEMORIES.md}. */
    LONGTERM
  }

  /**
   * A line that has words that were looked for.
   *
   * @param file from the project's root
   * @param line counted from 1
   * @param score how many of the words it has, each once
   */
  public record Hit(String file, int line, int score, String text) {}

  /** Is told which file of how many comes next; gives whether to go on. */
  @FunctionalInterface
  public interface Progress {
    boolean next(int done, int total, String file);
  }

  private Notes() {}

  /** Notes with more in them. */
  static Lines add(
      Lines file, String date, String time, String who, String section, String content) {
    List<String> text = new ArrayList<>();
    Lines more = Lines.of(content.strip().getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < more.size(); i++) {
      text.add(more.text(i));
    }
    List<String> added = new ArrayList<>();
    if (file.size() == 0) {
      added.addAll(List.of("# " + date, ""));
    }
    int end = section.isBlank() ? -1 : end(file, section.strip());
    if (end < 0) {
      int last = Structure.end(file);
      added.addAll(parted(file, last));
      added.add(section.isBlank() ? ("## " + time + " " + who).strip() : "## " + section.strip());
      added.add("");
      added.addAll(text);
      if (last < file.size()) {
        added.add("");
      }
      return file.insert(last, added);
    }
    added.addAll(parted(file, end));
    added.addAll(text);
    if (end < file.size() && !file.text(end).isBlank()) {
      added.add("");
    }
    return file.insert(end, added);
  }

  private static List<String> parted(Lines file, int at) {
    return at > 0 && !file.text(at - 1).isBlank() ? List.of("") : List.of();
  }

  /** The line after the last of a section that is not blank, or -1. */
  private static int end(Lines file, String section) {
    int from = -1;
    for (int i = 0; i < file.size() && from < 0; i++) {
      from = file.text(i).strip().equalsIgnoreCase("## " + section) ? i : -1;
    }
    if (from < 0) {
      return -1;
    }
    int to = from + 1;
    while (to < file.size() && !file.text(to).matches("#{1,2}[ \\t].*")) {
      to++;
    }
    while (to > from + 1 && file.text(to - 1).isBlank()) {
      to--;
    }
    return to;
  }

  static List<Hit> search(Desk desk, String query, Scope scope, Progress progress) {
    Set<String> terms = terms(query);
    ProjectTexts texts = new ProjectTexts(desk.guard(), _ -> {});
    List<String> files = new ArrayList<>();
    if (scope != Scope.RECENT) {
      files.add(ProjectTexts.LONG_TERM);
    }
    if (scope != Scope.LONGTERM) {
      LocalDate today = desk.now().toLocalDate();
      for (String date : texts.dates().reversed()) {
        if (scope == Scope.ALL || isRecent(date, today)) {
          files.add(ProjectTexts.notes(date));
        }
      }
    }
    List<Hit> hits = new ArrayList<>();
    int done = 0;
    for (String name : files) {
      if (!progress.next(done++, files.size(), name)) {
        break;
      }
      if (texts.reading(name) instanceof Guard.Reading.Read(byte[] bytes)) {
        look(name, Lines.of(bytes), terms, hits);
      }
    }
    hits.sort(Comparator.comparingInt(Hit::score).reversed());
    return List.copyOf(hits.subList(0, Math.min(MAX_HITS, hits.size())));
  }

  private static boolean isRecent(String date, LocalDate today) {
    try {
      return LocalDate.parse(date).isAfter(today.minusDays(RECENT_DAYS));
    } catch (DateTimeParseException noDay) {
      return false;
    }
  }

  private static void look(String name, Lines lines, Set<String> terms, List<Hit> hits) {
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.text(i).strip();
      Set<String> there = terms(text);
      int score = (int) terms.stream().filter(there::contains).count();
      if (score > 0) {
        String shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
        hits.add(new Hit(name, i + 1, score, shown));
      }
    }
  }

  private static Set<String> terms(String text) {
    Set<String> terms = new LinkedHashSet<>();
    Matcher term = TERM.matcher(text.toLowerCase(Locale.ROOT));
    while (term.find()) {
      terms.add(term.group());
    }
    return terms;
  }
}
