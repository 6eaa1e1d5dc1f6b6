package comity.store;

/**
 * A run that was under way when the hub ended.
 *
 * @param runId as given to {@link Runs#begin}, or empty where nothing was started
 * @param pid its process, or 0
 * @param pidStarted what identifies the process beside its pid, or 0
 */
public record Interrupted(Run run, String runId, long pid, long pidStarted) {}
