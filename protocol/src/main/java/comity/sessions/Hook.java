package comity.sessions;

/**
 * A hook of an agent's program.
 *
 * @param event the program's own name of when it is run
 * @param command a line for a POSIX shell
 */
public record Hook(String event, String command, HookDuty duty) {}
