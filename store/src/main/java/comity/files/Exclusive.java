package comity.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One at a time among all processes: read, change and write back without losing another's change.
 */
public final class Exclusive {
  /** A file lock is the process's, so its own threads need one among themselves. */
  private static final ReentrantLock HERE = new ReentrantLock();

  /** What the thread that has {@link #HERE} holds: the system would refuse it a second time. */
  private static final Set<Path> HELD = new HashSet<>();

  private Exclusive() {}

  /**
   * Does {@code work} while holding {@code lockFile}, which is made where it is missing and stays.
   * Whoever holds it already goes on.
   */
  public static <T> T in(Path lockFile, Supplier<T> work) {
    HERE.lock();
    try {
      if (!HELD.add(lockFile)) {
        return work.get();
      }
      try {
        return held(lockFile, work);
      } finally {
        HELD.remove(lockFile);
      }
    } finally {
      HERE.unlock();
    }
  }

  private static <T> T held(Path lockFile, Supplier<T> work) {
    try (FileChannel channel =
            FileChannel.open(
                lockFile,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                Access.attributes(lockFile.resolveSibling("."), Access.FILE));
        var _ = channel.lock()) {
      return work.get();
    } catch (IOException e) {
      throw FileException.of("Locking", lockFile, e);
    }
  }
}
