package comity.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a file, one after the other, in bounded memory: one that is too long comes cut. */
public final class CutLines implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final int longest;
  private long at;
  private long start;

  /** Of what comes; a line has at most {@code longest} bytes. */
  public CutLines(InputStream in, int longest) {
    this.in = new BufferedInputStream(in, BUFFER);
    this.longest = longest;
  }

  /** The next line without its end; empty at the end. */
  public Optional<byte[]> next() throws IOException {
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

  /** Where the line that {@link #next} gave last begins, in bytes from the start. */
  public long start() {
    return start;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
