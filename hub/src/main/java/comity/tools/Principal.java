package comity.tools;

import comity.memory.Rooms;
import java.nio.file.Path;
import java.util.Optional;

/**
 * For whom a server works.
 *
 * @param projectRoot the folder of the project
 * @param role under whose rules; empty for the owner
 * @param rooms whose memory it may open
 * @param memory the memory session that its requests share; empty for one of each connection
 */
public record Principal(
    Path projectRoot, Optional<String> role, Rooms rooms, Optional<String> memory) {

  /** Whoever has no memory session of its own yet. */
  public Principal(Path projectRoot, Optional<String> role, Rooms rooms) {
    this(projectRoot, role, rooms, Optional.empty());
  }

  /** The same with a memory session of its own. */
  Principal withMemory(String session) {
    return new Principal(projectRoot, role, rooms, Optional.of(session));
  }
}
