package comity.host;

import java.util.List;
import java.util.Optional;

/** The processes of this machine: the part of the work that differs by system. */
interface Processes {

  Processes OF_THIS_SYSTEM =
      LinuxProcesses.isHere() ? new LinuxProcesses() : new PortableProcesses();

  /**
   * A process as it was a moment ago.
   *
   * @param group its process group, or 0 where the system does not tell
   * @param session its session, or 0 where the system does not tell
   * @param start as in {@link ProcessMark}
   * @param dead it has ended and waits to be collected by its parent
   */
  record Seen(long pid, long parent, long group, long session, long start, boolean dead) {}

  /** As in {@link ProcessMark}. */
  String boot();

  /** The pids there are now, in no order. */
  List<Long> pids();

  Optional<Seen> look(long pid);

  /** Whether the environment that the process was given has this variable with this value. */
  boolean carries(long pid, String name, String value);

  /** The value of a variable in the environment that the process was given; empty where unseen. */
  Optional<String> value(long pid, String name);

  /** TERM or KILL to one process; none when it is no more the one that was seen. */
  void signal(Seen seen, Signal signal);

  /** The same to the whole group of a process, in one step that no fork can slip through. */
  void signalGroup(Seen seen, Signal signal);

  /** The two that end a process. */
  enum Signal {
    TERM(15),
    KILL(9);

    final int number;

    Signal(int number) {
      this.number = number;
    }
  }
}
