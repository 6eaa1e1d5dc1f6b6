package comity.meaning;

import comity.memory.Candidate;
import comity.memory.Priority;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the files of a memory usually hold, by their names, and what people say at work and beside
 * it, in both languages: a message in one language finds a file whose phrases are in the other, as
 * far as the file has a usual name.
 *
 * <p>It comes from {@code usual.txt}, in sections of {@code [kind language]}.
 */
final class Usual {
  private static final String WORK = "work";
  private static final String SMALL = "small";

  private static final Map<String, String> KINDS =
      Map.ofEntries(
          Map.entry("attention", WORK),
          Map.entry("todo", WORK),
          Map.entry("tasks", WORK),
          Map.entry("待办", WORK),
          Map.entry("任务", WORK),
          Map.entry("project", "facts"),
          Map.entry("项目", "facts"),
          Map.entry("longterm", "longterm"),
          Map.entry("experience", "lessons"),
          Map.entry("lessons", "lessons"),
          Map.entry("decisions", "lessons"),
          Map.entry("经验", "lessons"),
          Map.entry("people", "people"),
          Map.entry("contacts", "people"),
          Map.entry("team", "people"),
          Map.entry("人员", "people"),
          Map.entry("daily-synced", "daily"));

  private static final Usual SHIPPED = load();

  private final Map<String, List<String>> sections;

  private Usual(Map<String, List<String>> sections) {
    this.sections = sections;
  }

  static Usual shipped() {
    return SHIPPED;
  }

  private static Usual load() {
    Map<String, List<String>> sections = new HashMap<>();
    List<String> section = new ArrayList<>();
    for (String line : lines("usual.txt")) {
      if (line.startsWith("[")) {
        section = new ArrayList<>();
        sections.put(line.substring(1, line.length() - 1), section);
      } else {
        section.add(line);
      }
    }
    return new Usual(sections);
  }

  /** The lines of a resource beside this class that are not blank. */
  static List<String> lines(String resource) {
    try (InputStream in = Usual.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What is usually asked of a file of that name; a P0 file with a name of its own has work. */
  List<String> of(Candidate candidate, Language language) {
    String kind = KINDS.get(name(candidate.file()).toLowerCase(Locale.ROOT));
    if (kind == null && candidate.priority() == Priority.P0) {
      kind = WORK;
    }
    return kind == null ? List.of() : section(kind, language);
  }

  List<String> work(Language language) {
    return section(WORK, language);
  }

  List<String> small(Language language) {
    return section(SMALL, language);
  }

  private List<String> section(String kind, Language language) {
    return sections.getOrDefault(kind + (language == Language.CHINESE ? " zh" : " en"), List.of());
  }

  /** The last part of a path without its ending. */
  static String name(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1);
    return last.endsWith(".md") ? last.substring(0, last.length() - 3) : last;
  }
}
