package comity.hub;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a hub is started.
 *
 * @param home the folder that holds everything it keeps
 * @param port in place of the configured one; 0 takes a free one
 * @param bind in place of the configured address
 * @param openToStrangers whether agents that need no key may be reached from other machines
 */
public record HubOptions(
    Path home, OptionalInt port, Optional<String> bind, boolean openToStrangers) {}
