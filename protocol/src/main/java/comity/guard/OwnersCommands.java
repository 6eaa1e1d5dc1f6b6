package comity.guard;

import java.util.Set;

/**
 * The commands of Comity that are its owner's (ROLE-16): the command line refuses them under a
 * role, and the hook before a shell runs them (ROLE-17).
 */
public final class OwnersCommands {
  private static final Set<String> ALL =
      Set.of(
          "serve",
          "up",
          "down",
          "agent add",
          "peer add",
          "key add",
          "key list",
          "key revoke",
          "token add",
          "token list",
          "token revoke",
          "conversation stop",
          "outbox retry",
          "trace stop",
          "project add",
          "project remove",
          "distill",
          "settings",
          "run",
          "host",
          "attach",
          "session stop",
          "session restore",
          "session resume",
          "hooks setup",
          "hooks remove",
          "install",
          "uninstall",
          "memory install",
          "memory uninstall");

  /** Those that say who may open what: no agent gives itself more. */
  private static final Set<String> GRANTING =
      Set.of(
          "key add",
          "key list",
          "key revoke",
          "token add",
          "token list",
          "token revoke",
          "memory install",
          "memory uninstall");

  private OwnersCommands() {}

  /** Whether a command is the owner's outside of any session, under a role or not. */
  public static boolean isGranting(String words) {
    return GRANTING.contains(words);
  }

  /**
   * Whether a command is one of them; {@code words} are its one or two, such as {@code key add}.
   */
  public static boolean has(String words) {
    return ALL.contains(words);
  }

  /** Whether a word stands before the second of some of them. */
  static boolean isGroup(String word) {
    return ALL.stream().anyMatch(command -> command.startsWith(word + " "));
  }
}
