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
 */
public record Principal(Path projectRoot, Optional<String> role, Rooms rooms) {}
