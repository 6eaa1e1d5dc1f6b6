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

  /** Each process reckons another's start from the clock, which may be set meanwhile. */
  private static final long MAX_DIFFERENCE_MILLIS = 2000;

  private AgentProcess() {}

  /** By number and start, as {@code 4711@1764500000000}; empty where there is none to be told. */
  public static Optional<String> current() {
    Optional<ProcessHandle> at = ProcessHandle.current().parent();
    for (int shells = 0; at.isPresent() && isShell(at.get()); shells++) {
      if (shells == MAX_SHELLS || isInteractive(at.get())) {
        return Optional.empty();
      }
      at = at.get().parent();
    }
    return at.filter(process -> process.pid() > 1).flatMap(AgentProcess::mark);
  }

  /** This process, in the same form. */
  public static String own() {
    ProcessHandle own = ProcessHandle.current();
    return mark(own).orElse(own.pid() + "@0");
  }

  /** Whether a process runs; one that has its number by now does not count. */
  public static boolean runs(String mark) {
    int at = mark.indexOf('@');
    try {
      long start = Long.parseLong(mark.substring(at + 1));
      return ProcessHandle.of(Long.parseLong(mark.substring(0, Math.max(0, at))))
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .filter(began -> Math.abs(began.toEpochMilli() - start) < MAX_DIFFERENCE_MILLIS)
          .isPresent();
    } catch (NumberFormatException none) {
      return false;
    }
  }

  private static Optional<String> mark(ProcessHandle process) {
    return process.info().startInstant().map(start -> process.pid() + "@" + start.toEpochMilli());
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
