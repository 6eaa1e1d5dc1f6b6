package comity.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One at a time among all processes: read, change and write back without losing another's change.
 */
public final class Exclusive {
  /** A file lock is the process's, so its own threads need one among themselves. */
  private static final ReentrantLock HERE = new ReentrantLock();

  private Exclusive() {}

  /**
   * Does {@code work} while holding {@code lockFile}, which is made where it is missing and stays.
   */
  public static <T> T in(Path lockFile, Supplier<T> work) {
    HERE.lock();
    try (FileChannel channel =
            FileChannel.open(
                lockFile,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                Access.attributes(lockFile.resolveSibling("."), Access.FILE));
        var _ = channel.lock()) {
      return work.get();
    } catch (IOException e) {
      throw FileException.of("Locking", lockFile, e);
    } finally {
      HERE.unlock();
    }
  }
}
