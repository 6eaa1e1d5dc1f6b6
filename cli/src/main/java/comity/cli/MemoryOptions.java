package comity.cli;

import comity.recall.Wanted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Which memory a command is about. */
final class MemoryOptions {
  @CommandLine.Option(
      names = "--room",
      paramLabel = "ID",
      description = "the memory of the group that this room is (memory/group_names.json)")
  private @Nullable String room;

  @CommandLine.Option(names = "--main", description = "main's memory")
  private boolean main;

  @CommandLine.Option(
      names = "--session",
      paramLabel = "HANDLE",
      description =
          "the memory that is open as HANDLE (default: the one of the session that this runs in)")
  private @Nullable String session;

  /** What a command line names. */
  sealed interface Naming {
    /** That; empty where it names nothing. */
    record Named(Optional<Wanted> wanted) implements Naming {}

    /** Two things at once. */
    record Wrong(Outcome outcome) implements Naming {}
  }

  Naming naming() {
    int named = (room == null ? 0 : 1) + (main ? 1 : 0) + (session == null ? 0 : 1);
    if (named > 1) {
      return new Naming.Wrong(
          Outcome.Failure.usage(
              "--room, --main and --session are one too many", "name one memory"));
    }
    if (room != null) {
      return new Naming.Named(Optional.of(new Wanted.OfRoom(room)));
    }
    if (session != null) {
      return new Naming.Named(Optional.of(new Wanted.OfSession(session)));
    }
    return new Naming.Named(main ? Optional.of(new Wanted.OfMain()) : Optional.empty());
  }
}
