package comity.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file of lines that only grows, its owner's alone. Whoever adds to it holds a lock of its own.
 */
public final class LineLog {
  private LineLog() {}

  /** Whether a line is on the disk before it counts as added. */
  public enum Lasting {
    /** It is, so that no power cut takes it away. */
    FLUSHED,
    /** The system writes it back when it likes. */
    WRITTEN
  }

  /**
   * Adds a line, or nothing where it can't be added as a whole. A line that a killed process left
   * torn stays a line of its own.
   *
   * @param line without its end
   */
  public static void add(Path file, byte[] line, Lasting lasting) throws IOException {
    long size = Files.exists(file) ? Files.size(file) : 0;
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 2);
    if (isTorn(file, size)) {
      bytes.put((byte) '\n');
    }
    bytes.put(line).put((byte) '\n').flip();
    try (FileChannel channel = PrivateFile.append(file)) {
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (lasting == Lasting.FLUSHED) {
          channel.force(false);
        }
      } catch (IOException full) {
        takeBack(channel, size, full);
        throw full;
      }
    }
    if (size == 0 && lasting == Lasting.FLUSHED) {
      // The name of a new file lives in its folder.
      AtomicFile.flush(file.resolveSibling("."));
    }
  }

  private static void takeBack(FileChannel channel, long size, IOException why) {
    try {
      channel.truncate(size);
    } catch (IOException also) {
      why.addSuppressed(also);
    }
  }

  private static boolean isTorn(Path file, long size) throws IOException {
    if (size == 0) {
      return false;
    }
    try (FileChannel channel = RegularFile.open(file, Set.of(StandardOpenOption.READ))) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return channel.read(last, size - 1) == 1 && last.get(0) != '\n';
    }
  }
}
