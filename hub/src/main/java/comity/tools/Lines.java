package comity.tools;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream of bytes into lines, of which none may be longer than a limit. */
final class Lines {
  private static final int BLOCK = 16 << 10;

  private final InputStream in;
  private final int max;
  private final byte[] block = new byte[BLOCK];
  private int at;
  private int end;

  /** What comes next. */
  sealed interface Line {
    /** A line without its end, which is {@code \n} or {@code \r\n}. */
    record Read(byte[] bytes) implements Line {}

    /** A line that was too long: its bytes are read and gone. */
    record TooLong() implements Line {}

    /** There is no more. */
    record End() implements Line {}
  }

  Lines(InputStream in, int max) {
    this.in = in;
    this.max = max;
  }

  /** The next line; what stands behind the last line end is a line, where it is not empty. */
  Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    boolean any = false;
    while (at < end || fill()) {
      any = true;
      int to = at;
      while (to < end && block[to] != '\n') {
        to++;
      }
      int more = to - at;
      // One more than the limit, for the \r of a line that fills it.
      tooLong |= line.size() + more > max + 1;
      if (tooLong) {
        line = new ByteArrayOutputStream();
      } else {
        line.write(block, at, more);
      }
      at = to;
      if (at < end) {
        at++; // the line end
        return tooLong ? new Line.TooLong() : trimmed(line.toByteArray());
      }
    }
    return !any ? new Line.End() : tooLong ? new Line.TooLong() : trimmed(line.toByteArray());
  }

  private Line trimmed(byte[] line) {
    byte[] bare =
        line.length > 0 && line[line.length - 1] == '\r'
            ? Arrays.copyOf(line, line.length - 1)
            : line;
    return bare.length > max ? new Line.TooLong() : new Line.Read(bare);
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(block));
    return end > 0;
  }
}
