package comity.memory;

import java.util.Optional;

/** How soon a file is needed, as the routing table of an index says (MEM-7). */
public enum Priority {
  /** What is being worked on: tasks, blockers. */
  P0,
  /** What stays: architecture, long-term memory. */
  P1,
  /** What was learned; given by passages, not whole (MEM-10). */
  P2,
  /** People, or the projects of main. */
  P3;

  /** Reads {@code P0} to {@code P3}, in any case. */
  public static Optional<Priority> read(String text) {
    for (Priority priority : values()) {
      if (priority.name().equalsIgnoreCase(text.strip())) {
        return Optional.of(priority);
      }
    }
    return Optional.empty();
  }
}
