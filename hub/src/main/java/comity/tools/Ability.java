package comity.tools;

/** What an offer has at all; a client sees no more than these. */
public enum Ability {
  TOOLS,
  PROMPTS,
  RESOURCES,
  /** It completes arguments of prompts and resource templates. */
  COMPLETIONS,
  /** Its calls write log messages. */
  LOGGING,
  /** It says when its lists or resources change. */
  CHANGES
}
