package comity.recall;

import comity.files.Home;
import comity.memory.Scope;
import comity.project.Project;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The memory sessions of servers, by the process of the agent that they work for. */
public final class AgentSessions {
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
   * @param runs whether a process runs, as {@link Agent} has it
   */
  public static Linked find(Home home, Project project, String agent, Predicate<String> runs) {
    List<MemorySession> all =
        new MemorySessions(home)
            .all().stream()
                .filter(
                    each -> each.agent().filter(other -> other.process().equals(agent)).isPresent())
                .toList();
    List<MemorySession> here =
        all.stream().filter(each -> each.project().equals(project.root())).toList();
    List<MemorySession> running =
        all.stream().filter(each -> runs.test(each.agent().orElseThrow().server())).toList();
    List<MemorySession> meant = running.isEmpty() ? here : running;
    return new Linked(
        meant.size() == 1 && here.contains(meant.getFirst())
            ? Optional.of(meant.getFirst().id())
            : Optional.empty(),
        all.stream()
            .flatMap(each -> each.open().stream())
            .filter(Scope.Group.class::isInstance)
            .findFirst());
  }
}
