package comity.memory;

import comity.roles.Lines;
import java.util.Arrays;
import java.util.List;

/**
 * The section of {@code AGENTS.md} that tells agents how to come to their memory (MEM-20), between
 * two comments; it goes again as if it had never been there.
 */
public final class EntryLoading {
  /** Where it is, from the project's root. */
  public static final String FILE = "AGENTS.md";

  private static final String BEGIN = "<!-- comity:memory begin";
  private static final String END = "<!-- comity:memory end -->";
  private static final String BEGIN_OF_FILE = BEGIN + " (comity install wrote this file) -->";
  private static final OwnPart PART = new OwnPart(BEGIN, END);

  private static final String SECTION =
      """

      ## Every Session

      1. **In the MAIN SESSION** (a direct conversation with your person):
         - Call `memory_open` for main, then `memory_get` with the file `index`: `memory/main/index.md`
           comes before all else.
         - Get `SOUL.md`, then `USER.md`, then `MEMORY.md`, as far as they are there, and what the index
           routes to: 2 files at most. `memory_load` with the first message does all of it at once.
         - Say in one line: `上次 flush: YYYY-MM-DD HH:mm`, the time in `memory/flush-state.json`.
         - Get `memory/YYYY-MM-DD.md` of today and of yesterday.
      2. **In a group chat**: call `memory_open` with the room's id, then `memory_get` with the file
         `index`: `memory/groups/{group_name}.md`. Load the one file that fits the message
         (`memory_load`, or `memory_get`). Never read files below `memory/groups/` in another way, and
         nothing of main. Another group is opened anew; what you had of the one before is over.

      **As you work**: `memory_append` each decision when it falls, each change of a task, and notes.
      On `/remem`, and before the context is compacted, call `memory_flush`.

      """;

  /** What came of adding or removing it. */
  public sealed interface Change {
    /** The file as it is to be; the same where nothing is to be done. */
    record Changed(Lines lines) implements Change {}

    /** It held nothing else: it goes as it came. */
    record Gone() implements Change {}

    /** The marks in it do not go together; it is left alone. */
    record Refused(String why) implements Change {}
  }

  private EntryLoading() {}

  /**
   * Adds the section, or brings it up to date.
   *
   * @param exists whether there is such a file
   */
  public static Change install(Lines file, boolean exists) {
    if (PART.in(file) instanceof OwnPart.Finding.Malformed(String why)) {
      return refused(why);
    }
    String first = exists ? BEGIN + " -->" : BEGIN_OF_FILE;
    return new Change.Changed(PART.with(file, first, section()).orElse(file));
  }

  /** Removes the section, and no other byte. */
  public static Change uninstall(Lines file) {
    return switch (PART.in(file)) {
      case OwnPart.Finding.Malformed(String why) -> refused(why);
      case OwnPart.Finding.Missing _ -> new Change.Changed(file);
      case OwnPart.Finding.Found found -> {
        boolean whole = file.text(found.from()).strip().equals(BEGIN_OF_FILE);
        Lines without = OwnPart.without(file, found);
        yield whole && without.size() == 0 ? new Change.Gone() : new Change.Changed(without);
      }
    };
  }

  private static List<String> section() {
    return Arrays.asList(SECTION.split("\n", -1)).subList(0, SECTION.split("\n", -1).length - 1);
  }

  private static Change refused(String why) {
    return new Change.Refused(why + "; mend or remove these lines of " + FILE + " by hand");
  }
}
