package comity.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Held by the one hub of a home. The system takes it back when the process ends, however it ends.
 *
 * <p>{@code run/hub.lock} stays when it is let go: removing it would let two hold it, one the old
 * file and one the new. It says the holder's pid, which counts only while the lock is held. A
 * process that closes any channel to a file loses its locks on it, so within this process a table
 * answers instead of the file.
 */
public final class HomeLock implements AutoCloseable {
  /** Below the home's root. */
  public static final Path FILE = Path.of("run", "hub.lock");

  private static final Map<Path, HomeLock> HELD_HERE = new HashMap<>();

  /**
   * Hubs compete for this byte alone, so that being asked about never looks like being held. Both
   * lie past the text, which some systems would not let others read while it is locked.
   */
  private static final long HUBS = 1L << 30;

  /** The holder locks this one too; asking who holds the lock tries it, for a moment and shared. */
  private static final long ASKED = HUBS + 1;

  /** What came of trying to take the lock. */
  public sealed interface Taking {
    /** It is held until closed. */
    record Taken(HomeLock lock) implements Taking {}

    /** Another holds it. */
    record Held(Holder by) implements Taking {}
  }

  /**
   * Who holds the lock.
   *
   * @param pid empty in the moment between taking the lock and saying so
   */
  public record Holder(OptionalLong pid) {}

  private final Path file;
  private final FileChannel channel;
  private final long pid;

  private HomeLock(Path file, FileChannel channel, long pid) {
    this.file = file;
    this.channel = channel;
    this.pid = pid;
  }

  /**
   * Takes the lock of an open home, or says who has it.
   *
   * @param pid of this process, for others to read
   */
  public static Taking take(Home home, long pid) {
    Path file = home.root().resolve(FILE);
    synchronized (HELD_HERE) {
      HomeLock here = HELD_HERE.get(file);
      if (here != null) {
        return new Taking.Held(new Holder(OptionalLong.of(here.pid)));
      }
      try {
        FileChannel channel = PrivateFile.toLock(file);
        boolean taken = false;
        try {
          taken = channel.tryLock(HUBS, 1, false) != null;
          if (!taken) {
            return new Taking.Held(new Holder(written(file)));
          }
          channel.lock(ASKED, 1, false);
          channel.truncate(0);
          channel.write(ByteBuffer.wrap((pid + "\n").getBytes(StandardCharsets.UTF_8)));
        } finally {
          if (!taken) {
            channel.close();
          }
        }
        HomeLock lock = new HomeLock(file, channel, pid);
        HELD_HERE.put(file, lock);
        return new Taking.Taken(lock);
      } catch (IOException e) {
        throw FileException.of("Locking", file, e);
      }
    }
  }

  /** Who holds the lock of this home, if anyone does. */
  public static Optional<Holder> holder(Home home) {
    Path file = home.root().resolve(FILE);
    synchronized (HELD_HERE) {
      HomeLock here = HELD_HERE.get(file);
      if (here != null) {
        return Optional.of(new Holder(OptionalLong.of(here.pid)));
      }
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      try (FileChannel channel = RegularFile.open(file, Set.of(StandardOpenOption.READ))) {
        FileLock lock = channel.tryLock(ASKED, 1, true);
        return lock == null ? Optional.of(new Holder(written(file))) : Optional.empty();
      } catch (IOException e) {
        throw FileException.of("Asking who locks", file, e);
      }
    }
  }

  /** Lets the next one take it. */
  @Override
  public void close() {
    synchronized (HELD_HERE) {
      try {
        if (HELD_HERE.remove(file, this)) {
          channel.truncate(0);
          channel.close();
        }
      } catch (IOException e) {
        throw FileException.of("Unlocking", file, e);
      }
    }
  }

  private static OptionalLong written(Path file) throws IOException {
    String text = new String(RegularFile.bytes(file), StandardCharsets.UTF_8).strip();
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }
}
