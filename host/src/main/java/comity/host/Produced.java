package comity.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * What a run left, however it ended.
 *
 * @param out standard output, up to the limit of the run; not to be changed by the reader
 * @param errTail the last {@value #ERR_TAIL} bytes of standard error; not to be changed either
 * @param took from the start until nothing of the run was left
 * @param survivors processes of the run that could not be ended (stuck in the kernel, or of another
 *     user); empty in an ordinary life
 */
public record Produced(byte[] out, byte[] errTail, Duration took, List<ProcessMark> survivors) {

  /** Enough for a stack trace or a usage text; what failed usually stands last. */
  public static final int ERR_TAIL = 8 * 1024;

  public Produced {
    survivors = List.copyOf(survivors);
  }

  /** The end of standard error as text; bytes that are no UTF-8 are replaced. */
  public String errText() {
    int start = 0;
    // The tail may begin inside a character: its continuation bytes are 10xxxxxx.
    while (start < Math.min(3, errTail.length) && (errTail[start] & 0xC0) == 0x80) {
      start++;
    }
    return new String(errTail, start, errTail.length - start, StandardCharsets.UTF_8);
  }
}
