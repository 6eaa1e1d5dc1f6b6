package comity.panes;

import comity.pty.Poller;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The one thread of the host: waits for descriptors, times and tasks of other threads, and does
 * what each is for. What is wrong with one of them ends none of the others.
 */
final class Loop {
  /** It is woken by whatever comes; this only bounds an error. */
  private static final Duration LONGEST = Duration.ofHours(1);

  /** What is done when a descriptor is ready. */
  @FunctionalInterface
  interface Watched {
    void ready(boolean readable, boolean writable);
  }

  /** What is done at a time. */
  private record Timer(long at, long number, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(at - other.at, 0);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final Poller poller;
  private final Consumer<Throwable> faults;
  private final Map<Integer, Watched> watched = new HashMap<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private long number;
  private volatile boolean ended;

  /**
   * @param faults takes what went wrong in something that was done
   */
  Loop(Poller poller, Consumer<Throwable> faults) {
    this.poller = poller;
    this.faults = faults;
  }

  /** Does it whenever there is something to be read. */
  void watch(int descriptor, Watched what) {
    watched.put(descriptor, what);
    poller.watch(descriptor, true, false);
  }

  /** Does it also when there is room to write, from now on; or no more. */
  void awaitRoom(int descriptor, boolean wanted) {
    poller.change(descriptor, true, wanted);
  }

  void forget(int descriptor) {
    if (watched.remove(descriptor) != null) {
      poller.forget(descriptor);
    }
  }

  /** Does something after a while, on this thread. */
  void later(Duration after, Runnable task) {
    timers.add(new Timer(System.nanoTime() + after.toNanos(), number++, task));
  }

  /** Does something soon, on this thread; may be called from any. */
  void submit(Runnable task) {
    tasks.add(task);
    poller.wake();
  }

  /** Ends it after what is under way, from any thread. */
  void end() {
    ended = true;
    poller.wake();
  }

  /** Until it is ended. */
  void run() {
    while (!ended) {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        guarded(task);
      }
      long now = System.nanoTime();
      while (!timers.isEmpty() && timers.peek().at() - now <= 0) {
        guarded(timers.poll().task());
      }
      poller.await(next(now), this::ready);
    }
  }

  private Duration next(long now) {
    if (!tasks.isEmpty() || ended) {
      return Duration.ZERO;
    }
    Timer first = timers.peek();
    return first == null ? LONGEST : Duration.ofNanos(Math.max(0, first.at() - now));
  }

  private void ready(int descriptor, boolean readable, boolean writable) {
    Watched what = watched.get(descriptor);
    if (what != null) {
      guarded(() -> what.ready(readable, writable));
    }
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | AssertionError | VirtualMachineError fault) {
      faults.accept(fault);
    }
  }
}
