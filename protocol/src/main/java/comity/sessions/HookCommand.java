package comity.sessions;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The command that an agent's program runs as its hook: a line for a POSIX shell that the program
 * starts itself, so that {@code $PPID} is the agent. Outside of a session nothing is started.
 */
public final class HookCommand {
  /** How long a program waits for it, in seconds; it takes a small part of one. */
  public static final int PATIENCE_SECONDS = 10;

  private static final String GUARD = "[ -z \"$MUSTER_AGENT_SESSION_ID\" ] || ";

  /** One word of shell, as {@link ShellQuote} writes it. */
  private static final String WORD = "((?:[A-Za-z0-9_\\-+.,:/@%]|'[^']*'|\\\\')+)";

  private static final Pattern OURS =
      Pattern.compile(
          Pattern.quote(GUARD)
              + WORD
              + " hook capture --provider [a-z][a-z0-9-]*(?: --event [A-Za-z]+)?"
              + " --process-id \"\\$PPID\"");

  private HookCommand() {}

  /**
   * The command.
   *
   * @param launcher the absolute path of Comity's launcher
   * @param event whose hook it is, where the provider does not say it on standard input
   */
  public static String of(String launcher, String provider, Optional<String> event) {
    return GUARD
        + ShellQuote.of(launcher)
        + " hook capture --provider "
        + provider
        + event.map(name -> " --event " + name).orElse("")
        + " --process-id \"$PPID\"";
  }

  /** Whether a command is one of Comity's, wherever its launcher was then. */
  public static boolean isOurs(String command) {
    return OURS.matcher(command).matches();
  }
}
