package comity.memory;

import comity.roles.Capture;
import comity.roles.DailyNotes;
import comity.roles.Lines;
import comity.roles.Structure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a flush of main distils (MEM-17): {@code longterm.md} out of {@code MEMORY.md}, and {@code
 * daily-synced.md} out of the notes of the days. Both are written between two comments; what people
 * write beside these stays.
 */
public final class Summaries {
  /** Older days are in the notes themselves. */
  public static final int MOST_DAYS = 30;

  /** Of one section or day. */
  private static final int MOST_LINES = 12;

  private static final int MOST_TEXT = 300;

  private static final OwnPart LONG_TERM =
      new OwnPart("<!-- comity:longterm begin", "<!-- comity:longterm end -->");
  private static final OwnPart DAYS =
      new OwnPart("<!-- comity:daily begin", "<!-- comity:daily end -->");
  private static final String HANDS_OFF = " (written by comity at each flush) -->";
  private static final Pattern DAY = Pattern.compile("## (?<date>\\d{4}-\\d{2}-\\d{2})");
  private static final Pattern ITEM =
      Pattern.compile("[ \\t]*(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?<text>\\S.*)");

  /** Of a table, or a line across. */
  private static final Pattern NO_SENTENCE =
      Pattern.compile("[ \\t]*(?:\\|.*|=+|-{3,}|\\*{3,}|_{3,})[ \\t]*");

  /** What came of it. */
  public sealed interface Summary {
    /** The file with it; the same lines where it says so already. */
    record Written(Lines lines) implements Summary {}

    /** The comments around it do not go together; the file is left alone. */
    record Refused(String why) implements Summary {}
  }

  private Summaries() {}

  /** {@code longterm.md} with what {@code MEMORY.md} says now. */
  public static Summary longTerm(Lines file, Lines memory) {
    Outline outline = Outline.of(memory);
    List<String> lines = new ArrayList<>();
    List<Structure.Heading> headings = outline.structure().headings();
    for (int at = 0; at < headings.size(); at++) {
      int to = at + 1 < headings.size() ? headings.get(at + 1).line() : memory.size();
      List<String> said = said(outline, headings.get(at).line() + 1, to);
      if (!said.isEmpty() && !headings.get(at).text().isBlank()) {
        lines.add("");
        lines.add(
            "#".repeat(Math.max(2, headings.get(at).level()))
                + " "
                + safe(headings.get(at).text()));
        lines.add("");
        lines.addAll(said);
      }
    }
    if (headings.isEmpty()) {
      lines.addAll(said(outline, 0, memory.size()));
    }
    return written(LONG_TERM, file, lines);
  }

  /** The items of a section; where it has none, the first sentence of its text. */
  private static List<String> said(Outline outline, int from, int to) {
    List<String> items = new ArrayList<>();
    Optional<String> first = Optional.empty();
    for (int line = from; line < to; line++) {
      String text = outline.file().text(line);
      Matcher item = ITEM.matcher(text);
      if (!outline.isText(line) || text.isBlank()) {
        continue;
      }
      if (item.matches()) {
        items.add("- " + safe(item.group("text")));
      } else if (first.isEmpty() && !text.strip().matches("[|=-].*|---+")) {
        first = Optional.of("- " + safe(sentence(text)));
      }
    }
    if (items.isEmpty()) {
      return first.map(List::of).orElse(List.of());
    }
    return items.size() > MOST_LINES ? List.copyOf(items.subList(0, MOST_LINES)) : items;
  }

  private static String sentence(String text) {
    Matcher end = Pattern.compile("[.!?](?=\\s)|[。！？]").matcher(text);
    return end.find() ? text.substring(0, end.end()) : text;
  }

  private static String safe(String text) {
    String line = Prose.oneLine(Secrets.redacted(text));
    return line.length() > MOST_TEXT
        ? line.substring(
                0,
                line.offsetByCodePoints(
                    0, Math.min(MOST_TEXT, line.codePointCount(0, line.length()))))
            + "…"
        : line;
  }

  /**
   * {@code daily-synced.md} with what the notes of these days say now, the newest first; what it
   * says of other days stays.
   *
   * @param notes by their dates
   */
  public static Summary days(Lines file, SequencedMap<String, Lines> notes) {
    if (DAYS.in(file) instanceof OwnPart.Finding.Malformed(String why)) {
      return new Summary.Refused(why);
    }
    TreeMap<String, List<String>> days = new TreeMap<>();
    if (DAYS.in(file) instanceof OwnPart.Finding.Found found) {
      String day = "";
      for (String line : OwnPart.lines(file, found)) {
        Matcher heading = DAY.matcher(line);
        day = heading.matches() ? heading.group("date") : day;
        if (!day.isEmpty() && !heading.matches() && !line.isBlank()) {
          days.computeIfAbsent(day, _ -> new ArrayList<>()).add(line);
        }
      }
    }
    notes.forEach((date, lines) -> {
      List<String> said = ofDay(lines);
      if (!said.isEmpty()) {
        days.put(date, said);
      }
    });
    List<String> all = new ArrayList<>();
    days.descendingMap().entrySet().stream()
        .limit(MOST_DAYS)
        .forEach(day -> {
          all.addAll(List.of("", "## " + day.getKey(), ""));
          all.addAll(day.getValue());
        });
    return written(DAYS, file, all);
  }

  /** What is said beside that: each item and each paragraph, none of the headings. */
  private static List<String> plain(Lines notes) {
    Outline outline = Outline.of(notes);
    Set<Integer> headings = new HashSet<>();
    outline.structure().headings().forEach(heading -> headings.add(heading.line()));
    List<String> plain = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    for (int line = 0; line <= notes.size(); line++) {
      String text = line < notes.size() ? notes.text(line) : "";
      boolean said = line < notes.size() && outline.isText(line) && !headings.contains(line);
      Matcher item = ITEM.matcher(text);
      boolean marked = said && isMarked(text);
      if (!paragraph.isEmpty() && (!said || text.isBlank() || item.matches() || marked)) {
        plain.add("- " + safe(paragraph.toString()));
        paragraph.setLength(0);
      }
      if (said && !text.isBlank() && !marked && !NO_SENTENCE.matcher(text).matches()) {
        paragraph.append(paragraph.isEmpty() ? "" : " ");
        paragraph.append(item.matches() ? item.group("text") : text.strip());
      }
    }
    return plain;
  }

  private static boolean isMarked(String line) {
    Lines one = Lines.of(line.getBytes(StandardCharsets.UTF_8));
    return !Capture.read(one, "").isEmpty() || !DailyNotes.done(one).isEmpty();
  }

  /** Of a day: what is marked, what is done, and then what else is said. */
  private static List<String> ofDay(Lines notes) {
    List<String> said = new ArrayList<>();
    for (Capture capture : Capture.read(notes, "")) {
      said.add(
          "- "
              + safe(
                  capture.label()
                      + (Prose.isChinese(capture.label()) ? "：" : ": ")
                      + capture.text()));
    }
    boolean chinese = notes.texts().stream().anyMatch(Prose::isChinese);
    for (String done : DailyNotes.done(notes)) {
      said.add("- " + safe((chinese ? "完成：" : "Done: ") + done));
    }
    said.addAll(plain(notes));
    List<String> different = said.stream().distinct().toList();
    return different.size() > MOST_LINES ? different.subList(0, MOST_LINES) : different;
  }

  private static Summary written(OwnPart part, Lines file, List<String> lines) {
    if (part.in(file) instanceof OwnPart.Finding.Malformed(String why)) {
      return new Summary.Refused(why);
    }
    if (lines.isEmpty() && part.in(file) instanceof OwnPart.Finding.Missing) {
      return new Summary.Written(file);
    }
    List<String> parted = new ArrayList<>(lines);
    parted.add("");
    return new Summary.Written(part.with(file, part.begin() + HANDS_OFF, parted).orElse(file));
  }
}
