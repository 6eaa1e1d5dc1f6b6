package comity.http;

import java.io.IOException;
import java.util.Arrays;

/** The bytes of a connection that have come and are not used yet. */
final class Input {
  /** Where bytes come from; blocks until there is at least one. */
  @FunctionalInterface
  interface Source {
    /** The number of bytes put into {@code into[at, at + length)}, or -1 at the end. */
    int read(byte[] into, int at, int length) throws IOException;
  }

  /** Holds a usual request of a message whole; grown only for big headers. */
  static final int USUAL = 8_192;

  private final Source source;
  private byte[] bytes = new byte[USUAL];
  private int from;
  private int to;

  Input(Source source) {
    this.source = source;
  }

  /** The array that {@link #from} and {@link #to} point into, until the next {@link #fill}. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  int available() {
    return to - from;
  }

  /** Takes {@code count} of the available bytes as used. */
  void skip(int count) {
    from += count;
    if (from == to) {
      from = 0;
      to = 0;
      if (bytes.length > USUAL) {
        bytes = new byte[USUAL];
      }
    }
  }

  /** Waits for more bytes; false at the end. May move what is available to the array's start. */
  boolean fill() throws IOException {
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    int count = source.read(bytes, to, bytes.length - to);
    if (count <= 0) {
      return false;
    }
    to += count;
    return true;
  }

  /** Takes up to {@code length} bytes, waiting for the first; -1 at the end. */
  int read(byte[] into, int at, int length) throws IOException {
    if (from == to) {
      if (length >= USUAL) {
        return source.read(into, at, length);
      }
      if (!fill()) {
        return -1;
      }
    }
    int count = Math.min(length, to - from);
    System.arraycopy(bytes, from, into, at, count);
    skip(count);
    return count;
  }

  /** Takes one byte, waiting for it; -1 at the end. */
  int read() throws IOException {
    if (from == to && !fill()) {
      return -1;
    }
    int b = bytes[from] & 0xFF;
    skip(1);
    return b;
  }
}
