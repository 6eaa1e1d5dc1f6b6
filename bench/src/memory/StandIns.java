import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Vectors made at random in place of the model's, which would take half an hour: a search does the
 * same work with either. The bytes are those that the class Vectors of comity.search describes.
 */
record StandIns(Path index) {
  private static final long FORMAT = 0x436f6d697479_0001L;
  private static final int WIDTH = 384;

  void write(Path root) throws IOException {
    Path file = index.resolve("vectors-bge-small-en-v1.5-q");
    if (Files.exists(file)) {
      return;
    }
    Files.createDirectories(index);
    Random random = new Random(11);
    byte[] record = new byte[Long.BYTES + WIDTH];
    try (DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
        Stream<Path> notes = Files.walk(root)) {
      out.writeLong(FORMAT);
      for (Path note : (Iterable<Path>) notes.filter(Files::isRegularFile)::iterator) {
        for (String line : passages(note)) {
          random.nextBytes(record);
          ByteBuffer.wrap(record).putLong(fingerprint(line));
          CRC32 crc = new CRC32();
          crc.update(record);
          out.write(record);
          out.writeInt((int) crc.getValue());
        }
      }
    }
  }

  private static List<String> passages(Path note) throws IOException {
    return Files.readAllLines(note).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static long fingerprint(String text) throws IOException {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }
}
