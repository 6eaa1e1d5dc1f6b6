package comity.search;

import comity.files.PrivateFile;
import comity.meaning.Language;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Vectors of one model, kept under the fingerprint of the text, so that none is made twice.
 *
 * <p>On the disk one file per model, to which all processes append: eight bytes that say which
 * format, then records of the fingerprint, one signed byte for each number of the vector, and a
 * CRC-32 of both; numbers are big-endian. A record that is damaged counts as not there. Each vector
 * is scaled so that its largest number is 127.
 */
final class Vectors {
  private static final System.Logger LOG = System.getLogger(Vectors.class.getName());
  private static final long FORMAT = 0x436f6d697479_0001L;
  private static final int HEAD = Long.BYTES;
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final Path folder;
  private final Language language;
  private final Path file;
  private final int width;
  private final int record;
  private final List<Rack> racks = new ArrayList<>();
  private final Rows rows = new Rows();
  private float[] middle;
  private int rowsOfMiddle;
  private int seen;
  private long read;
  private String key = "";
  private @Nullable Known known;

  /**
   * Of a model.
   *
   * @param width how many numbers its vectors have
   */
  Vectors(Path folder, Language language, String model, int width) {
    this.folder = folder;
    this.language = language;
    this.file = folder.resolve("vectors-" + model);
    this.width = width;
    this.middle = new float[width];
    this.record = Long.BYTES + width + Integer.BYTES;
  }

  Language language() {
    return language;
  }

  /** How many there are. */
  synchronized int size() {
    return rows.size();
  }

  /** The vectors of all passages that have one. */
  synchronized Known known(Library library) {
    Known before = known;
    if (before != null && before.library() == library && before.rows() == rows.size()) {
      return before;
    }
    int[] rowOf = new int[library.size()];
    int[] missing = new int[rowOf.length];
    int count = 0;
    for (int p = 0; p < rowOf.length; p++) {
      rowOf[p] = library.is(p, language) ? rows.get(library.print(p)) : -1;
      if (rowOf[p] < 0 && library.is(p, language)) {
        missing[count++] = p;
      }
    }
    see();
    Known now =
        new Known(
            library,
            rowOf,
            Arrays.copyOf(missing, count),
            rows.size(),
            racks.toArray(Rack[]::new),
            middle);
    known = now;
    return now;
  }

  /** Finds the middle anew whenever there are twice as many rows. */
  private void see() {
    int half = Integer.highestOneBit(rows.size());
    if (half != rowsOfMiddle) {
      rowsOfMiddle = half;
      seen = 0;
      double[] sum = new double[width];
      for (int row = 0; row < half; row++) {
        racks.get(row / Rack.ROWS).addTo(sum, row % Rack.ROWS);
      }
      middle = new float[width];
      for (int i = 0; i < width; i++) {
        middle[i] = (float) (sum[i] / half);
      }
      racks.replaceAll(Rack::anew);
    }
    for (; seen < rows.size(); seen++) {
      racks.get(seen / Rack.ROWS).see(seen % Rack.ROWS, middle);
    }
  }

  /** Takes in what this and other processes wrote since. */
  synchronized void refresh() throws IOException {
    Aside.unlessFile(file);
    if (!Files.exists(file)) {
      return;
    }
    String now = String.valueOf(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (!now.equals(key) || channel.size() < read) {
        forget();
        key = now;
      }
      if (read == 0) {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        if (channel.read(head, 0) < HEAD || head.getLong(0) != FORMAT) {
          return;
        }
        read = HEAD;
      }
      ByteBuffer buffer = ByteBuffer.allocate(record * 512);
      while (channel.size() - read >= record) {
        buffer.clear();
        channel.read(buffer, read);
        int whole = buffer.position() / record;
        if (whole == 0) {
          return;
        }
        for (int i = 0; i < whole; i++) {
          take(buffer.array(), i * record);
        }
        read += (long) whole * record;
      }
    }
  }

  private void take(byte[] bytes, int at) {
    CRC32 crc = new CRC32();
    crc.update(bytes, at, Long.BYTES + width);
    ByteBuffer buffer = ByteBuffer.wrap(bytes, at, record);
    long print = buffer.getLong();
    if (buffer.getInt(at + Long.BYTES + width) == (int) crc.getValue() && rows.get(print) < 0) {
      add(print, bytes, at + Long.BYTES);
    }
  }

  private void add(long print, byte[] bytes, int from) {
    int row = rows.size();
    if (row / Rack.ROWS == racks.size()) {
      racks.add(Rack.of(width));
    }
    Rack rack = racks.getLast();
    rack.put(row % Rack.ROWS, bytes, from);
    rows.put(print);
  }

  /** Keeps new vectors, on the disk too unless another process is writing there for long. */
  synchronized void keep(long[] prints, List<float[]> vectors) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(prints.length * record);
    for (int i = 0; i < prints.length; i++) {
      int at = all.position();
      all.putLong(prints[i]);
      all.put(bytes(vectors.get(i)));
      CRC32 crc = new CRC32();
      crc.update(all.array(), at, Long.BYTES + width);
      all.putInt((int) crc.getValue());
    }
    Optional<FolderLock> lock = FolderLock.take(folder, PATIENCE);
    if (lock.isPresent()) {
      try (FolderLock _ = lock.get()) {
        append(all.flip());
        refresh();
      }
    }
    for (int at = 0; at < prints.length * record; at += record) {
      take(all.array(), at);
    }
  }

  private void append(ByteBuffer records) throws IOException {
    Aside.unlessFile(file);
    if (Files.exists(file) && !isOurs()) {
      LOG.log(System.Logger.Level.WARNING, file + " was broken and is made anew");
      Files.delete(file);
    }
    try (FileChannel channel = PrivateFile.append(file)) {
      long size = channel.size();
      if (size == 0) {
        channel.write(ByteBuffer.allocate(HEAD).putLong(0, FORMAT));
      } else if ((size - HEAD) % record != 0) {
        // Whoever wrote here last was killed in the middle.
        channel.truncate(size - (size - HEAD) % record);
      }
      while (records.hasRemaining()) {
        channel.write(records);
      }
    }
  }

  private boolean isOurs() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer head = ByteBuffer.allocate(HEAD);
      return channel.size() == 0 || (channel.read(head, 0) == HEAD && head.getLong(0) == FORMAT);
    }
  }

  static byte[] bytes(float[] vector) {
    float largest = 1e-9f;
    for (float each : vector) {
      largest = Math.max(largest, Math.abs(each));
    }
    byte[] bytes = new byte[vector.length];
    for (int i = 0; i < vector.length; i++) {
      bytes[i] = (byte) Math.round(vector[i] / largest * Byte.MAX_VALUE);
    }
    return bytes;
  }

  private void forget() {
    racks.clear();
    known = null;
    rowsOfMiddle = 0;
    seen = 0;
    rows.clear();
    read = 0;
  }
}
