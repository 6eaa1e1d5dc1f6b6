package comity.recall;

/**
 * An agent that a server works for, outside a Comity session: by it a hook of the same agent knows
 * what is open.
 *
 * @param process its number and start in milliseconds: {@code 4711@1764500000000}
 * @param server the server's own
 */
public record Agent(String process, String server) {}
