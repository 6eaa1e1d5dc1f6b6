package comity.tools;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * For whom a server works.
 *
 * @param projectRoot the folder of the project
 * @param role under whose rules; empty for the owner
 */
public record Principal(Path projectRoot, Optional<String> role, Rooms rooms) {

  /** Which rooms may be opened. */
  public sealed interface Rooms {
    /** Every room: the owner's own server. */
    record All() implements Rooms {}

    /** These. */
    record Only(Set<String> ids) implements Rooms {
      public Only {
        ids = Set.copyOf(ids);
      }
    }
  }

  /** Whether it may open this room. */
  public boolean mayOpen(String room) {
    return switch (rooms) {
      case Rooms.All _ -> true;
      case Rooms.Only(Set<String> ids) -> ids.contains(room);
    };
  }
}
