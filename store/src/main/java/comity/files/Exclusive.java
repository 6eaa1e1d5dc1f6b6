package comity.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One at a time among all processes: read, change and write back without losing another's change.
 *
 * <p>Who takes several takes them in the order flush, roles, audit; memory and receipts come last.
 */
public final class Exclusive {
  /** A file lock is the process's, so its own threads need one among themselves, for each file. */
  private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

  private Exclusive() {}

  /**
   * Does {@code work} while holding {@code lockFile}, which is made where it is missing and stays.
   * Whoever holds it already goes on.
   */
  public static <T> T in(Path lockFile, Supplier<T> work) {
    ReentrantLock here = HERE.computeIfAbsent(lockFile, _ -> new ReentrantLock());
    here.lock();
    try {
      return here.getHoldCount() > 1 ? work.get() : held(lockFile, work);
    } finally {
      here.unlock();
    }
  }

  private static <T> T held(Path lockFile, Supplier<T> work) {
    try (FileChannel channel = PrivateFile.toLock(lockFile);
        var _ = channel.lock()) {
      return work.get();
    } catch (IOException e) {
      throw FileException.of("Locking", lockFile, e);
    }
  }
}
