package comity.memory;

import comity.roles.Capture;
import comity.roles.Lines;
import comity.roles.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code experience.md} (MEM-14): decisions, the newest first, each below a heading with its date;
 * and notes below {@code ## Notes}.
 */
final class Experience {
  private static final Pattern DATE = Pattern.compile("(?<date>\\d{4}-\\d{2}-\\d{2})(?!\\d)");
  private static final Pattern DATED = Pattern.compile("[^\\p{L}\\p{N}]*\\d{4}-\\d{2}-\\d{2}\\b.*");
  private static final Pattern DECISIONS =
      Pattern.compile("(?i)decisions?( log| records?)?|决策|决定|决策记录|决策日志");
  private static final Pattern NOTES = Pattern.compile("(?i)notes?|笔记|备注|记录");
  private static final Pattern NOTE_ITEM = Pattern.compile("[-*+][ \\t]+\\d{4}-\\d{2}-\\d{2}\\b.*");

  /** A dated note without its date, or where it is from. */
  private static final Pattern NOTE_FRAME =
      Pattern.compile("^[-*+][ \\t]+(?:\\d{4}-\\d{2}-\\d{2}[ \\t]+(?:\\d{2}:\\d{2}[ \\t]+)?)?");

  private Experience() {}

  static Lines withDecision(Lines file, Entry entry) {
    Decision decision = Decision.read(entry.text());
    Outline outline = Outline.of(file);
    if (isThere(outline, entry, decision)) {
      return file;
    }
    List<String> items = new ArrayList<>(decision.items());
    entry
        .source()
        .ifPresent(source ->
            items.add(
                (Prose.isChinese(decision.decision()) ? "- **来源：** " : "- **Source:** ")
                    + source.citation()));
    Place place = place(outline);
    List<String> lines = new ArrayList<>();
    if (file.size() == 0) {
      lines.addAll(List.of("# Experience", ""));
    }
    lines.add("#".repeat(place.level()) + " " + entry.date() + " " + entry.time());
    lines.add("");
    lines.addAll(items);
    return outline.with(place.line(), lines);
  }

  /** Where a new dated section goes, and how deep. */
  private record Place(int line, int level) {}

  private static Place place(Outline outline) {
    Optional<Outline.Part> log = outline.part(DECISIONS);
    int from = log.map(part -> part.heading().line() + 1).orElse(0);
    int to = log.map(Outline.Part::to).orElse(outline.file().size());
    int deep = log.map(part -> Math.min(6, part.heading().level() + 1)).orElse(2);
    Optional<Structure.Heading> first = Optional.empty();
    for (Structure.Heading heading : outline.structure().headings()) {
      if (heading.line() < from || heading.line() >= to || heading.level() < 2) {
        continue;
      }
      if (DATED.matcher(heading.text()).matches()) {
        return new Place(heading.line(), heading.level());
      }
      first = first.isPresent() ? first : Optional.of(heading);
    }
    if (log.isPresent()) {
      int below = from;
      while (below < to && outline.file().text(below).isBlank()) {
        below++;
      }
      return new Place(below, deep);
    }
    return new Place(first.map(Structure.Heading::line).orElseGet(outline::end), 2);
  }

  /**
   * Whether a file says it: the same words on the same day or without a day, or from the same
   * message.
   */
  private static boolean isThere(Outline outline, Entry entry, Decision decision) {
    Items items = new Items(outline.file().texts());
    String said = String.join(" ", Prose.lines(decision.decision()));
    boolean[] citing = items.citing(entry.source().map(Entry.Source::citation).orElse(""));
    String date = "";
    for (int line = 0; line < items.size(); line++) {
      if (!outline.isText(line)) {
        continue;
      }
      String text = items.line(line);
      if (Structure.heading(text, line).isPresent()) {
        Matcher dated = DATE.matcher(text);
        date = dated.find() ? dated.group("date") : "";
        continue;
      }
      boolean cited = citing[line];
      if (!items.maySay(line, said) && !cited) {
        continue;
      }
      String there = items.text(line);
      boolean same = Prose.says(there, said);
      if ((same && (date.isEmpty() || date.equals(entry.date()) || cited))
          || (cited && isPartOf(there, said))) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of two texts is all in the other; a word or two is in many. */
  private static boolean isPartOf(String one, String other) {
    String first = Capture.normal(one);
    String second = Capture.normal(other);
    return Math.min(first.length(), second.length()) >= 8
        && (first.contains(second) || second.contains(first));
  }

  static Lines withNote(Lines file, Entry entry) {
    Outline outline = Outline.of(file);
    List<String> item = noteItem(entry);
    Optional<Outline.Part> notes = outline.part(NOTES);
    if (notes.isEmpty()) {
      List<String> section =
          new ArrayList<>(file.size() == 0 ? List.of("# Experience", "") : List.of());
      section.addAll(List.of("## Notes", ""));
      section.addAll(item);
      return outline.with(outline.end(), section);
    }
    if (isThere(outline, notes.get(), entry)) {
      return file;
    }
    for (int line = notes.get().heading().line() + 1; line < notes.get().to(); line++) {
      if (outline.isText(line) && NOTE_ITEM.matcher(file.text(line)).matches()) {
        return file.insert(line, item);
      }
    }
    return outline.with(outline.end(notes.get()), item);
  }

  private static List<String> noteItem(Entry entry) {
    String head = "- " + entry.date() + " " + entry.time() + " ";
    List<String> item = new ArrayList<>(Prose.item(head, entry.text()));
    entry.source().ifPresent(source -> cite(item, source));
    return item;
  }

  /** Names the message at the end of a text; what ends with code gets a line more. */
  static void cite(List<String> item, Entry.Source source) {
    String from = "(from " + source.citation() + ")";
    String last = item.getLast();
    if (last.matches("[ \\t]*(`{3,}|~{3,})")) {
      item.add(last.replaceAll("[^ \\t].*", "") + from);
    } else {
      item.set(item.size() - 1, last + " " + from);
    }
  }

  private static String uncited(String text) {
    return text.replaceAll(" ?\\(from [^()\\s]+\\)", "");
  }

  private static boolean isThere(Outline outline, Outline.Part notes, Entry entry) {
    Items items = new Items(outline.file().texts());
    String said = uncited(String.join(" ", Prose.lines(entry.text())));
    String from = entry.source().map(source -> "(from " + source.citation() + ")").orElse("");
    for (int line = notes.heading().line() + 1; line < notes.to(); line++) {
      if (!outline.isText(line)
          || !items.line(line).matches("[-*+][ \\t].*")
          || !items.maySay(line, said)) {
        continue;
      }
      String text = items.text(line);
      boolean cited = !from.isEmpty() && text.contains(from);
      Matcher dated = DATE.matcher(items.line(line));
      boolean otherDay = dated.find() && !dated.group("date").equals(entry.date());
      String bare = NOTE_FRAME.matcher(uncited(text)).replaceFirst("");
      if (Prose.says(bare, said) && (cited || !otherDay)) {
        return true;
      }
    }
    return false;
  }
}
