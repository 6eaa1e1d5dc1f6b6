package comity.recall;

import comity.files.FileException;
import comity.files.Home;
import comity.project.Project;
import java.util.List;
import java.util.Optional;

/** The memory sessions of servers, by the process of the agent that they work for. */
public final class AgentSessions {
  /** Each process reckons another's start from the clock, which may be set meanwhile. */
  private static final long MAX_DIFFERENCE_MILLIS = 2000;

  private AgentSessions() {}

  /**
   * The memory session of the one server that works for an agent in a project. Where more than one
   * did, it can't be told which is meant, and none is; nor where sessions can't be read.
   *
   * @param home opened
   * @param agent its process, by number and start in milliseconds: {@code 4711@1764500000000}
   */
  public static Optional<String> find(Home home, Project project, String agent) {
    try {
      List<MemorySession> found =
          new MemorySessions(home)
              .all().stream()
                  .filter(each -> each.project().equals(project.root()))
                  .filter(each -> each.agent().filter(other -> isSame(agent, other)).isPresent())
                  .toList();
      return found.size() == 1 ? Optional.of(found.getFirst().id()) : Optional.empty();
    } catch (FileException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean isSame(String one, String other) {
    int at = one.indexOf('@');
    if (at < 0 || !other.startsWith(one.substring(0, at + 1))) {
      return false;
    }
    try {
      long start = Long.parseLong(one.substring(at + 1));
      return Math.abs(start - Long.parseLong(other.substring(at + 1))) < MAX_DIFFERENCE_MILLIS;
    } catch (NumberFormatException none) {
      return false;
    }
  }
}
