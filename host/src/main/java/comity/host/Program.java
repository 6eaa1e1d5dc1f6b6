package comity.host;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of one program, from its start until nothing that it started is left.
 *
 * <p>The thread that calls {@link #run} owns the run and only waits: for the program's end, the end
 * of its output, too much output, a stop, or the end of its time, whichever comes first. It may be
 * a virtual thread. Everything that blocks in the kernel (pipes, reading /proc) is on platform
 * threads, because a machine with two cores has only two carriers to lose.
 *
 * <p>Whatever ends the run, its whole family is ended with it: also what the program left in the
 * background when it exited by itself. A process that means to outlive its run can: it leaves the
 * session, its parent and {@link ProgramSpec#RUN_ID_VARIABLE}.
 */
public final class Program {

  /** Is told which process was started, before anything is written to it. */
  @FunctionalInterface
  public interface Started {
    void started(ProcessMark mark);
  }

  /** Is given standard output as it comes, within the limit, on a thread of the run. */
  @FunctionalInterface
  public interface Output {
    void bytes(byte[] chunk);
  }

  /**
   * How long the pipes may stay open after the program has exited. What the kernel still holds is
   * read in a millisecond; longer than this waits only for a child that was left behind.
   */
  static final Duration PIPE_PATIENCE = Duration.ofMillis(500);

  private final ProgramSpec spec;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private volatile boolean stopAsked;
  private boolean interrupted;
  private int streamsOpen = 2;

  public Program(ProgramSpec spec) {
    this.spec = spec;
  }

  /** Ends the run, from any thread, before or while it runs; {@link #run} returns when it has. */
  public void stop() {
    stopAsked = true;
    events.add(new Event.StopAsked());
  }

  /**
   * Runs the program to its end; called once.
   *
   * <p>When {@code onStarted} or {@code onOutput} throws, the family is ended and the exception
   * comes out here. An interrupt counts as a stop and stays set.
   */
  public Ended run(Started onStarted, Output onOutput) {
    if (stopAsked) {
      return new Ended.Stopped(new Produced(new byte[0], new byte[0], Duration.ZERO, List.of()));
    }
    return switch (Launch.start(spec)) {
      case Launch.Refused(String reason) -> new Ended.NotStarted(reason);
      case Launch.Running(Process process) -> {
        try {
          yield attend(process, onStarted, onOutput);
        } finally {
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
        }
      }
    };
  }

  private Ended attend(Process process, Started onStarted, Output onOutput) {
    long began = System.nanoTime();
    // A program that is gone already has no start time any more; its family is found by the run id.
    ProcessMark root =
        ProcessMark.of(process.pid()).orElseGet(() -> ProcessMark.gone(process.pid()));
    var family = Family.witnessed(root, spec.runId());
    var pipes = new Pipes(process, spec, onOutput, events::add);
    try {
      pipes.open();
      onStarted.started(root);
    } catch (RuntimeException | Error mine) {
      endOnPlatformThread(family);
      pipes.abandon();
      throw mine;
    }
    pipes.flow();
    Thread.ofVirtual().name("comity-run-exit-" + process.pid()).start(() -> tellExit(process));

    Event decisive = decisive(began + spec.limit().toNanos());
    if (decisive instanceof Event.Exit) {
      awaitStreams();
    }
    List<ProcessMark> survivors = endOnPlatformThread(family);
    awaitStreams();
    pipes.abandon();
    var produced =
        new Produced(
            pipes.out(), pipes.errTail(), Duration.ofNanos(System.nanoTime() - began), survivors);
    throwIfBroken(pipes.broken());
    return verdict(decisive, produced, pipes.flooded());
  }

  private Ended verdict(Event decisive, Produced produced, boolean flooded) {
    return switch (decisive) {
      // The last bytes may be read after the exit was seen.
      case Event.Exit(int code) when !flooded -> exited(code, produced);
      case Event.Exit _, Event.Flood _ -> new Ended.Flooded(spec.outputLimit(), produced);
      case Event.Silence _ -> new Ended.TimedOut(spec.limit(), produced);
      case Event.StopAsked _ -> new Ended.Stopped(produced);
      case Event.Broken _, Event.StreamEnd _ -> throw new AssertionError(decisive + " is no end");
    };
  }

  private static void throwIfBroken(@Nullable Throwable mine) {
    switch (mine) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  private Ended exited(int code, Produced produced) {
    return Launch.refusedLate(spec, code, produced)
        .<Ended>map(Ended.NotStarted::new)
        .orElseGet(() -> new Ended.Exited(code, produced));
  }

  private void tellExit(Process process) {
    try {
      events.add(new Event.Exit(process.waitFor()));
    } catch (InterruptedException e) {
      throw new AssertionError("nobody has this thread to interrupt it", e);
    }
  }

  private Event decisive(long deadline) {
    while (true) {
      Event event = next(deadline);
      if (!(event instanceof Event.StreamEnd)) {
        return event;
      }
    }
  }

  private void awaitStreams() {
    long deadline = System.nanoTime() + PIPE_PATIENCE.toNanos();
    while (streamsOpen > 0 && !(next(deadline) instanceof Event.Silence)) {
      // Only the streams matter now: how the run ended is known.
    }
  }

  private Event next(long deadline) {
    try {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event instanceof Event.StreamEnd) {
        streamsOpen--;
      }
      return event == null ? new Event.Silence() : event;
    } catch (InterruptedException e) {
      interrupted = true;
      return new Event.StopAsked();
    }
  }

  private List<ProcessMark> endOnPlatformThread(Family family) {
    var task = new FutureTask<>(() -> new Ending(family, spec.grace()).end());
    try {
      Thread.ofPlatform().daemon().name("comity-run-ending").start(task);
    } catch (OutOfMemoryError noThread) {
      task.run(); // The machine has no thread to give; then this one is blocked for a moment.
    }
    while (true) {
      try {
        return task.get();
      } catch (InterruptedException e) {
        // A run that is being ended is not left half ended; the interrupt is set again by run().
        interrupted = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException("ending run " + spec.runId() + " failed", e.getCause());
      }
    }
  }
}
