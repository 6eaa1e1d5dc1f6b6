package comity.hub;

import comity.store.Runs.Queued;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The runs that were taken from the store ahead of their turn: which may start next. Owned by one
 * thread.
 *
 * <p>Each agent has a window of its own, so that a slow one never keeps another from being looked
 * at.
 */
final class RunQueue {
  /** Runs of one agent that are held: bounds memory, not the queue. */
  static final int WINDOW = 200;

  /**
   * Of the messages whose runs are under way, together: each is in memory several times. A larger
   * one runs alone.
   */
  static final long MAX_BYTES = 12L << 20;

  private static final class Line {
    long cursor;
    int held;
    int running;

    /** Conversations whose next run could start. */
    final Deque<Long> ready = new ArrayDeque<>();
  }

  private final Map<String, Line> lines = new HashMap<>();

  /**
   * Runs of conversations by message, since those of two agents in one come one agent after the
   * other; the conversation may be running.
   */
  private final Map<Long, NavigableMap<Long, Queued>> waiting = new HashMap<>();

  private final Set<Long> occupied = new HashSet<>();

  /** Conversations whose next run was not to start yet. */
  private final Set<Long> postponed = new HashSet<>();

  private long bytes;

  private Line line(String agent) {
    return lines.computeIfAbsent(agent, _ -> new Line());
  }

  /** The last message that was taken for this agent. */
  long cursor(String agent) {
    return line(agent).cursor;
  }

  /** How many more may be taken for this agent. */
  int room(String agent) {
    return WINDOW - line(agent).held;
  }

  /** Takes runs of one agent, in the order of their messages. */
  void add(String agent, List<Queued> runs) {
    Line line = line(agent);
    for (Queued run : runs) {
      line.cursor = run.message();
      line.held++;
      NavigableMap<Long, Queued> conversation =
          waiting.computeIfAbsent(run.conversationRow(), _ -> new TreeMap<>());
      if (!occupied.contains(run.conversationRow())) {
        ready(conversation, run);
      }
      conversation.put(run.message(), run);
    }
  }

  /** A run that is now the first of its conversation decides in whose line that stands. */
  private void ready(NavigableMap<Long, Queued> conversation, Queued run) {
    if (!conversation.isEmpty()) {
      Queued first = conversation.firstEntry().getValue();
      if (first.message() < run.message() || first.agent().equals(run.agent())) {
        return;
      }
      line(first.agent()).ready.remove(run.conversationRow());
    }
    line(run.agent()).ready.addLast(run.conversationRow());
  }

  /** The next run to start, if one may; it counts as running until it is {@link #freed}. */
  Optional<Queued> next(ToIntFunction<String> concurrency) {
    for (Map.Entry<String, Line> entry : lines.entrySet()) {
      Line line = entry.getValue();
      if (line.ready.isEmpty() || line.running >= concurrency.applyAsInt(entry.getKey())) {
        continue;
      }
      Optional<Queued> run = fitting(line);
      if (run.isPresent()) {
        line.running++;
        bytes += run.get().bytes();
        return run;
      }
    }
    return Optional.empty();
  }

  /** The first in line for which there is memory, taken out of what waits. */
  private Optional<Queued> fitting(Line line) {
    for (long conversation : line.ready) {
      NavigableMap<Long, Queued> runs = waiting.getOrDefault(conversation, new TreeMap<>());
      Queued run = runs.firstEntry().getValue();
      if (bytes > 0 && bytes + run.bytes() > MAX_BYTES) {
        continue;
      }
      line.ready.remove(conversation);
      runs.pollFirstEntry();
      if (runs.isEmpty()) {
        waiting.remove(conversation);
      }
      occupied.add(conversation);
      return Optional.of(run);
    }
    return Optional.empty();
  }

  /**
   * A run was not to start yet, since an earlier one of its conversation, which is not here, has
   * not ended: it waits for {@link #again}.
   */
  void postpone(Queued run) {
    Line line = line(run.agent());
    line.running--;
    bytes -= run.bytes();
    occupied.remove(run.conversationRow());
    postponed.add(run.conversationRow());
    waiting.computeIfAbsent(run.conversationRow(), _ -> new TreeMap<>()).put(run.message(), run);
  }

  /** What was postponed is looked at once more. */
  void again() {
    for (long conversation : postponed) {
      NavigableMap<Long, Queued> runs = waiting.get(conversation);
      if (runs != null && !occupied.contains(conversation)) {
        Deque<Long> ready = line(runs.firstEntry().getValue().agent()).ready;
        if (!ready.contains(conversation)) {
          ready.addLast(conversation);
        }
      }
    }
    postponed.clear();
  }

  /** A run ended. */
  void freed(Queued run) {
    Line line = line(run.agent());
    line.held--;
    line.running--;
    bytes -= run.bytes();
    occupied.remove(run.conversationRow());
    NavigableMap<Long, Queued> runs = waiting.get(run.conversationRow());
    if (runs != null) {
      line(runs.firstEntry().getValue().agent()).ready.addLast(run.conversationRow());
    }
  }
}
