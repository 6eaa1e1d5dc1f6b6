package comity.store;

import comity.files.RegularFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * One file of the {@link Journal}, of a fixed size, written from front to back.
 *
 * <p>Head, 40 bytes: the word {@code COMITYJ1}, the number of the segment, the number of its first
 * entry, where the segment before ends, CRC-32C of these 32 bytes, zero (4). Then batches, each a
 * {@link Frame}. What follows the last batch is zero or left from an earlier use of the file.
 */
final class Segment implements Closeable {
  static final int HEAD_BYTES = 40;
  private static final long WORD = 0x434f_4d49_5459_4a31L; // COMITYJ1
  private static final int ZEROS = 1 << 20;

  /**
   * What a segment's first bytes say.
   *
   * @param number of the segment, which is also its file's name
   * @param first number of its first entry
   * @param previousEnd where the batches of the segment before end
   */
  record Head(long number, long first, long previousEnd) {
    ByteBuffer bytes() {
      ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
      head.putLong(WORD).putLong(number).putLong(first).putLong(previousEnd);
      CRC32C crc = new CRC32C();
      crc.update(head.duplicate().flip());
      return head.putInt((int) crc.getValue()).putInt(0).flip();
    }

    /** A file gets its name when its head is on disk, so a head that is not whole is damage. */
    static Head read(Path file) throws IOException, DamagedException {
      try (var in = RegularFile.open(file)) {
        ByteBuffer bytes = ByteBuffer.wrap(in.readNBytes(HEAD_BYTES));
        if (bytes.remaining() == HEAD_BYTES && bytes.getLong(0) == WORD) {
          Head head = new Head(bytes.getLong(8), bytes.getLong(16), bytes.getLong(24));
          if (head.bytes().equals(bytes)) {
            return head;
          }
        }
      }
      throw new DamagedException(file, "its head is unreadable");
    }
  }

  private final Path file;
  private final Disk.Output output;
  private final long size;
  private final Head head;
  private long end = HEAD_BYTES;
  private long nextNumber;

  private Segment(Path file, Disk.Output output, long size, Head head) {
    this.file = file;
    this.output = output;
    this.size = size;
    this.head = head;
    this.nextNumber = head.first();
  }

  static Path name(Path folder, long number) {
    return folder.resolve(String.format(Locale.ROOT, "%016d.log", number));
  }

  /** A new file, its blocks written, flushed, and its name in the folder on disk. */
  static Segment create(Disk disk, Path folder, long size, Head head) throws IOException {
    Path file = name(folder, head.number());
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (Disk.Output out = disk.create(draft)) {
      ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
      for (long at = 0; at < size; at += ZEROS) {
        out.write(zeros.clear().limit((int) Math.min(ZEROS, size - at)), at);
      }
      out.write(head.bytes(), 0);
      out.flush();
    }
    disk.move(draft, file);
    return named(disk, file, size, head);
  }

  /** A file used before, under a new name and head. */
  static Segment recycle(Disk disk, Path spare, Path folder, Head head) throws IOException {
    try (Disk.Output out = disk.open(spare)) {
      out.write(head.bytes(), 0);
      out.flush();
    }
    Path file = name(folder, head.number());
    disk.move(spare, file);
    return named(disk, file, Files.size(file), head);
  }

  private static Segment named(Disk disk, Path file, long size, Head head) throws IOException {
    disk.flushFolder(folder(file));
    return new Segment(file, disk.open(file), size, head);
  }

  private static Path folder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder;
  }

  Path file() {
    return file;
  }

  long number() {
    return head.number();
  }

  long end() {
    return end;
  }

  long size() {
    return size;
  }

  long nextNumber() {
    return nextNumber;
  }

  boolean hasRoom(long bytes) {
    return end + bytes <= size;
  }

  /** Writes and flushes the frame of one batch. */
  void append(ByteBuffer frame, int entries) throws IOException {
    int bytes = frame.remaining();
    output.write(frame, end);
    output.flush();
    end += bytes;
    nextNumber += entries;
  }

  @Override
  public void close() throws IOException {
    output.close();
  }
}
