package comity.recall;

/**
 * An agent that a server works for, outside a Comity session: by it a hook of the same agent knows
 * what is open.
 *
 * @param process its mark: one process, and none that has its number later
 * @param server the mark of the server's own
 */
public record Agent(String process, String server) {}
