package comity.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one run: the program, and all that came from it.
 *
 * <p>A process belongs to the run when it is the program itself (pid and start), carries the run id
 * in its environment, is in the session that the program was put into, is the child of one that
 * belongs or is in a session that such a one leads, or was found to belong before. So a child that
 * was handed to another parent, took a session of its own or was given an empty environment is
 * found; one that did all three before it was first seen is not.
 *
 * <p>What is known of a run from a record alone may be of the same run of another home; there the
 * program and those that carry the run id are asked whose they are ({@link Owning}).
 *
 * <p>Pids are used again, after a crash of the hub for sure. A session number can be taken by
 * nobody else while a member of the session lives, so one member that carries the run id proves the
 * session. This process and those it descends from never belong.
 */
final class Family {

  /** Is handed each member the moment it is recognised. */
  @FunctionalInterface
  interface Found {
    void member(Processes.Seen seen);
  }

  /** Machines that start processes all the time end somewhere; the next look is soon. */
  private static final int MAX_ROUNDS = 100;

  private final Processes processes;
  private final @Nullable ProcessMark root;
  private final String runId;

  /**
   * Of a run that is known from its record. Null where we saw the program start and end: then all
   * is ours, and its session number had no time to be used again.
   */
  private final @Nullable Owning owning;

  private final Set<Long> spared = new HashSet<>();

  /** Pid and start of those that were found in any look. */
  private final Map<Long, Long> known = new HashMap<>();

  private boolean sessionProven;

  private Family(
      Processes processes, @Nullable ProcessMark recorded, String runId, @Nullable Owning owning) {
    this.processes = processes;
    this.runId = runId;
    this.owning = owning;
    for (Optional<ProcessHandle> up = Optional.of(ProcessHandle.current());
        up.isPresent();
        up = up.get().parent()) {
      spared.add(up.get().pid());
    }
    // The record of a run cannot name us; if it does, our session and children are none of it.
    this.root =
        recorded == null || spared.contains(recorded.pid()) || isOfAnother(recorded)
            ? null
            : recorded;
  }

  static Family witnessed(ProcessMark root, String runId) {
    return new Family(Processes.OF_THIS_SYSTEM, root, runId, null);
  }

  /** Of a run whose hub is gone; {@code root} is null when it crashed before it recorded that. */
  static Family recorded(@Nullable ProcessMark root, String runId, Owning owning) {
    return new Family(Processes.OF_THIS_SYSTEM, root, runId, owning);
  }

  Processes processes() {
    return processes;
  }

  /** Whether all of the process group of a member belongs. */
  boolean ownsGroupOf(Processes.Seen member) {
    return member.group() > 1
        && ((root != null && member.group() == root.pid()) || known.containsKey(member.group()))
        && !spared.contains(member.group());
  }

  /**
   * Looks at every process and returns the members that live; also at those that began while it
   * looked, until there are none: a member that had a child behind our back has not got away.
   */
  List<Processes.Seen> look() {
    return look(_ -> {});
  }

  /**
   * The same, and hands over each member the moment it is recognised: one that forks and exits all
   * the time is gone a millisecond later.
   */
  List<Processes.Seen> look(Found onFound) {
    sessionProven =
        owning == null ? !isForeign(rootNow()) : rootNow().filter(this::isRoot).isPresent();
    var found = new ArrayList<Processes.Seen>();
    var others = new ArrayList<Processes.Seen>();
    var looked = new HashSet<>(spared);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      List<Long> fresh = processes.pids().stream().filter(looked::add).toList();
      if (fresh.isEmpty()) {
        break;
      }
      for (long pid : fresh) {
        Optional<Processes.Seen> seen = processes.look(pid).filter(s -> !s.dead());
        if (seen.filter(this::belongs).isPresent()) {
          take(seen.get(), found, onFound);
        } else {
          seen.ifPresent(others::add);
        }
      }
    }
    var pids = new HashSet<Long>();
    found.forEach(member -> pids.add(member.pid()));
    while (others.removeIf(
        other -> isOfKin(other, pids) && take(other, found, onFound) && pids.add(other.pid()))) {
      // Again, as each that was found may have children among the others.
    }
    return found;
  }

  private boolean take(Processes.Seen seen, List<Processes.Seen> found, Found onFound) {
    known.put(seen.pid(), seen.start());
    sessionProven |= root != null && seen.session() == root.pid();
    found.add(seen);
    onFound.member(seen);
    return true;
  }

  private boolean belongs(Processes.Seen seen) {
    return isRoot(seen)
        || isKnown(seen)
        || isInRootSession(seen)
        || (seen.start() >= (root == null ? 0 : root.start())
            && processes.carries(seen.pid(), ProgramSpec.RUN_ID_VARIABLE, runId)
            && isOurs(seen.pid()));
  }

  private boolean isOurs(long pid) {
    return owning == null || owning.isOurs(pid, runId);
  }

  /** Whether the recorded process lives and is another home's. */
  private boolean isOfAnother(ProcessMark recorded) {
    return processes.look(recorded.pid()).filter(now -> now.start() == recorded.start()).isPresent()
        && !isOurs(recorded.pid());
  }

  /** Kin only of members that live now: the pid of one that ended may be another's already. */
  private boolean isOfKin(Processes.Seen seen, Set<Long> members) {
    return isInRootSession(seen)
        || members.contains(seen.parent())
        || members.contains(seen.session());
  }

  private boolean isInRootSession(Processes.Seen seen) {
    return sessionProven && root != null && seen.session() == root.pid();
  }

  private boolean isKnown(Processes.Seen seen) {
    Long start = known.get(seen.pid());
    return start != null && start == seen.start();
  }

  private boolean isRoot(Processes.Seen seen) {
    return root != null && seen.pid() == root.pid() && seen.start() == root.start();
  }

  private Optional<Processes.Seen> rootNow() {
    return root == null ? Optional.empty() : processes.look(root.pid());
  }

  private boolean isForeign(Optional<Processes.Seen> seen) {
    return seen.isPresent() && !isRoot(seen.get());
  }
}
