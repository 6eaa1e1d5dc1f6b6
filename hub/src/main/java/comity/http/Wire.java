package comity.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection as Helidon wants them, with what it lacks: a total time for each head,
 * body and answer, and a bound on what a body may hold in memory.
 */
final class Wire implements DataWriter {
  /** Holds a usual request whole. */
  private static final int USUAL = 8_192;

  /**
   * Bytes a second that buy a second more. The slowest mobile line does more; a body of 10 MiB is
   * done in eleven minutes or never.
   */
  static final long SLOWEST_RATE = 16_384;

  /** Helidon has no constant for it. */
  private static final Status HEADERS_TOO_LARGE = Status.create(431);

  /** Chunk sizes, extensions and trailers of an honest body at the ceiling stay under this. */
  private static final long OVERHEAD = 65_536;

  /** What Helidon keeps with each piece of a chunk until the chunk is whole. */
  private static final int KEPT = 64;

  private final SocketChannel channel;
  private final HttpSettings settings;
  private final Memory memory;
  private final Deadline deadline;
  private final DataReader reader = DataReader.create(this::more);
  private final ByteBuffer buffer = ByteBuffer.allocate(USUAL);

  private State state = State.HEAD;
  private boolean headTimed;
  private boolean unread = true;
  private boolean oldClient;
  private boolean hostless;
  private boolean chunked;
  private long bodyUntil;
  private long bodyBytes;
  private long cost;
  private long counted;
  private volatile boolean writing;

  private enum State {
    HEAD,
    /** A handler has the request, and what is read is its body. */
    BODY,
    /** Nothing is read any more. */
    OVER
  }

  /** Why a body did not come to its end. */
  static final class BodyLost extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Body.Unread why;

    BodyLost(Body.Unread why) {
      super(why.refusal().message(), null, false, false);
      this.why = why;
    }

    Body.Unread why() {
      return why;
    }
  }

  Wire(SocketChannel channel, HttpSettings settings, Memory memory) {
    this.channel = channel;
    this.settings = settings;
    this.memory = memory;
    deadline = new Deadline(0);
    deadline.idle(in(settings.deadlines().head()));
  }

  Deadline deadline() {
    return deadline;
  }

  DataReader reader() {
    return reader;
  }

  boolean writing() {
    return writing;
  }

  /** Whether the request in hand was one of HTTP/1.0. */
  boolean oldClient() {
    return oldClient;
  }

  /** Whether its {@code Host} is our own stopgap. */
  boolean hostless() {
    return hostless;
  }

  /** The head is read, and what comes is a body; false if it came too late. */
  boolean headRead(boolean chunkedBody) {
    state = State.BODY;
    chunked = chunkedBody;
    headTimed = false;
    unread = true;
    bodyUntil = 0;
    bodyBytes = 0;
    return deadline.move(Deadline.NONE);
  }

  /** The request was read to its end, so that the connection may be closed after its answer. */
  void nothingUnread() {
    unread = false;
  }

  /** The answer is written, and the next request may come. */
  void answered() {
    release();
    if (state != State.OVER) {
      state = State.HEAD;
      deadline.idle(in(settings.deadlines().idle()));
    }
  }

  /** Whoever has the body's bytes keeps them; they no longer count as being read. */
  void release() {
    memory.give(counted);
    counted = 0;
    cost = 0;
  }

  /** Reads nothing more for Helidon. */
  void over() {
    state = State.OVER;
  }

  /** What Helidon calls when it needs bytes; null at the end. */
  private byte @Nullable [] more() {
    return switch (state) {
      case HEAD -> head();
      case BODY -> body();
      case OVER -> null;
    };
  }

  private byte @Nullable [] head() {
    boolean continued = reader.available() > 0;
    HeadBytes head = new HeadBytes(continued);
    while (true) {
      boolean begun = continued || head.length() > 0;
      if (begun && !headTimed) {
        headTimed = true;
        deadline.move(in(settings.deadlines().head()));
      }
      int count = read();
      unread = begun || count > 0;
      if (deadline.expired()) {
        throw begun ? tooSlow() : new CloseConnectionException("nothing came in time");
      }
      if (count < 0 && begun) {
        throw refusal(Status.BAD_REQUEST_400, "the headers are cut off");
      }
      if (count < 0) {
        return null;
      }
      switch (head.add(buffer.array(), count)) {
        case MORE -> {}
        case WHOLE -> {
          return continued ? head.bytes() : inNewWords(head.bytes());
        }
        case TOO_MANY_LINES -> throw refusal(HEADERS_TOO_LARGE, "too many headers");
      }
    }
  }

  private byte[] inNewWords(byte[] head) {
    oldClient = OldClient.speaks(head);
    if (!oldClient) {
      return head;
    }
    OldClient.Rewritten rewritten = OldClient.rewrite(head);
    hostless = rewritten.hostless();
    return rewritten.bytes();
  }

  static RequestException tooSlow() {
    return refusal(Status.REQUEST_TIMEOUT_408, "The request's headers came too slowly.");
  }

  private static RequestException refusal(Status status, String message) {
    return RequestException.builder()
        .type(EventType.OTHER)
        .status(status)
        .message(message)
        .setKeepAlive(false)
        .build();
  }

  private byte[] body() {
    if (bodyUntil == 0) {
      bodyUntil = in(settings.deadlines().body());
    }
    deadline.move(bodyUntil + bodyBytes * 1_000_000_000L / SLOWEST_RATE);
    int count = read();
    if (!deadline.move(Deadline.NONE)) {
      throw new BodyLost(new Body.TooSlow());
    }
    if (count < 0) {
      throw new BodyLost(new Body.CutOff());
    }
    bodyBytes += count;
    if (bodyBytes > settings.bodyCeiling() + OVERHEAD) {
      throw new BodyLost(new Body.TooLarge(settings.bodyCeiling()));
    }
    cost += chunked ? count + KEPT : count;
    if (cost > counted + Bytes.SMALL) {
      if (!memory.take(cost - counted)) {
        throw new BodyLost(new Body.Busy());
      }
      counted = cost;
    }
    return Arrays.copyOf(buffer.array(), count);
  }

  /** Waits for bytes in the buffer; how many, or -1 at the end. */
  private int read() {
    try {
      buffer.clear();
      return channel.read(buffer);
    } catch (IOException gone) {
      return -1;
    }
  }

  /**
   * Throws away what the client still sends of a request that was refused. Closing over unread
   * bytes would reset the connection, and the client might never see the answer.
   */
  void linger(Duration patience, long mostBytes) throws IOException {
    if (!unread) {
      return;
    }
    channel.shutdownOutput();
    if (channel.socket().isInputShutdown()) {
      stayOpen(in(patience));
    } else if (deadline.move(in(patience))) {
      long left = mostBytes;
      int count = 0;
      while (left > 0 && count >= 0) {
        buffer.clear();
        count = channel.read(buffer);
        left -= count;
      }
    }
  }

  /** After a client was too slow nothing can be read any more; the system takes what it sends. */
  private void stayOpen(long until) {
    long left = until - Watchdog.now();
    while (left > 0 && channel.isOpen() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = until - Watchdog.now();
    }
  }

  @Override
  public void write(BufferData... buffers) {
    write(BufferData.create(buffers));
  }

  @Override
  public void write(BufferData data) {
    ByteBuffer bytes = ByteBuffer.wrap(data.readBytes());
    long until = in(settings.deadlines().answer());
    writing = true;
    try {
      while (bytes.hasRemaining()) {
        // The whole at no less than the slowest rate, and no standstill: what the system's buffers
        // took says nothing about the client.
        long whole = until + bytes.position() * 1_000_000_000L / SLOWEST_RATE;
        long next = Math.min(whole, in(settings.deadlines().answer()));
        if (!deadline.move(next) && (bytes.position() > 0 || !deadline.again(next))) {
          throw new ClosedChannelException();
        }
        channel.write(bytes);
      }
      deadline.move(Deadline.NONE);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    } finally {
      writing = false;
    }
  }

  @Override
  public void writeNow(BufferData... buffers) {
    write(buffers);
  }

  @Override
  public void writeNow(BufferData data) {
    write(data);
  }

  static long in(Duration wait) {
    return Watchdog.now() + wait.toNanos();
  }
}
