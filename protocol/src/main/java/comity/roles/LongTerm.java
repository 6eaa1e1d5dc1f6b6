package comity.roles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code MEMORIES.md}: what is added to it, and nothing twice (ROLE-24). */
public final class LongTerm {
  private static final String TITLE = "# Memories";

  /** Which part of the file something goes to. */
  public enum Part {
    /** At the end of somebody's work. */
    CAPTURED("## Auto-captured", "## 自动捕获"),
    /** From old notes. */
    DISTILLED("## Distilled", "## 提炼");

    private final String title;
    private final String chinese;

    Part(String title, String chinese) {
      this.title = title;
      this.chinese = chinese;
    }
  }

  /**
   * The file with more in it.
   *
   * @param added what was not there yet
   * @param known what was
   */
  public record Added(Lines lines, List<Capture> added, List<Capture> known) {
    public Added {
      added = List.copyOf(added);
      known = List.copyOf(known);
    }
  }

  private LongTerm() {}

  /**
   * Adds what the file does not say yet, at the end of that part of it, which is made where it is
   * missing.
   *
   * @param most as many are added, the rest is neither added nor known
   */
  public static Added add(Lines file, List<Capture> captures, Part part, int most) {
    Set<String> said = new HashSet<>();
    file.texts().forEach(line -> said.add(Capture.normal(line)));
    List<Capture> added = new ArrayList<>();
    List<Capture> known = new ArrayList<>();
    for (Capture capture : captures) {
      String normal = Capture.normal(capture.text());
      if (normal.isEmpty() || said.contains(normal)) {
        known.add(capture);
      } else if (added.size() < most) {
        said.add(normal);
        added.add(capture);
      }
    }
    return added.isEmpty()
        ? new Added(file, added, known)
        : new Added(with(file, added, part), added, known);
  }

  private static Lines with(Lines file, List<Capture> added, Part part) {
    List<String> lines = added.stream().map(Capture::written).toList();
    Structure structure = Structure.of(file.texts());
    List<Structure.Heading> headings = structure.headings();
    for (int at = 0; at < headings.size(); at++) {
      String line = file.text(headings.get(at).line()).strip();
      if (line.equals(part.title) || line.equals(part.chinese)) {
        int end = at + 1 < headings.size() ? headings.get(at + 1).line() : file.size();
        while (end > headings.get(at).line() + 1 && file.text(end - 1).isBlank()) {
          end--;
        }
        List<String> parted = new ArrayList<>(lines);
        if (end == headings.get(at).line() + 1) {
          parted.addFirst("");
        }
        if (end < file.size() && !file.text(end).isBlank()) {
          parted.add("");
        }
        return file.insert(end, parted);
      }
    }
    List<String> section = new ArrayList<>();
    int end = Structure.end(file);
    if (file.size() == 0) {
      section.addAll(List.of(TITLE, ""));
    } else if (end > 0 && !file.text(end - 1).isBlank()) {
      section.add("");
    }
    boolean chinese =
        file.texts().stream()
            .filter(line -> line.startsWith("#"))
            .anyMatch(line -> line.codePoints().anyMatch(Character::isIdeographic));
    section.add(chinese ? part.chinese : part.title);
    section.add("");
    section.addAll(lines);
    if (end < file.size()) {
      section.add("");
    }
    return file.insert(end, section);
  }
}
