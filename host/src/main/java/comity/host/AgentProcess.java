package comity.host;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process of the agent that this one works for. An agent starts its MCP server and its hooks
 * both: outside a Comity session that is how they know each other, so that what a hook reports is
 * about the memory that was opened over the server.
 */
public final class AgentProcess {
  /** Agents start hooks and servers through these. */
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "busybox", "fish", "env", "timeout");

  /** More of them than that are no agent's way to start something. */
  private static final int MAX_SHELLS = 4;

  private AgentProcess() {}

  /** Empty where there is none to be told. */
  public static Optional<ProcessMark> current() {
    Optional<ProcessHandle> at = ProcessHandle.current().parent();
    for (int shells = 0; at.isPresent() && isShell(at.get()); shells++) {
      if (shells == MAX_SHELLS || isInteractive(at.get())) {
        return Optional.empty();
      }
      at = at.get().parent();
    }
    return at.map(ProcessHandle::pid).filter(pid -> pid > 1).flatMap(ProcessMark::of);
  }

  private static boolean isShell(ProcessHandle process) {
    return process.info().command().filter(command -> SHELLS.contains(name(command))).isPresent();
  }

  private static String name(String command) {
    try {
      return String.valueOf(Path.of(command).getFileName());
    } catch (InvalidPathException strange) {
      return command;
    }
  }

  /** A person types into it: what is above is the person's terminal, and no agent. */
  private static boolean isInteractive(ProcessHandle shell) {
    // The system does not tell those of a long line, which nobody types to begin a shell.
    return shell
        .info()
        .arguments()
        .filter(all -> Stream.of(all).allMatch(each -> each.startsWith("-") && !each.equals("-c")))
        .isPresent();
  }
}
