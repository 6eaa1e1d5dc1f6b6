package comity.store;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The bytes of one batch in a {@link Segment}: whole, or not there.
 *
 * <p>Length of the body (4), CRC-32C (4) over the segment's number, which is not written here, and
 * all that follows up to the body's end, number of the first entry (8), count of entries (4), zero
 * (4); the body: for each entry its length (4) and its bytes; zeros up to a multiple of 8.
 * Big-endian. Since each use of a file has a number of its own, what is left in it from an earlier
 * use is never taken for a batch.
 */
final class Frame {
  static final int HEAD_BYTES = 24;

  private static final int CHECKED_FROM = 8;

  private Frame() {}

  static long sizeOf(List<byte[]> payloads) {
    long bytes = HEAD_BYTES;
    for (byte[] payload : payloads) {
      bytes += sizeOf(payload);
    }
    return padded(bytes);
  }

  /** What one entry adds. */
  static long sizeOf(byte[] payload) {
    return Integer.BYTES + (long) payload.length;
  }

  private static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }

  /** Fills {@code to}, which has exactly {@link #sizeOf} bytes of room, and flips it. */
  static void write(ByteBuffer to, long segment, long first, List<byte[]> payloads) {
    to.putInt(0).putInt(0).putLong(first).putInt(payloads.size()).putInt(0);
    for (byte[] payload : payloads) {
      to.putInt(payload.length).put(payload);
    }
    int end = to.position();
    while (to.hasRemaining()) {
      to.put((byte) 0);
    }
    to.putInt(0, end - HEAD_BYTES);
    to.putInt(4, crc(to, segment, 0, end));
    to.flip();
  }

  /** The bytes that the batch at {@code at} takes, or -1 where no whole batch is there. */
  static int length(ByteBuffer all, int at, long segment) {
    if (at + HEAD_BYTES > all.limit()) {
      return -1;
    }
    int body = all.getInt(at);
    int count = all.getInt(at + 16);
    if (body < 0 || count < 1 || at + padded((long) HEAD_BYTES + body) > all.limit()) {
      return -1;
    }
    return crc(all, segment, at, at + HEAD_BYTES + body) == all.getInt(at + 4)
        ? (int) padded((long) HEAD_BYTES + body)
        : -1;
  }

  static long first(ByteBuffer all, int at) {
    return all.getLong(at + 8);
  }

  static int count(ByteBuffer all, int at) {
    return all.getInt(at + 16);
  }

  /** Gives each entry of a whole batch to {@code to}. */
  static void read(ByteBuffer all, int at, Consumer<Journal.Entry> to) {
    int next = at + HEAD_BYTES;
    for (int i = 0; i < count(all, at); i++) {
      byte[] payload = new byte[all.getInt(next)];
      all.get(next + Integer.BYTES, payload);
      to.accept(new Journal.Entry(first(all, at) + i, payload));
      next += Integer.BYTES + payload.length;
    }
  }

  private static int crc(ByteBuffer all, long segment, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(segment).flip());
    crc.update(all.duplicate().limit(to).position(from + CHECKED_FROM));
    return (int) crc.getValue();
  }
}
