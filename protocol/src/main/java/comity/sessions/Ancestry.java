package comity.sessions;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a report comes from the agent of a session (SES-5): whose process is the session's root,
 * or stands below it with no other agent in between. An agent that a tool of the session's agent
 * starts inherits its environment, and so does a server that many sessions share (SES-25); neither
 * speaks for the session.
 *
 * <p>An agent's own launchers stand in a row: npm puts one before some programs, and some start
 * themselves again. They count as one agent where each directly starts the next, runs the agent's
 * script, and hands on its arguments as they are. A shell or another program in between, or other
 * arguments, make it another agent.
 */
public sealed interface Ancestry {
  /** It is the session's own. */
  record Proven() implements Ancestry {}

  /**
   * It comes from another agent, which the session's agent started.
   *
   * @param below the agent that stands between it and the root, or the root itself
   */
  record Nested(CapturedProcess below) implements Ancestry {}

  /**
   * It does not come from below the session's root.
   *
   * @param why in a few words
   */
  record Foreign(String why) implements Ancestry {}

  /**
   * The process that a session began with.
   *
   * @param start as in {@link CapturedProcess}
   * @param boot as in {@link HookReport}
   */
  record Root(long pid, long start, String boot) {}

  /**
   * Judges a report.
   *
   * @param provider of the session; its word counts as a program's name, too
   * @param programs the names that the programs of all agents are known by
   */
  static Ancestry of(HookReport report, Root root, String provider, Set<String> programs) {
    if (!report.boot().equals(root.boot())) {
      return new Foreign("it is from before the machine started anew");
    }
    List<CapturedProcess> chain = unbroken(report.processes());
    for (int at = 0; at < chain.size(); at++) {
      CapturedProcess each = chain.get(at);
      if (each.pid() == root.pid()) {
        return each.start() == root.start()
            ? judged(chain.subList(0, at + 1), names(chain.getFirst(), provider, programs))
            : new Foreign("the session's process has ended, and another has its pid");
      }
    }
    return new Foreign("its process is not below that of the session");
  }

  /** As far as each began no later than its child: the pid of one that ended is soon another's. */
  private static List<CapturedProcess> unbroken(List<CapturedProcess> processes) {
    for (int at = 1; at < processes.size(); at++) {
      if (processes.get(at).start() > processes.get(at - 1).start()) {
        return processes.subList(0, at);
      }
    }
    return processes;
  }

  /** An agent that no name is known of is known by what it is itself. */
  private static Set<String> names(CapturedProcess caller, String provider, Set<String> programs) {
    Set<String> names = new HashSet<>(programs);
    if (!provider.equals(CaptureEvent.CUSTOM)) {
      names.add(provider);
    } else if (AgentProgram.of(caller, names).isEmpty()) {
      AgentProgram.own(caller).ifPresent(names::add);
    }
    return names;
  }

  /** From the process that reported up to the root. */
  private static Ancestry judged(List<CapturedProcess> chain, Set<String> names) {
    Optional<AgentProgram> topmost = Optional.empty();
    boolean adjacent = false;
    for (CapturedProcess each : chain) {
      Optional<AgentProgram> agent = AgentProgram.of(each, names);
      if (agent.isPresent() && topmost.isPresent()) {
        if (!adjacent || !agent.get().isShimOf(topmost.get())) {
          return new Nested(each);
        }
      }
      adjacent = agent.isPresent();
      if (agent.isPresent()) {
        topmost = agent;
      }
    }
    return new Proven();
  }
}
