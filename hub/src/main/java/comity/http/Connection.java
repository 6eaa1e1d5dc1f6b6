package comity.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Helidon's connection with what it lacks: a total time for each head, body and answer, a bound on
 * what a chunk may hold, and a moment for the client to read a refusal before the close. It stands
 * between Helidon and the socket: all bytes that come in pass through {@link #receive}.
 */
final class Connection implements ServerConnection, ConnectionContext, Watchdog.Waiting {
  /** For a client that is still sending what nobody reads: so long it may, to get to the answer. */
  static final Duration LINGER = Duration.ofSeconds(2);

  /** Of that, so many bytes are thrown away; a fast sender of more is cut off. */
  private static final long LINGER_BYTES = 64L << 20;

  /** Chunk sizes, and what one read of the socket may bring along. */
  private static final long OVERHEAD = 32_768;

  /** The connection whose request this thread answers. */
  static final ScopedValue<Connection> CURRENT = ScopedValue.newInstance();

  /** A body, or a chunk of it, that brings more than the handler takes. */
  static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMuch() {
      super("over the limit", null, false, false);
    }
  }

  private enum Phase {
    IDLE,
    HEAD,
    SERVING,
    BODY,
    WRITING,
    LINGERING
  }

  private final ConnectionContext helidon;
  private final HelidonSocket socket;
  private final DataReader reader;
  private final ServerConnection inner;
  private final HttpServer server;
  private final HttpSettings.Deadlines deadlines;
  private final InetAddress remote;
  private final Deadline deadline;
  private volatile Phase phase = Phase.IDLE;
  private volatile @Nullable Stream stream;
  private volatile @Nullable Thread thread;
  private @Nullable Entity skipping;
  private boolean unread;
  private long head;
  private long bodyMost;
  private long bodyStart;
  private long taken;
  private long came;

  Connection(
      ConnectionContext helidon,
      InetAddress remote,
      HttpServer server,
      ServerConnectionSelector http1) {
    this.helidon = helidon;
    this.remote = remote;
    this.server = server;
    socket = helidon.serverSocket();
    deadlines = server.settings().deadlines();
    deadline = new Deadline(0);
    deadline.idle(in(deadlines.head()));
    reader = DataReader.create(this::receive);
    inner = http1.connection(this);
  }

  InetAddress remote() {
    return remote;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void handle(Limit limit) {
    thread = Thread.currentThread();
    try {
      ScopedValue.where(CURRENT, this)
          .call(() -> {
            inner.handle(limit);
            return true;
          });
      unread = true; // Helidon refused a request and gave up on the connection
    } catch (CloseConnectionException gone) {
      // The end of the connection, which is told by these.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException bug) {
      server.gate().fault("a connection", bug);
    } finally {
      try {
        if (unread) {
          linger();
        }
      } finally {
        server.closed(this);
      }
    }
  }

  /** Bytes from the client, for Helidon; null at the end. */
  private byte @Nullable [] receive() {
    Entity before = skipping;
    if (before != null && before.consumed()) {
      skipping = null;
      idle();
    }
    byte[] bytes = take();
    if (bytes == null) {
      return null;
    }
    switch (phase) {
      case IDLE -> {
        head = bytes.length;
        begin(Phase.HEAD, deadlines.head());
      }
      case HEAD -> head += bytes.length;
      case BODY -> {
        came += bytes.length;
        if (came - taken > bodyMost + OVERHEAD) {
          throw new TooMuch();
        }
      }
      case SERVING, WRITING, LINGERING -> {}
    }
    return bytes;
  }

  private byte @Nullable [] take() {
    try {
      return socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("reading", e);
    }
  }

  private void idle() {
    phase = Phase.IDLE;
    if (!deadline.idle(in(deadlines.idle()))) {
      throw new CloseConnectionException("stopped");
    }
  }

  private void begin(Phase next, Duration wait) {
    phase = next;
    if (!deadline.move(in(wait))) {
      throw new CloseConnectionException("too slow");
    }
  }

  /** Bytes of a head that is not complete, and what came with them; 0 when none is being read. */
  long headBytes() {
    return phase == Phase.HEAD ? head : 0;
  }

  /** The head is there: what follows is our own time. */
  void serving() {
    phase = Phase.SERVING;
    if (!deadline.move(Deadline.NONE)) {
      throw new CloseConnectionException("too slow");
    }
  }

  void beginBody(long most) {
    bodyMost = most;
    came = 0;
    taken = 0;
    bodyStart = in(deadlines.body());
    begin(Phase.BODY, deadlines.body());
  }

  /** More time for more bytes; false when it has run out. */
  boolean keepsPace(long bytes) {
    taken = bytes;
    return deadline.move(bodyStart + bytes * 1_000_000_000L / Entity.SLOWEST_RATE);
  }

  /** False when it came too late. */
  boolean endBody() {
    phase = Phase.SERVING;
    return deadline.move(Deadline.NONE);
  }

  void beginWriting(long bytes) {
    phase = Phase.WRITING;
    long more = bytes * 1_000_000_000L / Entity.SLOWEST_RATE;
    if (!deadline.move(in(deadlines.answer()) + more)) {
      throw new CloseConnectionException("too slow");
    }
  }

  void endWriting() {
    serving();
  }

  /** The answer is sent; Helidon passes over what is left of a small body. */
  void next(Entity entity) {
    if (entity.consumed()) {
      idle();
    } else {
      skipping = entity;
      begin(Phase.BODY, deadlines.body());
      bodyMost = Entity.UNCOUNTED;
      came = 0;
      taken = 0;
    }
  }

  /** Ends the connection; {@code rest}: after what the client still sends. */
  CloseConnectionException ended(boolean rest) {
    unread = rest;
    return new CloseConnectionException("answered");
  }

  /**
   * Throws away what the client still sends. Closing over unread bytes would reset the connection,
   * and the client might never see the answer.
   */
  private void linger() {
    phase = Phase.LINGERING;
    if (!deadline.move(in(LINGER))) {
      return;
    }
    try {
      long left = LINGER_BYTES;
      while (left > 0) {
        byte[] bytes = take();
        if (bytes == null) {
          return;
        }
        left -= bytes.length;
      }
    } catch (ServerConnectionException gone) {
      // as its end
    }
  }

  /** Watches for the client's end while {@code current} is sent to it. */
  void streaming(Stream current) {
    stream = current;
    if (server.stopping()) {
      current.leave();
    }
    Thread.ofVirtual().start(() -> watchForEnd(current));
  }

  private void watchForEnd(Stream current) {
    try {
      while (take() != null) {
        // a client has no reason to send anything now
      }
    } catch (ServerConnectionException gone) {
      // as its end
    }
    current.leave();
  }

  @Override
  public void expire() {
    Phase late = phase;
    Thread.ofVirtual().start(() -> cut(late)); // the watchdog must not block
  }

  private void cut(Phase late) {
    try {
      if (late == Phase.HEAD || late == Phase.BODY) {
        socket.write(BufferData.create(Refusing.TOO_SLOW));
      }
      socket.close();
    } catch (UncheckedIOException gone) {
      // It is closed already, which is what was wanted.
    }
  }

  /** The server stops: nothing new is begun. */
  void stopping() {
    if (deadline.expireIfIdle()) {
      expire();
    }
    Stream current = stream;
    if (current != null) {
      current.leave();
    }
  }

  /** The server has stopped: what is still under way ends now. */
  void abort() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
    cut(Phase.IDLE);
  }

  /** Helidon's own watch over idle connections has nothing to do here. */
  @Override
  public Duration idleTime() {
    return Duration.ZERO;
  }

  @Override
  public void close(boolean interrupt) {
    inner.close(interrupt);
  }

  @Override
  public ListenerContext listenerContext() {
    return helidon.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return helidon.executor();
  }

  @Override
  public DataWriter dataWriter() {
    return helidon.dataWriter();
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public Router router() {
    return helidon.router();
  }

  @Override
  public HelidonSocket serverSocket() {
    return socket;
  }

  @Override
  public PeerInfo remotePeer() {
    return helidon.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return helidon.localPeer();
  }

  @Override
  public boolean isSecure() {
    return false;
  }

  @Override
  public String socketId() {
    return helidon.socketId();
  }

  @Override
  public String childSocketId() {
    return helidon.childSocketId();
  }

  private static long in(Duration wait) {
    return Watchdog.now() + wait.toNanos();
  }
}
