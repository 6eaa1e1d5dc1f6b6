package comity.hub;

import comity.store.Run;
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
  private final Map<Long, NavigableMap<Long, Run>> waiting = new HashMap<>();

  private final Set<Long> occupied = new HashSet<>();

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
  void add(String agent, List<Run> runs) {
    Line line = line(agent);
    for (Run run : runs) {
      line.cursor = run.message();
      line.held++;
      NavigableMap<Long, Run> conversation =
          waiting.computeIfAbsent(run.conversationRow(), _ -> new TreeMap<>());
      if (!occupied.contains(run.conversationRow())) {
        ready(conversation, run);
      }
      conversation.put(run.message(), run);
    }
  }

  /** A run that is now the first of its conversation decides in whose line that stands. */
  private void ready(NavigableMap<Long, Run> conversation, Run run) {
    if (!conversation.isEmpty()) {
      Run first = conversation.firstEntry().getValue();
      if (first.message() < run.message() || first.agent().equals(run.agent())) {
        return;
      }
      line(first.agent()).ready.remove(run.conversationRow());
    }
    line(run.agent()).ready.addLast(run.conversationRow());
  }

  /** The next run to start, if one may; it counts as running until it is {@link #freed}. */
  Optional<Run> next(ToIntFunction<String> concurrency) {
    for (Map.Entry<String, Line> entry : lines.entrySet()) {
      Line line = entry.getValue();
      if (line.ready.isEmpty() || line.running >= concurrency.applyAsInt(entry.getKey())) {
        continue;
      }
      long conversation = line.ready.removeFirst();
      NavigableMap<Long, Run> runs = waiting.getOrDefault(conversation, new TreeMap<>());
      Run run = runs.pollFirstEntry().getValue();
      if (runs.isEmpty()) {
        waiting.remove(conversation);
      }
      occupied.add(conversation);
      line.running++;
      return Optional.of(run);
    }
    return Optional.empty();
  }

  /** A run ended. */
  void freed(Run run) {
    Line line = line(run.agent());
    line.held--;
    line.running--;
    occupied.remove(run.conversationRow());
    NavigableMap<Long, Run> runs = waiting.get(run.conversationRow());
    if (runs != null) {
      line(runs.firstEntry().getValue().agent()).ready.addLast(run.conversationRow());
    }
  }
}
