package comity.hub;

import comity.control.AgentSettings;
import comity.control.OnInterrupt;
import comity.control.Runner;
import comity.json.JsonValue;
import comity.messages.Conversation;
import comity.messages.Ids;
import comity.messages.Trace;
import comity.store.Interrupted;
import comity.store.Outcome;
import comity.store.Run;
import comity.store.Runs;
import comity.store.StoreException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Starts runs: the messages of one conversation one at a time in the order accepted, different
 * conversations side by side, up to each agent's {@code concurrency} (MSG-16).
 *
 * <p>One thread owns what is here; commits wake it, and runs, which have a virtual thread each,
 * tell it when they end. What is queued is in the database, so nothing is lost with this object.
 */
final class Dispatch implements AutoCloseable {
  /** Runs taken from the database ahead of their turn: bounds memory, not the queue. */
  private static final int WINDOW = 2_000;

  /** Of these, so many at a time: the first starts before a long queue is read. */
  private static final int SLICE = 100;

  /** After the disk failed a run's end, the run waits this long for its next try. */
  private static final long RETRY_MILLIS = 500;

  /** A program is asked to end, then made to; this is longer than both take. */
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(12);

  /** What happens to this thread. */
  private sealed interface Event {
    record Queued() implements Event {}

    record Ended(Run run) implements Event {}

    record Stop() implements Event {}
  }

  private record Active(Run run, AgentRunner runner) {}

  private final Runs runs;
  private final Supplier<Agents> agents;
  private final Runners runners;
  private final Replies replies;
  private final Clock clock;
  private final HubLog log;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** Runs of conversations, each in order; the conversation may be running. */
  private final Map<Long, Deque<Run>> waiting = new HashMap<>();

  /** Of each agent, the conversations whose next run could start. */
  private final Map<String, Deque<Long>> ready = new HashMap<>();

  private final Set<Long> occupied = new HashSet<>();
  private final Map<Long, Active> running = new HashMap<>();
  private final Map<String, Integer> busy = new HashMap<>();
  private final Thread thread;
  private volatile boolean closing;
  private long cursor;
  private int held;

  Dispatch(
      Runs runs,
      Supplier<Agents> agents,
      Runners runners,
      Replies replies,
      Clock clock,
      HubLog log) {
    this.runs = runs;
    this.agents = agents;
    this.runners = runners;
    this.replies = replies;
    this.clock = clock;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("dispatch").unstarted(this::loop);
  }

  /** Settles what a crash interrupted, then begins. */
  void start() {
    List<Interrupted> interrupted = runs.interrupted();
    // Side by side: each may take as long as a program that does not want to end.
    try (ExecutorService ending = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Interrupted left : interrupted) {
        ending.execute(() -> runners.endLeftovers(left));
      }
    }
    runners.deleteFolders();
    interrupted.forEach(this::settle);
    thread.start();
    wake();
  }

  private void settle(Interrupted left) {
    Run run = left.run();
    if (run.conversation().state() == Conversation.State.STOPPED) {
      end(run, new AgentRunner.Result.Stopped());
      return;
    }
    OnInterrupt rule =
        agents.get().settings(run.agent()).map(AgentSettings::onInterrupt).orElse(OnInterrupt.FAIL);
    switch (rule) {
      case RETRY -> runs.again(run, "the hub ended during the run; it is run again", clock.now());
      case FAIL ->
          end(run, new AgentRunner.Result.Failed("The hub ended while the agent was at work"));
    }
  }

  /** There may be queued runs. */
  void wake() {
    events.add(new Event.Queued());
  }

  /** Stops the run under way in this conversation, of that agent or, where empty, any. */
  boolean stop(String conversation, String agent) {
    synchronized (running) {
      for (Active active : running.values()) {
        Run run = active.run();
        if (run.conversation().id().equals(conversation)
            && (agent.isEmpty() || run.agent().equals(agent))) {
          active.runner().stop();
          return true;
        }
      }
      return false;
    }
  }

  /** How many runs are under way. */
  int runningCount() {
    synchronized (running) {
      return running.size();
    }
  }

  private void loop() {
    boolean stopped = false;
    while (!stopped) {
      try {
        Event event = events.take();
        boolean look = false;
        while (event != null) {
          switch (event) {
            case Event.Queued _ -> look = true;
            case Event.Ended(Run run) -> {
              freed(run);
              look |= held < WINDOW / 2;
            }
            case Event.Stop _ -> stopped = true;
          }
          event = events.poll();
        }
        if (!stopped) {
          if (look) {
            fetch();
          }
          startAll();
        }
      } catch (StoreException e) {
        log.warning("dispatch: " + e.getMessage());
        later(new Event.Queued());
      } catch (InterruptedException notHere) {
        log.warning("dispatch was interrupted and goes on");
      }
    }
  }

  private void fetch() {
    if (held >= WINDOW) {
      return;
    }
    List<Run> slice = runs.queued(cursor, Math.min(SLICE, WINDOW - held));
    if (slice.size() == SLICE) {
      wake();
    }
    for (Run run : slice) {
      cursor = run.message();
      held++;
      Deque<Run> line = waiting.computeIfAbsent(run.conversationRow(), _ -> new ArrayDeque<>());
      line.addLast(run);
      if (line.size() == 1 && !occupied.contains(run.conversationRow())) {
        makeReady(run);
      }
    }
  }

  private void makeReady(Run next) {
    ready.computeIfAbsent(next.agent(), _ -> new ArrayDeque<>()).addLast(next.conversationRow());
  }

  private void startAll() {
    for (Map.Entry<String, Deque<Long>> entry : ready.entrySet()) {
      Deque<Long> conversations = entry.getValue();
      while (!conversations.isEmpty() && hasRoom(entry.getKey())) {
        long conversation = conversations.removeFirst();
        Deque<Run> line = waiting.getOrDefault(conversation, new ArrayDeque<>());
        Run next = line.removeFirst();
        if (line.isEmpty()) {
          waiting.remove(conversation);
        }
        occupied.add(conversation);
        begin(next);
      }
    }
  }

  private boolean hasRoom(String agent) {
    int room = agents.get().settings(agent).map(AgentSettings::concurrency).orElse(1);
    return busy.getOrDefault(agent, 0) < room;
  }

  private void freed(Run run) {
    held--;
    busy.merge(run.agent(), -1, Integer::sum);
    occupied.remove(run.conversationRow());
    Deque<Run> line = waiting.get(run.conversationRow());
    if (line != null) {
      makeReady(line.getFirst());
    }
  }

  private void begin(Run run) {
    Optional<Runner> kind = agents.get().settings(run.agent()).map(AgentSettings::runner);
    AgentRunner runner = runners.of(run, kind);
    busy.merge(run.agent(), 1, Integer::sum);
    synchronized (running) {
      running.put(run.conversationRow(), new Active(run, runner));
    }
    var _ = Thread.ofVirtual().name("run-" + run.message()).start(() -> carryOut(run, runner));
  }

  private void carryOut(Run run, AgentRunner runner) {
    AgentRunner.Result result;
    try {
      result = runner.run(run);
    } catch (StoreException e) {
      log.warning("run of message " + run.message() + ": " + e.getMessage());
      result = new AgentRunner.Result.Failed("The hub could not write to its disk");
    } catch (RuntimeException bug) {
      log.fault("run of message " + run.message(), bug);
      result = new AgentRunner.Result.Failed("A fault of the hub ended the run");
    }
    if (closing && result instanceof AgentRunner.Result.Stopped) {
      // The hub ends, not the owner's patience: at the next start this is an interrupted run.
      ended(run);
    } else {
      writeEnd(run, result);
    }
  }

  private void writeEnd(Run run, AgentRunner.Result result) {
    try {
      end(run, result);
      ended(run);
    } catch (StoreException e) {
      log.warning("end of the run of message " + run.message() + ": " + e.getMessage());
      if (closing) {
        ended(run);
      } else {
        // The run is over but not written down: until it is, its conversation waits.
        CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS)
            .execute(() -> writeEnd(run, result));
      }
    }
  }

  private void end(Run run, AgentRunner.Result result) {
    Outcome outcome =
        switch (result) {
          case AgentRunner.Result.Answered(JsonValue content) ->
              new Outcome(
                  Trace.Status.COMPLETED,
                  replies.summary(content),
                  replies.answer(run, content, agents.get()));
          case AgentRunner.Result.Failed(String reason) ->
              new Outcome(Trace.Status.FAILED, reason, replies.failure(run, reason, agents.get()));
          case AgentRunner.Result.Stopped _ ->
              new Outcome(
                  Trace.Status.STOPPED,
                  "stopped by the owner",
                  replies.failure(run, "The owner stopped the run", agents.get()));
        };
    runs.finish(run, Ids.trace(clock.uuid()), outcome, clock.now());
  }

  private void ended(Run run) {
    synchronized (running) {
      running.remove(run.conversationRow());
      running.notifyAll();
    }
    events.add(new Event.Ended(run));
  }

  private void later(Event event) {
    CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> events.add(event));
  }

  /** Starts nothing more and ends what runs: at the next start these are interrupted runs. */
  @Override
  public void close() {
    closing = true;
    events.add(new Event.Stop());
    try {
      thread.join();
      synchronized (running) {
        for (Active active : running.values()) {
          active.runner().stop();
        }
        long until = System.nanoTime() + STOP_NANOS;
        for (long left = STOP_NANOS;
            !running.isEmpty() && left > 0;
            left = until - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(running, left);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
