package comity.recall;

import comity.files.Exclusive;
import comity.files.Home;
import comity.memory.Beginnings;
import comity.memory.Entries;
import comity.memory.Entry;
import comity.memory.FlushState;
import comity.memory.Scope;
import comity.memory.Summaries;
import comity.project.Project;
import comity.project.ProjectTexts;
import comity.roles.Isolation.Verdict;
import comity.roles.Lines;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes what was captured into the memory that it belongs to (MEM-16, MEM-17).
 *
 * <p>First what is to be written waits durably; then the files are written one by one; then, in one
 * write, the time is kept and the waiting ended. Whoever is killed between leaves what waits: the
 * next flush writes it, and what is in a file already is not written again. One flush at a time in
 * a home: another waits.
 */
public final class Flush {
  private final Home home;
  private final Project project;
  private final ScopeTexts texts;
  private final FlushStates states;
  private final Pending pending;
  private final Supplier<OffsetDateTime> clock;

  /** What came of a flush. */
  public sealed interface Flushing {
    /**
     * All that waited is written.
     *
     * @param entries how many there were
     * @param files that changed, from the project's root, each once
     * @param made files that were missing, and were made (MEM-19)
     * @param problems what a person should see to
     */
    record Flushed(
        Scope scope,
        OffsetDateTime at,
        int entries,
        List<String> files,
        List<String> made,
        List<String> problems)
        implements Flushing {
      public Flushed {
        files = List.copyOf(files);
        made = List.copyOf(made);
        problems = List.copyOf(problems);
      }
    }

    /** A file is not what its name says; what was to be written waits still. */
    record Refused(Verdict.Refused verdict) implements Flushing {}
  }

  /**
   * Flushes into a project.
   *
   * @param clock the time in the person's zone
   * @param writing is told of each file before it is written
   */
  public Flush(Home home, Project project, Supplier<OffsetDateTime> clock, Consumer<Path> writing) {
    this.home = home;
    this.project = project;
    this.clock = clock;
    this.texts = new ScopeTexts(home, project.root(), writing);
    this.states = new FlushStates(home, project.root(), writing);
    this.pending = new Pending(home, project.root(), states, writing);
  }

  /**
   * Keeps entries for the next flush of their scope; secrets are redacted. What was said while no
   * memory was open is main's.
   */
  public void capture(Scope scope, List<Entry> entries) {
    alone(() -> {
      states.mend(clock.get().toLocalDateTime());
      return pending.add(scope, safe(entries), clock.get().toLocalDateTime());
    });
  }

  private static List<Entry> safe(List<Entry> entries) {
    return entries.stream().map(Entry::redacted).toList();
  }

  /** The groups for which something waits: from another flush, or from another program. */
  Set<Scope.Group> waiting() {
    Set<Scope.Group> groups = new LinkedHashSet<>(pending.groups());
    groups.addAll(pending.foreignGroups(clock.get().toLocalDateTime()));
    return groups;
  }

  /**
   * Flushes one scope.
   *
   * @param captured what was captured since, in its order
   * @param about what is known of a group whose memory is to be made
   */
  public Flushing run(Scope scope, List<Entry> captured, Beginnings.About about) {
    return alone(() -> {
      OffsetDateTime now = clock.get();
      List<String> problems = new ArrayList<>();
      states.mend(now.toLocalDateTime()).ifPresent(problems::add);
      List<Entry> waiting = pending.add(scope, safe(captured), now.toLocalDateTime());
      List<Entry> entries = safe(waiting);
      List<String> files = new ArrayList<>();
      List<String> made = new ArrayList<>();
      try {
        begin(scope, about, now, made);
        write(scope, entries, files);
        if (scope instanceof Scope.Main) {
          summarise(files, problems);
        }
      } catch (LeadsElsewhere refused) {
        return new Flushing.Refused(refused.verdict);
      }
      pending.written(scope, waiting, now);
      int left = scope instanceof Scope.Main ? pending.items().size() : 0;
      if (left > 0) {
        problems.add(
            left
                + " of pending_items in "
                + FlushState.FILE
                + " are for a group, or say nothing that is understood; they stay there");
      }
      return new Flushing.Flushed(scope, now, entries.size(), files, made, problems);
    });
  }

  private <T> T alone(Supplier<T> work) {
    return Exclusive.in(home.run().resolve("flush.lock"), work);
  }

  /**
   * Makes what is missing of a memory that has no index yet; the index comes last, so that whoever
   * is killed between does the rest the next time.
   */
  private void begin(Scope scope, Beginnings.About about, OffsetDateTime now, List<String> made) {
    if (Files.exists(project.root().resolve(scope.index()), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    SequencedMap<String, String> files =
        switch (scope) {
          case Scope.Group group -> Beginnings.ofGroup(group, about, now.toLocalDate());
          case Scope.Main _ -> Beginnings.ofMain(lines("MEMORY.md"), now.toLocalDate());
        };
    files
        .reversed()
        .forEach((name, text) -> {
          Lines lines = Lines.of(text.getBytes(StandardCharsets.UTF_8));
          if (edited(texts.create(name, lines))) {
            made.add(name);
          }
        });
  }

  private void write(Scope scope, List<Entry> entries, List<String> files) {
    Map<String, List<Entry>> byFile = new LinkedHashMap<>();
    for (Entry entry : entries) {
      byFile.computeIfAbsent(Entries.file(scope, entry), _ -> new ArrayList<>()).add(entry);
    }
    byFile.forEach((file, all) -> {
      boolean changed =
          edited(
              texts.edit(
                  file,
                  lines -> {
                    Lines with = lines;
                    for (Entry entry : all) {
                      with = Entries.with(scope, with, entry);
                    }
                    return with;
                  }));
      if (changed) {
        files.add(file);
      }
    });
  }

  private void summarise(List<String> files, List<String> problems) {
    String folder = new Scope.Main().folder();
    Lines memory = lines("MEMORY.md");
    summary(folder + "longterm.md", file -> Summaries.longTerm(file, memory), files, problems);
    TreeMap<String, Lines> notes = new TreeMap<>();
    List<String> dates = new ProjectTexts(project).dates();
    int first = Math.max(0, dates.size() - Summaries.MOST_DAYS);
    for (String date : dates.subList(first, dates.size())) {
      notes.put(date, lines(ProjectTexts.notes(date)));
    }
    summary(folder + "daily-synced.md", file -> Summaries.days(file, notes), files, problems);
  }

  private void summary(
      String name,
      Function<Lines, Summaries.Summary> summary,
      List<String> files,
      List<String> problems) {
    List<String> refused = new ArrayList<>();
    boolean changed =
        edited(
            texts.edit(
                name,
                lines ->
                    switch (summary.apply(lines)) {
                      case Summaries.Summary.Written(Lines with) -> with;
                      case Summaries.Summary.Refused(String why) -> {
                        refused.add(name + ": " + why + "; nothing was written there");
                        yield lines;
                      }
                    }));
    problems.addAll(refused.stream().distinct().toList());
    if (changed) {
      files.add(name);
    }
  }

  /** A file's lines; of one that leads elsewhere nothing is read. */
  private Lines lines(String name) {
    return texts.look(name) instanceof ScopeTexts.Editing.Edited(Lines lines, boolean _)
        ? lines
        : Lines.of(new byte[0]);
  }

  private static boolean edited(ScopeTexts.Editing editing) {
    return switch (editing) {
      case ScopeTexts.Editing.Edited(Lines _, boolean changed) -> changed;
      case ScopeTexts.Editing.Refused(Verdict.Refused verdict) -> throw new LeadsElsewhere(verdict);
    };
  }

  /** Ends a flush; never leaves this class. */
  private static final class LeadsElsewhere extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Verdict.Refused verdict;

    LeadsElsewhere(Verdict.Refused verdict) {
      super(verdict.reason(), null, false, false);
      this.verdict = verdict;
    }
  }
}
