package comity.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * One file of the {@link Journal}, of a fixed size, written from front to back.
 *
 * <p>Head, 32 bytes: the word {@code COMITYJ1}, the number of the first entry, where the segment
 * before ends, CRC-32C of these 24 bytes, zero. Then entries at multiples of 8 bytes: length of the
 * payload (4), CRC-32C of the numbers and the payload (4), its number (8), the number of the first
 * entry of its batch (8), the payload, zeros. Big-endian. What follows the last entry is zero or
 * left from earlier use; its numbers are lower.
 */
final class Segment implements Closeable {
  static final int HEAD_BYTES = 32;
  private static final int ENTRY_HEAD_BYTES = 24;
  private static final long WORD = 0x434f_4d49_5459_4a31L; // COMITYJ1

  /** A rare huge message must not keep its memory. */
  private static final int KEPT_BUFFER_BYTES = 4 << 20;

  private static final int ZEROS = 1 << 20;

  private final Path file;
  private final FileChannel channel;
  private final long size;
  private final long first;
  private final long previousEnd;
  private long end = HEAD_BYTES;
  private long nextNumber;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);

  private Segment(Path file, FileChannel channel, long size, long first, long previousEnd) {
    this.file = file;
    this.channel = channel;
    this.size = size;
    this.first = first;
    this.previousEnd = previousEnd;
    this.nextNumber = first;
  }

  /** A new file, its blocks written, flushed, and its name in the folder on disk. */
  static Segment create(Path file, int size, long first, long previousEnd) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel out =
        FileChannel.open(
            draft,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            PrivateFiles.attributes(draft))) {
      ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
      for (long at = 0; at < size; at += ZEROS) {
        writeAll(out, zeros.clear().limit((int) Math.min(ZEROS, size - at)), at);
      }
      writeAll(out, head(first, previousEnd), 0);
      out.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    return opened(file, first, previousEnd);
  }

  /** A file used before, under a new name and head. */
  static Segment recycle(Path spare, Path file, long first, long previousEnd) throws IOException {
    try (FileChannel out = FileChannel.open(spare, StandardOpenOption.WRITE)) {
      writeAll(out, head(first, previousEnd), 0);
      out.force(false);
    }
    Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
    return opened(file, first, previousEnd);
  }

  private static Segment opened(Path file, long first, long previousEnd) throws IOException {
    syncFolder(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new Segment(file, channel, channel.size(), first, previousEnd);
  }

  /** A file gets its name only when its head is on disk, so a head that is not whole is damage. */
  static Segment openExisting(Path file) throws IOException, DamagedException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    if (channel.size() >= HEAD_BYTES && channel.read(head, 0) == HEAD_BYTES) {
      head.flip();
      long word = head.getLong();
      long first = head.getLong();
      long previousEnd = head.getLong();
      if (word == WORD && head(first, previousEnd).equals(head.rewind())) {
        return new Segment(file, channel, channel.size(), first, previousEnd);
      }
    }
    channel.close();
    throw new DamagedException(file, "its head is unreadable");
  }

  /** Renames a segment that is done so that it is no part of the log. */
  Path retire() throws IOException {
    Path spare = file.resolveSibling(file.getFileName() + ".spare");
    return Files.move(file, spare, StandardCopyOption.ATOMIC_MOVE);
  }

  static long sizeOf(List<byte[]> payloads) {
    long bytes = 0;
    for (byte[] payload : payloads) {
      bytes += padded(payload.length);
    }
    return bytes;
  }

  private static long padded(int payload) {
    return ENTRY_HEAD_BYTES + ((payload + 7L) & ~7L);
  }

  Path file() {
    return file;
  }

  long first() {
    return first;
  }

  long previousEnd() {
    return previousEnd;
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

  /** Writes and flushes one batch. */
  void append(long number, List<byte[]> payloads) throws IOException {
    int bytes = (int) sizeOf(payloads);
    if (buffer.capacity() < bytes) {
      buffer = ByteBuffer.allocateDirect(Integer.highestOneBit(bytes - 1) << 1);
    }
    buffer.clear();
    CRC32C crc = new CRC32C();
    long batch = number;
    for (byte[] payload : payloads) {
      put(crc, number, batch, payload);
      number++;
    }
    buffer.flip();
    writeAll(channel, buffer, end);
    channel.force(false);
    end += bytes;
    nextNumber = number;
    if (buffer.capacity() > KEPT_BUFFER_BYTES) {
      buffer = ByteBuffer.allocateDirect(1 << 18);
    }
  }

  private void put(CRC32C crc, long number, long batch, byte[] payload) {
    int at = buffer.position();
    buffer.putInt(payload.length).putInt(0).putLong(number).putLong(batch).put(payload);
    while ((buffer.position() & 7) != 0) {
      buffer.put((byte) 0);
    }
    crc.reset();
    crc.update(buffer.duplicate().position(at + 8).limit(at + ENTRY_HEAD_BYTES + payload.length));
    buffer.putInt(at + 4, (int) crc.getValue());
  }

  /**
   * Gives every entry to {@code to}; the number after the last.
   *
   * @param knownEnd where the entries end, or -1 in the last segment, where they end at the first
   *     one that is not whole
   */
  long replay(long knownEnd, Consumer<Journal.Entry> to) throws IOException, DamagedException {
    ByteBuffer all = ByteBuffer.allocate((int) size);
    while (all.hasRemaining() && channel.read(all, all.position()) >= 0) {
      // Reads until the file's end.
    }
    all.flip();
    int limit = knownEnd < 0 ? all.limit() : (int) Math.min(knownEnd, all.limit());
    int at = HEAD_BYTES;
    while (at < limit && isWhole(all, at, nextNumber)) {
      byte[] payload = new byte[all.getInt(at)];
      all.get(at + ENTRY_HEAD_BYTES, payload);
      to.accept(new Journal.Entry(nextNumber, payload));
      nextNumber++;
      at += (int) padded(payload.length);
    }
    if (knownEnd >= 0 && at != knownEnd) {
      throw new DamagedException(file, "entry " + nextNumber + " at byte " + at + " is unreadable");
    }
    if (knownEnd < 0) {
      checkTail(all, at);
    }
    end = at;
    return nextNumber;
  }

  /** A later batch that is whole proves that the entry at {@code from} was durable once. */
  private void checkTail(ByteBuffer all, int from) throws DamagedException {
    for (int at = from; at + ENTRY_HEAD_BYTES <= all.limit(); at += 8) {
      long number = all.getLong(at + 8);
      long batch = all.getLong(at + 16);
      if (batch > nextNumber && number >= batch && isWhole(all, at, number)) {
        throw new DamagedException(
            file, "entry " + nextNumber + " at byte " + from + " is unreadable");
      }
    }
  }

  private static boolean isWhole(ByteBuffer all, int at, long number) {
    if (at + ENTRY_HEAD_BYTES > all.limit()) {
      return false;
    }
    int length = all.getInt(at);
    if (length < 0 || at + padded(length) > all.limit() || all.getLong(at + 8) != number) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(all.duplicate().position(at + 8).limit(at + ENTRY_HEAD_BYTES + length));
    return (int) crc.getValue() == all.getInt(at + 4);
  }

  private static ByteBuffer head(long first, long previousEnd) {
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    head.putLong(WORD).putLong(first).putLong(previousEnd);
    CRC32C crc = new CRC32C();
    crc.update(head.duplicate().flip());
    return head.putInt((int) crc.getValue()).putInt(0).flip();
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes, long at) throws IOException {
    while (bytes.hasRemaining()) {
      at += out.write(bytes, at);
    }
  }

  private static void syncFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
