package comity.meaning;

import comity.messages.Sha256;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Keeps the vectors of texts between starts, in one file for each model: the bytes {@code CVEC1},
 * the width, the number of entries, each entry the first sixteen bytes of the SHA-256 of the text
 * and its numbers, and a CRC-32 of all before it; numbers have four bytes, the lowest first. A file
 * that is not that, or that can't be read, is as if it were not there; it is only ever a copy of
 * what can be computed again.
 */
final class VectorFile {
  private static final byte[] MAGIC = "CVEC1".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH = 16;

  /** A wider or fuller file is not ours. */
  private static final int MAX_WIDTH = 4096;

  private static final long MAX_BYTES = 64L << 20;

  private final Path file;

  VectorFile(Path folder, String model) {
    this.file = folder.resolve(model + ".vectors");
  }

  /** What is kept, by {@link #key}; empty where nothing is. */
  Map<String, float[]> read() {
    try {
      if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
        return parse(Files.readAllBytes(file));
      }
    } catch (IOException | BufferUnderflowException notOurs) {
      return Map.of();
    }
    return Map.of();
  }

  private static Map<String, float[]> parse(byte[] whole) {
    ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[MAGIC.length];
    bytes.get(magic);
    int width = bytes.getInt();
    int entries = bytes.getInt();
    long left = bytes.remaining() - (long) Integer.BYTES;
    if (!MessageDigest.isEqual(magic, MAGIC)
        || width < 1
        || width > MAX_WIDTH
        || entries < 0
        || left != entries * (HASH + (long) width * Float.BYTES)
        || bytes.getInt(bytes.limit() - Integer.BYTES) != sum(whole)) {
      return Map.of();
    }
    Map<String, float[]> found = HashMap.newHashMap(entries);
    byte[] key = new byte[HASH];
    for (int entry = 0; entry < entries; entry++) {
      bytes.get(key);
      float[] vector = new float[width];
      for (int at = 0; at < width; at++) {
        vector[at] = bytes.getFloat();
      }
      found.put(new String(key, StandardCharsets.ISO_8859_1), vector);
    }
    return found;
  }

  private static int sum(byte[] whole) {
    CRC32 crc = new CRC32();
    crc.update(whole, 0, whole.length - Integer.BYTES);
    return (int) crc.getValue();
  }

  /** Replaces the file with these; where that can't be done the next start computes again. */
  void write(Map<String, float[]> vectors) {
    if (vectors.isEmpty()) {
      return;
    }
    int width = vectors.values().iterator().next().length;
    int size = MAGIC.length + 3 * Integer.BYTES + vectors.size() * (HASH + width * Float.BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).putInt(width).putInt(vectors.size());
    vectors.forEach((key, vector) -> {
      bytes.put(key.getBytes(StandardCharsets.ISO_8859_1));
      for (float each : vector) {
        bytes.putFloat(each);
      }
    });
    byte[] whole = bytes.array();
    bytes.putInt(sum(whole));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path part = Files.createTempFile(file.toAbsolutePath().getParent(), "vectors", ".part");
      try {
        Files.write(part, whole);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException full) {
      // Nothing is lost but time.
      return;
    }
  }

  /** What a text is found by. */
  static String key(String text) {
    byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return new String(hash, 0, HASH, StandardCharsets.ISO_8859_1);
  }
}
