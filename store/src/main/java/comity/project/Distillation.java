package comity.project;

import comity.files.Home;
import comity.roles.Capture;
import comity.roles.LongTerm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps in {@code MEMORIES.md} what is marked in old notes, and archives these (ROLE-24).
 *
 * <p>First all of it is written, then one file after the other is moved. Whoever is killed between
 * leaves notes that were kept and not moved: the next run finds that {@code MEMORIES.md} says it
 * already, and moves them.
 */
public final class Distillation {
  private final Home home;
  private final ProjectTexts texts;

  /**
   * What was done, or would be.
   *
   * @param kept what {@code MEMORIES.md} did not say yet
   * @param known how many marked lines it said already
   * @param archived the old names and the new ones
   * @param left notes that stay, and why
   */
  public record Distilled(
      List<Capture> kept, int known, Map<String, String> archived, Map<String, String> left) {
    public Distilled {
      kept = List.copyOf(kept);
      archived = new LinkedHashMap<>(archived);
      left = new LinkedHashMap<>(left);
    }
  }

  /**
   * Of the notes of a project.
   *
   * @param writing is told of each file before it is written
   */
  public Distillation(Home home, Project project, Consumer<Path> writing) {
    this.home = home;
    this.texts = new ProjectTexts(project, writing);
  }

  /**
   * Distils all notes of days before that date.
   *
   * @param before such as {@code 2026-11-23}
   */
  public Distilled run(String before) {
    return RoleChanges.alone(home, () -> distilled(before));
  }

  private Distilled distilled(String before) {
    Map<String, String> archived = new LinkedHashMap<>();
    Map<String, String> left = new LinkedHashMap<>();
    List<String> dates = new ArrayList<>();
    List<Capture> captures = new ArrayList<>();
    for (String date : texts.dates()) {
      String name = ProjectTexts.notes(date);
      if (date.compareTo(before) >= 0) {
        continue;
      }
      if (texts.isLink(name)) {
        left.put(name, "it is a symbolic link");
        continue;
      }
      dates.add(date);
      captures.addAll(Capture.readFile(texts.read(name), texts.archived(date)));
    }
    List<LongTerm.Added> last = new ArrayList<>();
    if (!captures.isEmpty()) {
      texts.edit(
          "MEMORIES.md",
          lines -> {
            LongTerm.Added added =
                LongTerm.add(lines, captures, LongTerm.Part.DISTILLED, Integer.MAX_VALUE);
            last.add(added);
            return added.lines();
          });
    }
    for (String date : dates) {
      archived.put(ProjectTexts.notes(date), texts.archive(date));
    }
    return last.isEmpty()
        ? new Distilled(List.of(), 0, archived, left)
        : new Distilled(last.getLast().added(), last.getLast().known().size(), archived, left);
  }
}
