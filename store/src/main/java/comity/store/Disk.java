package comity.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What the {@link Journal} asks of the file system: each of these can fail, and nothing else. */
interface Disk {
  /** A file that is written. */
  interface Output extends Closeable {
    /** Writes all of {@code bytes} at this place. */
    void write(ByteBuffer bytes, long at) throws IOException;

    /** Returns when what was written is on disk. */
    void flush() throws IOException;
  }

  /** A new file, or an old one emptied, that only its owner may read. */
  Output create(Path file) throws IOException;

  /** A file that is there. */
  Output open(Path file) throws IOException;

  /** Gives a file another name at once, in place of a file that had it. */
  void move(Path from, Path to) throws IOException;

  void delete(Path file) throws IOException;

  /** Returns when the names in a folder are on disk. */
  void flushFolder(Path folder) throws IOException;
}
