package comity.hub;

import comity.control.AgentSettings;
import comity.control.OnInterrupt;
import comity.json.JsonValue;
import comity.messages.Conversation;
import comity.messages.Ids;
import comity.messages.Trace;
import comity.store.Interrupted;
import comity.store.Outcome;
import comity.store.Run;
import comity.store.Runs;
import comity.store.Runs.Queued;
import comity.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  /** A message whose run ends the hub each time must not do so for ever. */
  private static final int MAX_ATTEMPTS = 20;

  /** After the disk failed a run's end, the run waits this long for its next try. */
  private static final long RETRY_MILLIS = 500;

  /** A program is asked to end, then made to; this is longer than both take. */
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(12);

  /** What happens to this thread. */
  private sealed interface Event {
    record Look() implements Event {}

    record Ended(Queued run) implements Event {}

    record Stop() implements Event {}
  }

  private record Active(Queued queued, Run run, AgentRunner runner) {}

  private final Runs runs;
  private final Supplier<Agents> agents;
  private final Runners runners;
  private final Replies replies;
  private final Clock clock;
  private final HubLog log;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

  private final RunQueue queue = new RunQueue();
  private final Map<Long, Active> running = new HashMap<>();
  private final Thread thread;
  private volatile boolean closing;

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
        run.attempts() >= MAX_ATTEMPTS
            ? OnInterrupt.FAIL
            : agents
                .get()
                .settings(run.agent())
                .map(AgentSettings::onInterrupt)
                .orElse(OnInterrupt.FAIL);
    switch (rule) {
      case RETRY -> runs.again(run, "the hub ended during the run; it is run again", clock.now());
      case FAIL ->
          end(run, new AgentRunner.Result.Failed("The hub ended while the agent was at work"));
    }
  }

  /** There may be queued runs. */
  void wake() {
    events.add(new Event.Look());
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
    while (!closing) {
      try {
        Event event = events.take();
        boolean look = false;
        while (event != null) {
          switch (event) {
            case Event.Look _, Event.Stop _ -> look = true;
            case Event.Ended(Queued run) -> {
              queue.freed(run);
              look |= queue.room(run.agent()) > RunQueue.WINDOW / 2;
            }
          }
          event = events.poll();
        }
        if (look && !closing) {
          fetch();
        }
        queue.again();
        startAll();
      } catch (StoreException e) {
        log.warning("dispatch: " + e.getMessage());
        later(new Event.Look());
      } catch (InterruptedException notHere) {
        log.warning("dispatch was interrupted and goes on");
      } catch (RuntimeException bug) {
        // The thread must outlive our faults: without it nothing runs and nobody is told.
        log.fault("dispatch", bug);
        later(new Event.Look());
      }
    }
  }

  private void fetch() {
    for (String agent : runs.waitingAgents()) {
      int room = queue.room(agent);
      if (room > 0) {
        queue.add(agent, runs.queued(agent, queue.cursor(agent), room));
      }
    }
  }

  private void startAll() {
    Optional<Queued> next = closing ? Optional.empty() : queue.next(this::concurrency);
    while (next.isPresent()) {
      begin(next.get());
      next = closing ? Optional.empty() : queue.next(this::concurrency);
    }
  }

  private int concurrency(String agent) {
    return agents.get().settings(agent).map(AgentSettings::concurrency).orElse(1);
  }

  private void begin(Queued queued) {
    Runs.Turn turn;
    try {
      turn = runs.turn(queued);
    } catch (StoreException e) {
      queue.postpone(queued);
      throw e;
    }
    switch (turn) {
      case Runs.Turn.Now(Run run) -> {
        AgentRunner runner = runners.of(run, agents.get().settings(run.agent()));
        synchronized (running) {
          running.put(run.conversationRow(), new Active(queued, run, runner));
        }
        var _ = Thread.ofVirtual().name("run-" + run.message()).start(() -> carryOut(run, runner));
      }
      case Runs.Turn.Later _ -> queue.postpone(queued);
      case Runs.Turn.Over _ -> queue.freed(queued);
    }
  }

  private void carryOut(Run run, AgentRunner runner) {
    AgentRunner.Result result;
    try {
      result = runner.run(run);
      if (result instanceof AgentRunner.Result.NotBegun(StoreException failure)) {
        log.warning("run of message " + run.message() + ": " + failure.getMessage());
        tryAgain(run, runner);
        return;
      }
    } catch (StoreException e) {
      log.warning("run of message " + run.message() + ": " + e.getMessage());
      result = new AgentRunner.Result.Failed("The hub could not write to its disk");
    } catch (RuntimeException | Error bug) {
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

  /** The disk did not take that it begins: nothing has happened yet. */
  private void tryAgain(Run run, AgentRunner runner) {
    if (closing) {
      ended(run);
    } else {
      CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS)
          .execute(() -> Thread.ofVirtual().start(() -> carryOut(run, runner)));
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
    } catch (RuntimeException bug) {
      log.fault("end of the run of message " + run.message(), bug);
      giveUp(run);
    }
  }

  /** The reply was at fault: the run fails without one. */
  private void giveUp(Run run) {
    try {
      Outcome failed =
          new Outcome(Trace.Status.FAILED, "A fault of the hub ended the run", Optional.empty());
      runs.finish(run, Ids.trace(clock.uuid()), failed, clock.now());
    } catch (RuntimeException bug) {
      log.fault("giving up the run of message " + run.message(), bug);
    } finally {
      ended(run);
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
          case AgentRunner.Result.Failed(String told, String detail) -> {
            boolean own = agents.get().isOurs(run.envelope().from());
            yield new Outcome(
                Trace.Status.FAILED,
                detail,
                replies.failure(run, own ? detail : told, agents.get()));
          }
          case AgentRunner.Result.NotBegun(StoreException failure) -> throw failure;
          case AgentRunner.Result.Stopped _ ->
              new Outcome(
                  Trace.Status.STOPPED,
                  "stopped by the owner",
                  replies.failure(run, "The owner stopped the run", agents.get()));
        };
    runs.finish(run, Ids.trace(clock.uuid()), outcome, clock.now());
  }

  private void ended(Run run) {
    Active ended;
    synchronized (running) {
      ended = running.remove(run.conversationRow());
      running.notifyAll();
    }
    if (ended != null) {
      ended.runner().over();
      events.add(new Event.Ended(ended.queued()));
    }
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
