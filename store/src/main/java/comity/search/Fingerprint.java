package comity.search;

import comity.messages.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Eight bytes that stand for a text. Two texts of one memory never have the same in practice. */
final class Fingerprint {
  private Fingerprint() {}

  static long of(String text) {
    return ByteBuffer.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8))).getLong();
  }
}
