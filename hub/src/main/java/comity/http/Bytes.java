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

  /**
   * All bytes to the end of {@code in}, or null where there are more than {@code max}.
   *
   * @param announced how many there should be, or -1
   */
  static byte @Nullable [] atMost(InputStream in, long announced, long max) throws IOException {
    byte[] bytes = new byte[announced > 0 ? (int) Math.min(announced, SMALL) : 2_048];
    int length = 0;
    byte[] one = new byte[1];
    while (length <= max) {
      boolean full = length == bytes.length;
      int count = full ? in.read(one, 0, 1) : in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        return full ? bytes : Arrays.copyOf(bytes, length);
      }
      if (full) {
        bytes = Arrays.copyOf(bytes, length * 2);
        bytes[length] = one[0];
      }
      length += count;
    }
    return null;
  }
}
