package comity.hub;

import comity.files.FileException;
import comity.files.Home;
import comity.recall.IdleFlushes;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Has memory flushed that was used and then left alone (MEM-16). */
final class IdleClock implements AutoCloseable {
  /** Nobody notices a minute in thirty; a shorter idle time is looked at more often. */
  private static final Duration MOST = Duration.ofMinutes(1);

  private static final int PARTS = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final IdleFlushes flushes;
  private final Supplier<Duration> idle;
  private final HubLog log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /** What was told already: the same trouble each minute is told once. */
  private final Set<String> told = new HashSet<>();

  IdleClock(Home home, Clock clock, Supplier<Duration> idle, HubLog log) {
    this.flushes = new IdleFlushes(home, clock.source(), ZoneId.systemDefault());
    this.idle = idle;
    this.log = log;
    this.thread = Thread.ofPlatform().daemon().name("idle-clock").unstarted(this::loop);
  }

  void start() {
    thread.start();
  }

  private void loop() {
    try {
      while (!closed.await(every().toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          flushes.run(idle.get()).forEach(this::tell);
        } catch (FileException e) {
          tell(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
          log.fault("idle-clock", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration every() {
    Duration part = idle.get().dividedBy(PARTS);
    return part.compareTo(MOST) < 0 ? part : MOST;
  }

  private void tell(String what) {
    if (told.add(what)) {
      log.warning("memory was not flushed: " + what);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      // A flush that waits for another process is finished by the next one.
      boolean _ = thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
