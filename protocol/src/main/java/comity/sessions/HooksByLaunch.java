package comity.sessions;

/** How an agent's program takes hooks that are given with its start (SES-26). */
public enum HooksByLaunch {
  /** It does not. */
  NONE,
  /** As JSON of its settings, {@code --settings JSON}: Claude Code. */
  SETTINGS,
  /** As an override of its configuration, {@code -c hooks=…}, with their trust: Codex. */
  OVERRIDE,
  /** As a module that it loads, {@code -e FILE}: Pi. */
  EXTENSION
}
