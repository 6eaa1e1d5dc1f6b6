package comity.http;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the body of one message; its end is known by the {@link Framing}. */
final class Entity {
  /** What a body may take before it is counted: {@link Memory} is for the big ones. */
  static final int UNCOUNTED = 16_384;

  /**
   * Bytes a second that buy a second more. The slowest mobile line does more; a body of 10 MiB is
   * done in eleven minutes or never.
   */
  static final long SLOWEST_RATE = 16_384;

  /** Chunk extensions and trailers mean nothing here; nobody honest sends a page of them. */
  static final int MAX_EXTRA = 8_192;

  /** Hexadecimal digits of a chunk's size: 64 GiB and more is over every limit. */
  private static final int MAX_SIZE_DIGITS = 9;

  private final Input input;
  private final Framing framing;
  private final Deadline deadline;
  private final Memory memory;
  private final Before before;

  private byte[] bytes = new byte[0];
  private int length;
  private long counted;
  private int extra;
  private @Nullable Body outcome;

  /** What is done before the first wait for the body. */
  @FunctionalInterface
  interface Before {
    /**
     * Tells the client to go on where it waits for that, and starts the clock.
     *
     * @return nanoseconds of {@link Watchdog#now} until which the body must be there, or {@link
     *     Deadline#NONE} if a deadline for the whole exchange stands already
     */
    long waiting() throws IOException;
  }

  Entity(Input input, Framing framing, Deadline deadline, Memory memory, Before before) {
    this.input = input;
    this.framing = framing;
    this.deadline = deadline;
    this.memory = memory;
    this.before = before;
  }

  /** The whole body, if it has at most {@code max} bytes. Asked again, the same. */
  Body read(long max) {
    Body known = outcome;
    if (known != null) {
      return known;
    }
    Body read = readNow(max);
    outcome = read;
    return read;
  }

  /** Whether the next message follows in the input; takes what has come of an unread body. */
  boolean finished() {
    Body known = outcome;
    if (known != null) {
      return known instanceof Body.Read;
    }
    if (framing instanceof Framing.Length(long announced) && announced <= input.available()) {
      input.skip((int) announced);
      outcome = new Body.CutOff();
      return true;
    }
    return false;
  }

  /** Whoever has the bytes keeps them; they no longer count as being read. */
  void release() {
    if (counted > 0) {
      memory.give(counted);
      counted = 0;
    }
  }

  private Body readNow(long max) {
    if (framing instanceof Framing.Length(long announced)) {
      if (announced > max) {
        return new Body.TooLarge(max);
      }
      if (announced <= input.available()) {
        int from = input.from();
        byte[] whole = Arrays.copyOfRange(input.bytes(), from, from + (int) announced);
        input.skip((int) announced);
        return new Body.Read(whole);
      }
    }
    try {
      long until = before.waiting();
      if (until != Deadline.NONE && !deadline.move(until)) {
        return new Body.TooSlow();
      }
      Body read =
          switch (framing) {
            case Framing.Length(long announced) -> some(announced, announced, until, true);
            case Framing.Chunked _ -> chunks(max, until);
            case Framing.UntilEnd _ -> all(max, until);
            case Framing.Refused(String reason) -> new Body.Malformed(reason);
          };
      Body ended = read == null ? new Body.Read(whole()) : read;
      boolean inTime = until == Deadline.NONE ? !deadline.expired() : deadline.move(Deadline.NONE);
      return inTime ? ended : new Body.TooSlow();
    } catch (IOException gone) {
      return deadline.expired() ? new Body.TooSlow() : new Body.CutOff();
    }
  }

  private byte[] whole() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** Appends {@code count} bytes of a body that has {@code most} in the end; null when done. */
  private @Nullable Body some(long count, long most, long until, boolean exact) throws IOException {
    long left = count;
    while (left > 0) {
      if (length == bytes.length && !grow(most, exact)) {
        return new Body.Busy();
      }
      int got = input.read(bytes, length, (int) Math.min(left, bytes.length - length));
      if (got < 0) {
        return new Body.CutOff();
      }
      length += got;
      left -= got;
      if (!keepsPace(until)) {
        return new Body.TooSlow();
      }
    }
    return null;
  }

  /**
   * Room grows with what has come and never with what was announced: a client pays for memory in
   * bytes that it sends.
   */
  private boolean grow(long most, boolean exact) {
    long size = Math.max(UNCOUNTED, 2L * bytes.length);
    size = Math.min(size, exact ? most : Math.max(most, UNCOUNTED));
    if (size > UNCOUNTED) {
      if (!memory.take(size)) {
        return false;
      }
      long before = counted;
      bytes = Arrays.copyOf(bytes, (int) size);
      counted = size;
      memory.give(before);
    } else {
      bytes = Arrays.copyOf(bytes, (int) size);
    }
    return true;
  }

  private boolean keepsPace(long until) {
    if (until == Deadline.NONE) {
      return !deadline.expired();
    }
    return deadline.move(until + length * 1_000_000_000L / SLOWEST_RATE);
  }

  private @Nullable Body chunks(long max, long until) throws IOException {
    while (true) {
      long size = chunkSize();
      if (size == CUT_OFF) {
        return new Body.CutOff();
      }
      if (size == MALFORMED) {
        return new Body.Malformed("a chunk without a proper size");
      }
      if (size > max - length) {
        return new Body.TooLarge(max);
      }
      if (size == 0) {
        return trailers();
      }
      Body ended = some(size, max, until, false);
      if (ended != null) {
        return ended;
      }
      int cr = input.read();
      int lf = cr < 0 ? -1 : input.read();
      if (lf < 0) {
        return new Body.CutOff();
      }
      if (cr != '\r' || lf != '\n') {
        return new Body.Malformed("a chunk longer than its size");
      }
    }
  }

  private static final long CUT_OFF = -1;
  private static final long MALFORMED = -2;

  /** The size in the line before a chunk; extensions are passed over. */
  private long chunkSize() throws IOException {
    long size = 0;
    int digits = 0;
    int c = input.read();
    while (Ascii.hex(c) >= 0 && digits < MAX_SIZE_DIGITS) {
      size = size << 4 | Ascii.hex(c);
      digits++;
      c = input.read();
    }
    if (c < 0) {
      return CUT_OFF;
    }
    if (digits == 0 || (c != '\r' && c != ';' && c != ' ' && c != '\t')) {
      return MALFORMED;
    }
    while (c != '\r') {
      extra++;
      if (extra > MAX_EXTRA || c == '\n') {
        return MALFORMED;
      }
      c = input.read();
      if (c < 0) {
        return CUT_OFF;
      }
    }
    c = input.read();
    return c == '\n' ? size : c < 0 ? CUT_OFF : MALFORMED;
  }

  /** Passes over the lines after the last chunk, up to the empty one; null when done. */
  private @Nullable Body trailers() throws IOException {
    int line = 0;
    while (true) {
      int c = input.read();
      if (c == '\r') {
        c = input.read();
        if (c == '\n' && line == 0) {
          return null;
        }
        if (c == '\n') {
          line = 0;
          continue;
        }
      }
      line++;
      extra++;
      if (c < 0) {
        return new Body.CutOff();
      }
      if (extra > MAX_EXTRA || c == '\n') {
        return new Body.Malformed("trailers that are none, or too many");
      }
    }
  }

  private @Nullable Body all(long max, long until) throws IOException {
    while (true) {
      if (length > max) {
        return new Body.TooLarge(max);
      }
      if (length == bytes.length && !grow(max + 1, false)) {
        return new Body.Busy();
      }
      int got = input.read(bytes, length, bytes.length - length);
      if (got < 0) {
        return length > max ? new Body.TooLarge(max) : null;
      }
      length += got;
      if (!keepsPace(until)) {
        return new Body.TooSlow();
      }
    }
  }
}
