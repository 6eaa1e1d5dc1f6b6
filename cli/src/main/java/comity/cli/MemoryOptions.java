package comity.cli;

import comity.recall.Wanted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Which memory a command is about, where it may be the one that is open already. */
final class MemoryOptions {
  /** What the options mean wherever they are. */
  static final String ROOM = "the memory of the group that this room is (memory/group_names.json)";

  static final String MAIN = "main's memory";
  static final String SESSION =
      "the memory that is open as HANDLE (default: the one of the session that this runs in)";

  @CommandLine.ArgGroup private @Nullable Which which;

  /** One of them. */
  static class Which {
    @CommandLine.Option(names = "--room", paramLabel = "ID", description = ROOM)
    private @Nullable String room;

    @CommandLine.Option(names = "--main", description = MAIN)
    private boolean main;

    @CommandLine.Option(names = "--session", paramLabel = "HANDLE", description = SESSION)
    private @Nullable String session;

    /** The memory that is named; empty where none is. */
    Optional<Wanted> wanted() {
      if (room != null) {
        return Optional.of(new Wanted.OfRoom(room));
      }
      if (session != null) {
        return Optional.of(new Wanted.OfSession(session));
      }
      return main ? Optional.of(new Wanted.OfMain()) : Optional.empty();
    }
  }

  /** The memory that is named; empty for that of the session that the command runs in. */
  Optional<Wanted> wanted() {
    return which == null ? Optional.empty() : which.wanted();
  }
}
