package comity.recall;

import comity.files.FileException;
import comity.files.Home;
import comity.memory.EntryLoading;
import comity.project.Project;
import comity.project.ProjectTexts;
import comity.project.RoleChanges;
import comity.roles.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells a project's agents of its memory, in {@code AGENTS.md}, and takes it back (MEM-20). After
 * that groups have no access; main keeps {@code MEMORY.md}, and no memory is deleted.
 */
public final class MemoryInstall {
  private final Home home;
  private final Project project;
  private final Consumer<Path> writing;
  private final FlushStates states;

  /** What came of it. */
  public sealed interface Change {
    /** It is so now; {@code changed} says whether it was otherwise. */
    record Done(boolean changed) implements Change {}

    /** A file is not as it should be; nothing was changed. */
    record Refused(String why) implements Change {}
  }

  /**
   * In a project.
   *
   * @param writing is told of each file before it is written
   */
  public MemoryInstall(Home home, Project project, Consumer<Path> writing) {
    this.home = home;
    this.project = project;
    this.writing = writing;
    this.states = new FlushStates(home, project.root(), writing);
  }

  /** Adds the section, or brings it up to date, and lets groups in. */
  public Change install() {
    return changed(true, Optional.empty());
  }

  /** Removes the section, to the byte, and keeps groups out. */
  public Change uninstall(OffsetDateTime now) {
    return changed(false, Optional.of(now));
  }

  private Change changed(boolean install, Optional<OffsetDateTime> off) {
    return RoleChanges.alone(
        home,
        () -> {
          if (states.read() instanceof FlushStates.Reading.Unreadable(String why)) {
            return new Change.Refused(why);
          }
          Change section = section(install);
          if (!(section instanceof Change.Done(boolean changed))) {
            return section;
          }
          boolean groups = states.setGroupsOff(off);
          return new Change.Done(changed || groups);
        });
  }

  private Change section(boolean install) {
    Path file = project.root().resolve(EntryLoading.FILE);
    boolean exists = Files.exists(file);
    if (!install && !exists) {
      return new Change.Done(false);
    }
    List<EntryLoading.Change> last = new ArrayList<>();
    List<Lines> before = new ArrayList<>();
    Lines now =
        new ProjectTexts(project, writing)
            .edit(
                EntryLoading.FILE,
                lines -> {
                  EntryLoading.Change change =
                      install ? EntryLoading.install(lines, exists) : EntryLoading.uninstall(lines);
                  last.add(change);
                  before.add(lines);
                  return change instanceof EntryLoading.Change.Changed(Lines changed)
                      ? changed
                      : lines;
                });
    return switch (last.getLast()) {
      case EntryLoading.Change.Changed _ ->
          new Change.Done(!Arrays.equals(before.getLast().bytes(), now.bytes()));
      case EntryLoading.Change.Refused(String why) -> new Change.Refused(why);
      case EntryLoading.Change.Gone _ -> {
        writing.accept(file);
        try {
          Files.delete(file);
        } catch (IOException e) {
          throw FileException.of("Removing", file, e);
        }
        yield new Change.Done(true);
      }
    };
  }
}
