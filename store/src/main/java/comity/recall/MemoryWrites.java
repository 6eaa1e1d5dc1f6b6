package comity.recall;

import comity.files.Home;
import comity.memory.Entries;
import comity.memory.Entry;
import comity.memory.Scope;
import comity.memory.Secrets;
import comity.project.Project;
import comity.roles.Isolation.Verdict;
import comity.roles.Lines;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Writes into the memory of a scope at once (MEM-14). Who may is decided before; what was written
 * stays also where the machine stops right after.
 */
public final class MemoryWrites {
  private final ScopeTexts texts;

  /** What came of writing. */
  public sealed interface Writing {
    /**
     * The file has it.
     *
     * @param file from the project's root
     * @param changed whether it did not have it before
     * @param note what whoever wrote it should know; mostly empty
     */
    record Written(String file, boolean changed, String note) implements Writing {}

    /** The text has secrets; {@code why} says which in which lines, without them (MEM-15). */
    record Secret(String why) implements Writing {}

    /** The file is not what its name says, such as a link to another memory. */
    record Refused(Verdict.Refused verdict) implements Writing {}
  }

  /**
   * Writes into a project.
   *
   * @param writing is told of each file before it is written, and may refuse by an exception
   */
  public MemoryWrites(Home home, Project project, Consumer<Path> writing) {
    this.texts = new ScopeTexts(home, project.root(), writing);
  }

  /**
   * Adds an entry where it belongs; one that is there already is not added again.
   *
   * @param redact whether secrets are replaced; otherwise a text with one is refused
   */
  public Writing append(Scope scope, Entry entry, boolean redact) {
    Optional<String> secret = redact ? Optional.empty() : Secrets.refusal(entry.text());
    if (secret.isPresent()) {
      return new Writing.Secret(secret.get());
    }
    Entry safe = entry.redacted();
    String file = Entries.file(scope, safe);
    AtomicReference<String> note = new AtomicReference<>("");
    Writing writing =
        written(
            file,
            lines -> {
              note.set(Entries.note(lines, safe));
              return Entries.with(scope, lines, safe);
            });
    return writing instanceof Writing.Written(String name, boolean changed, String _)
        ? new Writing.Written(name, changed, note.get())
        : writing;
  }

  /** Changes the index of a scope, which only grows: by {@link comity.memory.IndexEdit}. */
  public Writing editIndex(Scope scope, UnaryOperator<Lines> edit) {
    return written(scope.index(), edit);
  }

  private Writing written(String file, UnaryOperator<Lines> edit) {
    return switch (texts.edit(file, edit)) {
      case ScopeTexts.Editing.Edited(Lines _, boolean changed) ->
          new Writing.Written(file, changed, "");
      case ScopeTexts.Editing.Refused(Verdict.Refused verdict) -> new Writing.Refused(verdict);
    };
  }
}
