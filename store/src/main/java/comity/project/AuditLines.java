package comity.project;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a log, one after the other. A line that is too long comes cut, as none of ours. */
final class AuditLines implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int longest;
  private long at;
  private long start;

  AuditLines(InputStream in, int longest) {
    this.in = new BufferedInputStream(in, BUFFER);
    this.longest = longest;
  }

  /** The next line without its end; empty at the end of the log. */
  Optional<byte[]> next() throws IOException {
    start = at;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    while (c >= 0 && c != '\n') {
      at++;
      if (line.size() < longest) {
        line.write(c);
      }
      c = in.read();
    }
    at += c < 0 ? 0 : 1;
    return Optional.of(line.toByteArray());
  }

  /** Where the line that {@link #next} gave last begins, in bytes from the log's start. */
  long start() {
    return start;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
