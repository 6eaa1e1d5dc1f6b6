package comity.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what somebody else sends into one array that grows with what has come. */
final class Bytes {
  /** What is taken without counting it in a {@link Memory}; most messages are smaller. */
  static final int SMALL = 16_384;

  private Bytes() {}

  /** All bytes to the end of {@code in}, or null where there are more than {@code max}. */
  static byte @Nullable [] atMost(InputStream in, long max) throws IOException {
    byte[] bytes = new byte[2_048];
    int length = 0;
    while (true) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, length * 2);
      }
      int count = in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        return Arrays.copyOf(bytes, length);
      }
      length += count;
      if (length > max) {
        return null;
      }
    }
  }
}
