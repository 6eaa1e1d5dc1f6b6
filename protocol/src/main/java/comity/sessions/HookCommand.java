package comity.sessions;

import comity.guard.Answer;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The command that an agent's program runs as its hook: a line for a POSIX shell that the program
 * starts itself, so that {@code $PPID} is the agent. What stands in a file of a person's starts
 * nothing where it has nothing to do, as outside of a session; the shell decides that.
 */
public final class HookCommand {
  private static final String IN_A_SESSION = "[ -z \"$" + SessionEnvironment.SESSION + "\" ] || ";

  private static final String IF_GUARDED = "[ -z \"$" + SessionEnvironment.GUARD + "\" ] || ";

  /** With the provider's name: what a nested agent of another maker says is not the session's. */
  private static final String IF_REMEMBERED =
      "[ \"$" + SessionEnvironment.MEMORY + "\" != %s ] || ";

  /** What is said where the guard itself did not run. */
  static final String NOT_RUN =
      "[" + Answer.FAILED + "] The guard of Comity could not be run, so nothing may be done.";

  /**
   * What blocks the tool in most programs, which show what stands on standard error: the guard has
   * said why itself where it ends with 2.
   */
  private static final String OR_BLOCK =
      " || { [ $? = 2 ] || echo \"" + NOT_RUN + "\" >&2; exit 2; }";

  /** Gemini CLI reads that from standard output, where a person's shell may have written too. */
  private static final String OR_BLOCK_ALOUD =
      " || { [ $? = 2 ] || echo \"" + NOT_RUN + "\"; exit 2; }";

  /** Copilot goes on whatever the exit code, unless it reads a denial. */
  private static final String OR_DENY =
      " || echo '{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\""
          + NOT_RUN
          + "\"}'";

  /** One word of shell, as {@link ShellQuote} writes it. */
  private static final String WORD = "((?:[A-Za-z0-9_\\-+.,:/@%]|'[^']*'|\\\\')+)";

  private static final String NAME = "[a-z][a-z0-9-]*";

  private static final String EVENT = "(?: --event [A-Za-z]+)?";

  private static final Pattern CAPTURE =
      Pattern.compile(
          Pattern.quote(IN_A_SESSION)
              + WORD
              + " hook capture --provider "
              + NAME
              + EVENT
              + " --process-id \"\\$PPID\"");

  private static final Pattern GUARD =
      Pattern.compile(
          Pattern.quote(IF_GUARDED)
              + WORD
              + " hook guard --provider "
              + NAME
              + "(?:"
              + Pattern.quote(OR_BLOCK)
              + "|"
              + Pattern.quote(OR_BLOCK_ALOUD)
              + "|"
              + Pattern.quote(OR_DENY)
              + ")");

  private static final Pattern MEMORY =
      Pattern.compile(
          Pattern.quote(IF_REMEMBERED).replace("%s", "\\E" + NAME + "\\Q")
              + WORD
              + " hook event"
              + EVENT);

  private HookCommand() {}

  /**
   * Tells what the agent is at.
   *
   * @param launcher the absolute path of Comity's launcher
   * @param event whose hook it is, where the provider does not say it on standard input
   */
  public static String of(String launcher, String provider, Optional<String> event) {
    return IN_A_SESSION
        + ShellQuote.of(launcher)
        + " hook capture --provider "
        + provider
        + event(event)
        + " --process-id \"$PPID\"";
  }

  /** Asks whether a tool may be used; where it can't be asked the tool is blocked. */
  static String guard(String launcher, comity.guard.Provider form) {
    return ShellQuote.of(launcher)
        + " hook guard --provider "
        + form.word()
        + switch (form) {
          case COPILOT -> OR_DENY;
          case GEMINI -> OR_BLOCK_ALOUD;
          case CLAUDE, CODEX, QWEN, CURSOR, OPENCODE, PI -> OR_BLOCK;
        };
  }

  /** The same in a file, for sessions in which there is something to guard. */
  static String guardInFile(String launcher, comity.guard.Provider form) {
    return IF_GUARDED + guard(launcher, form);
  }

  /** Brings what was said into memory. */
  static String memory(String launcher, Optional<String> event) {
    return ShellQuote.of(launcher) + " hook event" + event(event);
  }

  /** The same in a file, for sessions of that provider whose project has memory. */
  static String memoryInFile(String launcher, String provider, Optional<String> event) {
    return IF_REMEMBERED.formatted(provider) + memory(launcher, event);
  }

  private static String event(Optional<String> event) {
    return event.map(name -> " --event " + name).orElse("");
  }

  /** What a command in a file is there for, wherever its launcher was; empty where not ours. */
  public static Optional<HookDuty> duty(String command) {
    if (CAPTURE.matcher(command).matches()) {
      return Optional.of(HookDuty.CAPTURE);
    }
    if (GUARD.matcher(command).matches()) {
      return Optional.of(HookDuty.GUARD);
    }
    return MEMORY.matcher(command).matches() ? Optional.of(HookDuty.MEMORY) : Optional.empty();
  }

  /** Whether a command in a file is one of Comity's, wherever its launcher was then. */
  public static boolean isOurs(String command) {
    return duty(command).isPresent();
  }
}
