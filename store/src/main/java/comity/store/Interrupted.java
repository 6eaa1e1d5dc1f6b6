package comity.store;

/**
 * A run that was under way when the hub ended.
 *
 * @param runId as given to {@link Runs#begin}, or empty where nothing was started
 * @param process as given to {@link Runs#started}, or empty
 */
public record Interrupted(Run run, String runId, String process) {}
