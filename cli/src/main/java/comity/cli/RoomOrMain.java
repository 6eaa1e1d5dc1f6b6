package comity.cli;

import comity.recall.Wanted;
import java.util.Optional;
import picocli.CommandLine;

/** Which memory a command opens or makes: that of a room's group, or main's. */
final class RoomOrMain {
  @CommandLine.ArgGroup(multiplicity = "1")
  private Which which = new Which();

  /** One of them. */
  static final class Which {
    @CommandLine.Option(names = "--room", paramLabel = "ID", description = MemoryOptions.ROOM)
    private String room = "";

    @CommandLine.Option(names = "--main", description = MemoryOptions.MAIN)
    private boolean main;
  }

  /** The memory that is named. */
  Wanted wanted() {
    return room().<Wanted>map(Wanted.OfRoom::new).orElseGet(Wanted.OfMain::new);
  }

  /** The room; empty for main. */
  Optional<String> room() {
    return which.main ? Optional.empty() : Optional.of(which.room);
  }
}
