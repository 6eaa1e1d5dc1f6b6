package comity.files;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices that {@code config.toml} was changed, removed or replaced.
 *
 * <p>It looks at the file's time, size and inode at a regular interval, which works on every file
 * system and through links. Editors empty a file before they write it, or move it away: so a change
 * is read only once the file has looked the same twice. What is read is told only where its bytes
 * differ from what was told last. A wrong file is told as its faults, and what is in force stays
 * so.
 */
public final class ConfigWatch implements AutoCloseable {
  /** Fast enough to feel at once, and two looks a second cost nothing. */
  public static final Duration INTERVAL = Duration.ofMillis(500);

  private static final System.Logger LOG = System.getLogger(ConfigWatch.class.getName());

  private final ConfigFile file;
  private final Duration interval;
  private final ConfigCheck first;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread thread;

  // Owned by the watching thread once it is started.
  private Stamp seen;
  private byte[] told;

  // A change in the same tick of the clock as the first look shows in no stamp: read once more.
  private boolean pending = true;

  private boolean unreadable;

  /** What a change shows in; {@code key} is the inode where there is one. */
  private record Stamp(boolean there, FileTime changed, long size, @Nullable Object key) {
    static final Stamp ABSENT = new Stamp(false, FileTime.fromMillis(0), 0, null);
  }

  /**
   * Reads the file; {@link #start} then tells every later change.
   *
   * @throws FileException where it is there and cannot be read
   */
  public ConfigWatch(ConfigFile file, Duration interval) {
    this.file = file;
    this.interval = interval;
    // Looked at before it is read: a change in between is seen as one.
    seen = stamp(file.path());
    told = file.bytes();
    first = ConfigFile.check(told);
  }

  /** What the file said when this was made. */
  public ConfigCheck first() {
    return first;
  }

  /** Tells {@code changed}, on a thread of its own, what the file says after each change. */
  public synchronized void start(Consumer<ConfigCheck> changed) {
    if (thread != null) {
      throw new IllegalStateException("started already");
    }
    thread = Thread.ofPlatform().name("config-watch").daemon().start(() -> watch(changed));
  }

  /** Ends the watch; nothing is told afterwards. */
  @Override
  public synchronized void close() {
    closed.countDown();
    if (thread != null && !thread.equals(Thread.currentThread())) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void watch(Consumer<ConfigCheck> changed) {
    try {
      while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
        look(changed);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Consumer<ConfigCheck> changed) {
    Stamp now = stamp(file.path());
    if (!now.equals(seen)) {
      seen = now;
      pending = true;
      return;
    }
    if (!pending) {
      return;
    }
    try {
      byte[] bytes = file.bytes();
      if (!stamp(file.path()).equals(now)) {
        return;
      }
      pending = false;
      if (unreadable || !Arrays.equals(bytes, told)) {
        told = bytes;
        unreadable = false;
        tell(changed, ConfigFile.check(bytes));
      }
    } catch (FileException e) {
      pending = false;
      unreadable = true;
      tell(
          changed,
          new ConfigCheck.Faulty(
              List.of(new ConfigFault(1, 1, "", Objects.toString(e.getMessage(), "unreadable")))));
    }
  }

  private static void tell(Consumer<ConfigCheck> changed, ConfigCheck check) {
    try {
      changed.accept(check);
    } catch (RuntimeException e) {
      // Whoever listens made a mistake; the next change must still be told.
      LOG.log(
          System.Logger.Level.ERROR, "A change of the configuration could not be taken over", e);
    }
  }

  private static Stamp stamp(Path path) {
    try {
      BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(true, is.lastModifiedTime(), is.size(), is.fileKey());
    } catch (NoSuchFileException _) {
      return Stamp.ABSENT;
    } catch (IOException e) {
      // What it is shows when it is read.
      return new Stamp(true, FileTime.fromMillis(0), -1, e.getClass());
    }
  }
}
