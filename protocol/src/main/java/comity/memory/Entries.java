package comity.memory;

import comity.roles.DailyNotes;
import comity.roles.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an entry belongs and what a file looks like with it (MEM-14). Nothing is written twice: an
 * entry is known by its words and its day, or by the message that it is from. No other line of the
 * file changes.
 */
public final class Entries {
  private Entries() {}

  /**
   * The file that an entry belongs to, from the project's root. What main decides goes to the notes
   * of the day, as marked lines, from where a flush brings it into main's long-term memory.
   */
  public static String file(Scope scope, Entry entry) {
    return switch (entry.kind()) {
      case TASK -> scope.folder() + "attention.md";
      case DECISION, NOTE ->
          switch (scope) {
            case Scope.Group _ -> scope.folder() + "experience.md";
            case Scope.Main _ -> "memory/" + entry.date() + ".md";
          };
    };
  }

  /** That file with the entry in it; the same lines where it says so already. */
  public static Lines with(Scope scope, Lines file, Entry entry) {
    return switch (entry.kind()) {
      case TASK -> Attention.with(file, entry);
      case DECISION ->
          scope instanceof Scope.Main ? dayNote(file, entry) : Experience.withDecision(file, entry);
      case NOTE ->
          scope instanceof Scope.Main ? dayNote(file, entry) : Experience.withNote(file, entry);
    };
  }

  /**
   * What whoever gave an entry should know of where it went, such as that several tasks have its
   * words; empty where there is nothing to say.
   *
   * @param file before it
   */
  public static String note(Lines file, Entry entry) {
    return switch (entry.kind()) {
      case TASK -> Attention.note(file, entry);
      case DECISION, NOTE -> "";
    };
  }

  private static Lines dayNote(Lines file, Entry entry) {
    List<String> lines =
        new ArrayList<>(
            entry.kind() == Entry.Kind.DECISION
                ? Decision.read(entry.text()).items()
                : Prose.lines(entry.text()));
    entry.source().ifPresent(source -> Experience.cite(lines, source));
    return DailyNotes.add(file, entry.date(), entry.time(), "", lines);
  }
}
