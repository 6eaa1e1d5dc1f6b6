package comity.host;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Ends a family: TERM to each member, once; KILL to whoever is left after the grace, again and
 * again until two looks in a row find nobody. Two, because a process that always runs away from its
 * pid can, when the pids start again from the lowest, get behind the place where a look is.
 *
 * <p>Between two looks is a short pause: the kernel announces the end of a child only, and most
 * members are not ours.
 */
final class Ending {

  /** A killed process is gone at once unless a device keeps it; longer than this is a survivor. */
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private final Family family;
  private final Duration grace;

  Ending(Family family, Duration grace) {
    this.family = family;
    this.grace = grace;
  }

  /** Returns who could not be ended. */
  List<ProcessMark> end() {
    Set<Processes.Seen> left = endPolitely();
    if (!left.isEmpty()) {
      left = kill();
    }
    String boot = family.processes().boot();
    return left.stream().map(seen -> new ProcessMark(seen.pid(), seen.start(), boot)).toList();
  }

  private Set<Processes.Seen> endPolitely() {
    var asked = new HashSet<ProcessMark>();
    return until(
        grace,
        FIRST_PAUSE,
        LONGEST_PAUSE,
        () -> {
          List<Processes.Seen> members = family.look();
          for (Processes.Seen member : members) {
            if (asked.add(new ProcessMark(member.pid(), member.start(), ""))) {
              family.processes().signal(member, Processes.Signal.TERM);
            }
          }
          return members;
        });
  }

  private Set<Processes.Seen> kill() {
    return until(
        KILL_PATIENCE,
        0,
        FIRST_PAUSE,
        () -> {
          // First everyone who can be told by his parent, which must not die before he is seen.
          family.look().forEach(this::kill);
          // Then who forks and exits all the time, and would be gone after the look.
          return family.look(this::kill);
        });
  }

  private void kill(Processes.Seen member) {
    if (family.ownsGroupOf(member)) {
      family.processes().signalGroup(member, Processes.Signal.KILL);
    } else {
      family.processes().signal(member, Processes.Signal.KILL);
    }
  }

  /** Looks and acts until nobody is left, for at most this long; returns who was there at last. */
  private Set<Processes.Seen> until(
      Duration patience, long firstPause, long longestPause, Supplier<List<Processes.Seen>> act) {
    long deadline = System.nanoTime() + patience.toNanos();
    long pause = firstPause;
    int empty = 0;
    while (true) {
      List<Processes.Seen> members = act.get();
      empty = members.isEmpty() ? empty + 1 : 0;
      if (empty == 2) {
        return Set.of();
      }
      if (empty == 0) {
        if (System.nanoTime() - deadline >= 0) {
          return Set.copyOf(members);
        }
        LockSupport.parkNanos(pause);
        pause = Math.min(longestPause, pause * 2 + 1);
      }
    }
  }
}
