package comity.project;

import comity.files.Home;
import comity.roles.Capture;
import comity.roles.DailyNotes;
import comity.roles.Lines;
import comity.roles.LongTerm;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import comity.roles.Task;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes down what was done at the end of somebody's work (ROLE-24). */
public final class Farewell {
  /** More lessons than that are for {@code distill}, with a second look. */
  public static final int MAX_CAPTURED = 5;

  private final Home home;
  private final Project project;
  private final ProjectTexts texts;
  private final Writing writing;

  /** Is told of each file before it is written. */
  interface Writing {
    void writes(Path file, String rule);
  }

  /**
   * What was said, and when.
   *
   * @param summary empty where nothing was
   * @param date of today, such as {@code 2026-11-30}
   * @param time such as {@code 14:05}
   */
  public record Said(String summary, String date, String time) {}

  /**
   * What was written.
   *
   * @param entry whether the notes have a new entry
   * @param captured what {@code MEMORIES.md} has more
   * @param over how many marked lines were left out because there were too many
   * @param ticked tasks that were open before
   * @param unknown what was said to be done and is no open task
   * @param role the role's file now; empty for the owner
   */
  public record Written(
      boolean entry,
      List<Capture> captured,
      int over,
      List<Task> ticked,
      List<String> unknown,
      Optional<RoleFile> role) {
    public Written {
      captured = List.copyOf(captured);
      ticked = List.copyOf(ticked);
      unknown = List.copyOf(unknown);
    }
  }

  /**
   * In the guard's project.
   *
   * @param writing is told of each file, and of the rule that allows it, before it is written
   */
  Farewell(Home home, Guard guard, Writing writing) {
    this.home = home;
    this.project = guard.project();
    this.writing = writing;
    Path memories = project.root().resolve(ProjectTexts.LONG_TERM);
    this.texts =
        new ProjectTexts(
            guard,
            file -> writing.writes(file, file.equals(memories) ? "auto-capture" : "todays-notes"));
  }

  /** Whether something in a summary would go into {@code MEMORIES.md}. */
  static boolean captures(String summary) {
    return !Capture.read(lines(summary), "").isEmpty();
  }

  private static Lines lines(String summary) {
    return Lines.of(summary.stripTrailing().getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the notes, the long-term memory and the role's own file. */
  Written write(Said said, Optional<RoleFiles.Role> role) {
    return RoleChanges.alone(home, () -> written(said, role));
  }

  private Written written(Said said, Optional<RoleFiles.Role> role) {
    Lines summary = lines(said.summary());
    List<String> entry = new ArrayList<>();
    for (int line = 0; line < summary.size(); line++) {
      entry.add(summary.text(line));
    }
    String who = role.map(RoleFiles.Role::name).orElse("");
    String notes = ProjectTexts.notes(said.date());
    boolean isNew = !entry.isEmpty() && entry(said, who, notes, entry);
    List<Capture> captures = Capture.read(summary, who.isEmpty() ? notes : notes + ", " + who);
    LongTerm.Added added = captured(captures);
    int over = captures.size() - added.added().size() - added.known().size();
    if (role.isEmpty()) {
      return new Written(isNew, added.added(), over, List.of(), List.of(), Optional.empty());
    }
    List<DailyNotes.Ticked> last = new ArrayList<>();
    List<String> done = DailyNotes.done(summary);
    RoleFile now =
        new RoleFiles(project)
            .edit(
                role.get().file(),
                file -> {
                  DailyNotes.Ticked ticked = DailyNotes.tick(file, done);
                  last.add(ticked);
                  if (!Arrays.equals(ticked.file().bytes(), file.bytes())) {
                    writing.writes(role.get().file(), "own-role-file");
                  }
                  return ticked.file();
                });
    return new Written(
        isNew,
        added.added(),
        over,
        last.getLast().ticked(),
        last.getLast().unknown(),
        Optional.of(RoleEdit.refreshed(now)));
  }

  private boolean entry(Said said, String who, String notes, List<String> entry) {
    List<Boolean> isNew = new ArrayList<>();
    texts.edit(
        notes,
        lines -> {
          Lines with = DailyNotes.add(lines, said.date(), said.time(), who, entry);
          isNew.add(with.size() != lines.size());
          return with;
        });
    return isNew.getLast();
  }

  private LongTerm.Added captured(List<Capture> captures) {
    List<LongTerm.Added> last = new ArrayList<>();
    if (captures.isEmpty()) {
      return new LongTerm.Added(Lines.of(new byte[0]), List.of(), List.of());
    }
    texts.edit(
        ProjectTexts.LONG_TERM,
        lines -> {
          LongTerm.Added added =
              LongTerm.add(lines, captures, LongTerm.Part.CAPTURED, MAX_CAPTURED);
          last.add(added);
          return added.lines();
        });
    return last.getLast();
  }
}
