package comity.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Wakes those who wait for a commit on a topic; a topic that nobody waits for takes no memory. */
final class Signals {
  private final Map<String, Waiting> all = new HashMap<>();
  private boolean ended;

  /**
   * A commit that is waited for; to be taken before the state is read that may make waiting
   * needless.
   */
  final class Waiting implements AutoCloseable {
    private final String topic;
    private final CountDownLatch told = new CountDownLatch(1);
    private int waiters;

    private Waiting(String topic) {
      this.topic = topic;
    }

    /** Whether the commit came in time. */
    boolean await(Duration longest) throws InterruptedException {
      return told.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      synchronized (all) {
        waiters--;
        if (waiters == 0) {
          all.remove(topic, this);
        }
      }
    }
  }

  /** The next commit on this topic. */
  Waiting next(String topic) {
    synchronized (all) {
      Waiting waiting = all.computeIfAbsent(topic, Waiting::new);
      waiting.waiters++;
      if (ended) {
        waiting.told.countDown();
      }
      return waiting;
    }
  }

  /** Nobody waits any more. */
  void end() {
    synchronized (all) {
      ended = true;
      all.values().forEach(waiting -> waiting.told.countDown());
    }
  }

  boolean hasEnded() {
    synchronized (all) {
      return ended;
    }
  }

  void tell(Set<String> topics) {
    synchronized (all) {
      for (String topic : topics) {
        Waiting waiting = all.remove(topic);
        if (waiting != null) {
          waiting.told.countDown();
        }
      }
    }
  }
}
