package comity.recall;

import comity.files.Home;
import comity.memory.Scope;
import comity.project.Project;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The memory sessions of servers, by the process of the agent that they work for. */
public final class AgentSessions {
  /** Each process reckons another's start from the clock, which may be set meanwhile. */
  private static final long MAX_DIFFERENCE_MILLIS = 2000;

  private AgentSessions() {}

  /**
   * What is known of an agent's memory.
   *
   * @param session the memory session that its hooks are about; empty where it can't be told
   * @param open a group's memory that is open in one of its sessions
   */
  public record Linked(Optional<String> session, Optional<Scope> open) {
    /** There is no agent, or it has no server with memory. */
    public static final Linked NONE = new Linked(Optional.empty(), Optional.empty());
  }

  /**
   * What is known of an agent's memory in a project. Of several servers one that runs is meant; of
   * several that run it can't be told which, and none is.
   *
   * @param home opened
   * @param agent its process, as {@link Agent} has it
   * @param runs whether a process runs, by number and start
   */
  public static Linked find(Home home, Project project, String agent, Predicate<String> runs) {
    List<MemorySession> all =
        new MemorySessions(home)
            .all().stream()
                .filter(each ->
                    each.agent().filter(other -> isSame(agent, other.process())).isPresent())
                .toList();
    List<MemorySession> here =
        all.stream().filter(each -> each.project().equals(project.root())).toList();
    List<MemorySession> running =
        here.stream().filter(each -> runs.test(each.agent().orElseThrow().server())).toList();
    List<MemorySession> meant = running.isEmpty() ? here : running;
    return new Linked(
        meant.size() == 1 ? Optional.of(meant.getFirst().id()) : Optional.empty(),
        all.stream()
            .flatMap(each -> each.open().stream())
            .filter(Scope.Group.class::isInstance)
            .findFirst());
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
