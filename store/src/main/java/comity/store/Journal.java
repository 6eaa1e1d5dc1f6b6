package comity.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The log in front of the database: what is accepted is on disk here first.
 *
 * <p>A database commit writes pages, most of them for indexes; a log writes the message and nothing
 * else, into blocks that are allocated already, so that one flush makes a whole batch durable and
 * the file system has nothing of its own to write. What is in the log is brought into the database
 * later, many messages at a time, and then its space is used again.
 *
 * <p>Entries are numbered without a gap. After anything failed, nothing is known about the blocks
 * that were being written: they are not written again, and the log goes on in a new segment whose
 * head says where the one before really ends. A new segment that could not be made is made again
 * under the same name and with the same head, so that it does not matter which of them a crash
 * leaves. One thread appends.
 */
final class Journal implements Closeable {
  /** Large enough that changing segments is rare, small enough to be written at the first start. */
  static final int SEGMENT_BYTES = 8 << 20;

  /** Segments kept to be written over; more would only hold disk space. */
  private static final int MAX_SPARES = 8;

  /** A rare huge message must not keep its memory. */
  private static final int KEPT_BUFFER_BYTES = 1 << 20;

  /** An accepted message under its number. */
  record Entry(long number, byte[] payload) {}

  private final Disk disk;
  private final Path folder;
  private final long segmentBytes;
  private final Deque<Segment> used = new ArrayDeque<>();
  private final Deque<Path> spares = new ArrayDeque<>();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(KEPT_BUFFER_BYTES);
  private Segment current;
  private long next;
  private boolean broken;

  private Journal(Disk disk, Path folder, long segmentBytes, Segment current, long next) {
    this.disk = disk;
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.current = current;
    this.next = next;
  }

  /**
   * Goes on with a log whose entries are all in the database by now.
   *
   * <p>It begins a segment of its own before the old ones are given up, so that at any moment the
   * folder tells the number of the next entry.
   */
  static Journal open(Disk disk, Path folder, JournalReading read, long segmentBytes)
      throws IOException {
    Files.createDirectories(folder);
    Deque<Path> spares = new ArrayDeque<>(read.spares());
    Segment.Head head = new Segment.Head(read.lastFile() + 1, read.next(), read.lastEnd());
    Segment current = begin(disk, folder, segmentBytes, spares, head);
    Journal journal = new Journal(disk, folder, segmentBytes, current, read.next());
    for (Path leftover : read.leftovers()) {
      disk.delete(leftover);
    }
    for (Path spare : spares) {
      journal.keep(spare);
    }
    for (Path old : read.segments()) {
      journal.keep(journal.retire(old));
    }
    return journal;
  }

  private static Segment begin(
      Disk disk, Path folder, long size, Deque<Path> spares, Segment.Head head) throws IOException {
    while (!spares.isEmpty()) {
      Path spare = spares.removeFirst();
      if (Files.exists(spare) && Files.size(spare) == size) {
        return Segment.recycle(disk, spare, folder, head);
      }
      disk.delete(spare);
    }
    return Segment.create(disk, folder, size, head);
  }

  /** Takes a segment that is done out of the log. */
  private Path retire(Path file) throws IOException {
    Path spare = file.resolveSibling(file.getFileName() + ".spare");
    disk.move(file, spare);
    return spare;
  }

  private void keep(Path spare) throws IOException {
    if (Files.size(spare) == segmentBytes && spares.size() < MAX_SPARES) {
      spares.addLast(spare);
    } else {
      disk.delete(spare);
    }
  }

  /** The number of the last durable entry. */
  long last() {
    return next - 1;
  }

  /**
   * Makes a batch durable. At return all of it is on disk; at an exception none of it counts.
   *
   * @return the number of the first entry; the others follow
   */
  long append(List<byte[]> payloads) throws IOException {
    long bytes = Frame.sizeOf(payloads);
    if (bytes > Integer.MAX_VALUE / 2) {
      throw new IOException("a batch of " + bytes + " bytes");
    }
    if (broken || !current.hasRoom(bytes)) {
      roll(bytes);
    }
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocateDirect((int) bytes);
    }
    Frame.write(buffer.clear().limit((int) bytes), current.number(), next, payloads);
    try {
      current.append(buffer, payloads.size());
    } catch (IOException e) {
      broken = true;
      throw e;
    } finally {
      if (buffer.capacity() > KEPT_BUFFER_BYTES) {
        buffer = ByteBuffer.allocateDirect(KEPT_BUFFER_BYTES);
      }
    }
    long first = next;
    next += payloads.size();
    return first;
  }

  private void roll(long bytes) throws IOException {
    broken = true; // Where the current segment ends is now said by the head of the next.
    long size = Math.max(segmentBytes, bytes + Segment.HEAD_BYTES);
    Segment.Head head = new Segment.Head(current.number() + 1, next, current.end());
    Segment fresh =
        size == segmentBytes
            ? begin(disk, folder, size, spares, head)
            : Segment.create(disk, folder, size, head);
    used.addLast(current);
    current = fresh;
    broken = false;
  }

  /** Gives up the segments whose entries are all in the database, on disk. */
  void release(long applied) throws IOException {
    while (!used.isEmpty() && used.getFirst().nextNumber() <= applied + 1) {
      Segment done = used.getFirst();
      done.close();
      Path spare = retire(done.file());
      used.removeFirst();
      keep(spare);
    }
  }

  @Override
  public void close() throws IOException {
    current.close();
    for (Segment segment : used) {
      segment.close();
    }
  }
}
