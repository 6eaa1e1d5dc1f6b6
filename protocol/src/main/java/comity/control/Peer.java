package comity.control;

import comity.messages.AgentPattern;
import java.util.Optional;

/**
 * Where the agents of another hub are reached.
 *
 * @param match which agents; never {@code *}
 * @param url http or https, host, port and path, without a slash at its end
 * @param key sent as {@code Authorization: Bearer}
 * @param allowPrivate whether the host may be on loopback or in a private network (MSG-26)
 */
public record Peer(AgentPattern match, String url, Optional<Secret> key, boolean allowPrivate) {}
