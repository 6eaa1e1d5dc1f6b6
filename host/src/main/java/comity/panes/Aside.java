package comity.panes;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for what may take as long as a disk does that does not answer: nobody else waits for it.
 * What comes of it is handed to the loop.
 */
final class Aside {
  /** So many folders on such a disk keep no others from being looked at. */
  private static final int AT_ONCE = 8;

  /** Hardly any is started most of the time. */
  private static final int IDLE_SECONDS = 2;

  private final ExecutorService programs = pool("comity-starting-", AT_ONCE);
  private final ExecutorService files = pool("comity-reading-", 1);

  /** For what looks for programs and starts them. */
  Executor programs() {
    return programs;
  }

  /** For what reads a person's files, one after the other. */
  Executor files() {
    return files;
  }

  private static ExecutorService pool(String name, int most) {
    ThreadFactory threads = Thread.ofPlatform().daemon().name(name, 0).factory();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
