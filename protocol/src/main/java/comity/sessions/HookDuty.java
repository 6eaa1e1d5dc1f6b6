package comity.sessions;

import java.util.EnumSet;
import java.util.Set;

/** What a hook is there for (SES-9). */
public enum HookDuty {
  /** It tells what the agent is at, and which conversation it has (SES-14); in every session. */
  CAPTURE(10),

  /** It stands before the agent's tools (ROLE-17), where there is a role or memory to guard. */
  GUARD(20),

  /** It brings what was said into memory (MEM-16), where the project has one. */
  MEMORY(60);

  private final int patience;

  HookDuty(int patience) {
    this.patience = patience;
  }

  /** How long an agent's program waits for it, in seconds; it takes a small part of that. */
  public int patience() {
    return patience;
  }

  /**
   * Those in a session.
   *
   * @param role whether it has a role
   * @param memory whether its project has memory
   */
  public static Set<HookDuty> of(boolean role, boolean memory) {
    Set<HookDuty> duties = EnumSet.of(CAPTURE);
    if (role || memory) {
      duties.add(GUARD);
    }
    if (memory) {
      duties.add(MEMORY);
    }
    return duties;
  }
}
