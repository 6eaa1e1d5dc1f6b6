package comity.search;

import comity.files.PrivateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Held by the one who writes to an index folder, among all processes and the threads of this one.
 */
final class FolderLock implements AutoCloseable {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** A file lock is the process's, so its own threads need one among themselves. */
  private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

  private final ReentrantLock here;
  private final FileChannel channel;

  private FolderLock(ReentrantLock here, FileChannel channel) {
    this.here = here;
    this.channel = channel;
  }

  /** Takes the lock of a folder; empty where another keeps it for longer than {@code patience}. */
  static Optional<FolderLock> take(Path folder, Duration patience) throws IOException {
    long until = System.nanoTime() + patience.toNanos();
    ReentrantLock here = HERE.computeIfAbsent(folder.toRealPath(), _ -> new ReentrantLock());
    try {
      if (!here.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean taken = false;
    try {
      Aside.unlessFile(folder.resolve("lock"));
      channel = PrivateFile.append(folder.resolve("lock"));
      FileLock lock = channel.tryLock();
      while (lock == null && System.nanoTime() < until && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(POLL_NANOS);
        lock = channel.tryLock();
      }
      taken = lock != null;
      return taken ? Optional.of(new FolderLock(here, channel)) : Optional.empty();
    } finally {
      if (!taken) {
        if (channel != null) {
          channel.close();
        }
        here.unlock();
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      here.unlock();
    }
  }
}
