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

  /** Rows are kept in pieces of so many, so that growing copies nothing. */
  private static final int CHUNK = 2048;

  private final Path folder;
  private final Language language;
  private final Path file;
  private final int width;
  private final int record;
  private final List<byte[]> chunks = new ArrayList<>();
  private float[] lengths = new float[0];
  private final Rows rows = new Rows();
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
    this.record = Long.BYTES + width + Integer.BYTES;
  }

  Language language() {
    return language;
  }

  /** The vectors of all passages that have one. */
  synchronized Known known(Library library) {
    Known before = known;
    if (before != null && before.library == library && before.size == rows.size()) {
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
    Known now =
        new Known(
            library,
            rows.size(),
            width,
            rowOf,
            Arrays.copyOf(missing, count),
            chunks.toArray(byte[][]::new),
            lengths);
    known = now;
    return now;
  }

  /**
   * What was known at one moment.
   *
   * @param rowOf by passage; -1 where its vector is not known
   * @param missing the passages in the language of the model whose vectors are not known
   */
  record Known(
      Library library,
      int size,
      int width,
      int[] rowOf,
      int[] missing,
      byte[][] chunks,
      float[] lengths) {

    /** The cosine of a passage's vector and one of length 1, as accurate as bytes are. */
    float cosine(int passage, float[] vector) {
      int row = rowOf[passage];
      byte[] chunk = chunks[row / CHUNK];
      int from = row % CHUNK * width;
      float product = 0;
      for (int i = 0; i < width; i++) {
        product += chunk[from + i] * vector[i];
      }
      return product / lengths[row];
    }

    /** Adds a passage's vector, made to length 1, to another. */
    void addTo(float[] sum, int passage) {
      int row = rowOf[passage];
      byte[] chunk = chunks[row / CHUNK];
      int from = row % CHUNK * width;
      for (int i = 0; i < width; i++) {
        sum[i] += chunk[from + i] / lengths[row];
      }
    }
  }

  /** Takes in what this and other processes wrote since. */
  synchronized void refresh() throws IOException {
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
    if (row / CHUNK == chunks.size()) {
      chunks.add(new byte[CHUNK * width]);
      lengths = Arrays.copyOf(lengths, chunks.size() * CHUNK);
    }
    System.arraycopy(bytes, from, chunks.get(row / CHUNK), row % CHUNK * width, width);
    double square = 0;
    for (int i = 0; i < width; i++) {
      square += bytes[from + i] * bytes[from + i];
    }
    lengths[row] = Math.max(1, (float) Math.sqrt(square));
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

  private static byte[] bytes(float[] vector) {
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
    chunks.clear();
    known = null;
    lengths = new float[0];
    rows.clear();
    read = 0;
  }
}
