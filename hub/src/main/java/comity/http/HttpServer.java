package comity.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An HTTP/1.1 server: Helidon's, with the bounds that it lacks ({@code Connection}). */
public final class HttpServer implements AutoCloseable {
  /** Connections that wait to be accepted; a burst of them is accepted in some milliseconds. */
  private static final int BACKLOG = 1_024;

  /** What every browser stays under; longer paths and queries carry data that belongs in a body. */
  private static final int MAX_LINE = 8_192;

  /** Enough for a big cookie and a token; each open connection may hold this much. */
  static final int MAX_HEADERS = 16_384;

  /** Connections above the bound that are accepted for as long as it takes to say so. */
  private static final int TURNED_AWAY = 64;

  /** Requests have had their time before Helidon is stopped. */
  private static final Duration GRACE = Duration.ofMillis(100);

  /**
   * Below SEVERE Helidon tells of clients that left or sent nonsense, and of its own start; kept
   * here, for the logging of the JDK forgets a level that nobody holds.
   */
  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  /** Tells of a start that failed, with its stack; {@link #start} says that in one line. */
  private static final Logger STARTER = Logger.getLogger("io.helidon.webserver.LoomServer");

  static {
    HELIDON.setLevel(Level.SEVERE);
    STARTER.setLevel(Level.OFF);
  }

  private final HttpSettings settings;
  private final HttpLog log;
  private final WebServer helidon;
  private final Watchdog watchdog;
  private final Gate gate;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
  private final AtomicLong warned = new AtomicLong(Long.MIN_VALUE);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closed = lock.newCondition();
  private volatile boolean stopping;

  private HttpServer(HttpSettings settings, Routes routes, HttpLog log) {
    this.settings = settings;
    this.log = log;
    gate = new Gate(routes, settings, log);
    Duration least = settings.deadlines().shortest();
    watchdog =
        Watchdog.start(
            "http-watchdog", least.compareTo(Connection.LINGER) < 0 ? least : Connection.LINGER);
    Http1Config http1 =
        Http1Config.builder()
            .maxPrologueLength(MAX_LINE)
            .maxHeadersSize(MAX_HEADERS)
            .validatePath(false) // Target is stricter, and takes the absolute form
            .sendKeepAliveHeader(false)
            .build();
    helidon =
        WebServer.builder()
            .bindAddress(new InetSocketAddress(settings.bind(), settings.port()))
            .backlog(BACKLOG)
            .shutdownHook(false)
            .shutdownGracePeriod(GRACE)
            .connectionOptions(o -> o.tcpNoDelay(true))
            .maxTcpConnections(settings.maxConnections() + TURNED_AWAY)
            .maxPayloadSize(settings.bodyCeiling())
            .contentEncoding(e -> e.contentEncodingsDiscoverServices(false))
            .mediaContext(m -> m.mediaSupportsDiscoverServices(false))
            .protocolsDiscoverServices(false)
            .featuresDiscoverServices(false)
            .directHandlers(Exchange.refusals())
            .addConnectionSelector(
                new Selector(Http1ConnectionSelector.builder().config(http1).build()))
            .addRouting(
                HttpRouting.builder().any(new Exchange(this, new Memory(settings.bodyMemory()))))
            .build();
  }

  /**
   * Listens and answers until {@link #stop}.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static HttpServer start(HttpSettings settings, Routes routes, HttpLog log)
      throws IOException {
    HttpServer server = new HttpServer(settings, routes, log);
    try {
      server.helidon.start();
      if (!server.helidon.isRunning()) {
        throw new IOException("the address is taken, or not this machine's");
      }
    } catch (IOException | RuntimeException e) {
      server.watchdog.stop();
      String where = settings.bind().getHostAddress() + " port " + settings.port();
      throw new IOException("cannot listen on " + where + ": " + e.getMessage(), e);
    }
    return server;
  }

  /** The port it listens on. */
  public int port() {
    return helidon.port();
  }

  /** How many connections are open. */
  public int connections() {
    return open.get();
  }

  HttpSettings settings() {
    return settings;
  }

  Gate gate() {
    return gate;
  }

  boolean stopping() {
    return stopping;
  }

  /**
   * Takes no more connections, lets the requests that are under way be answered, and ends those
   * that are not within {@code patience}.
   */
  public void stop(Duration patience) {
    stopping = true;
    for (Watchdog.Waiting waiting : watchdog.watched()) {
      ((Connection) waiting).stopping();
    }
    if (!awaitClosed(patience)) {
      for (Watchdog.Waiting waiting : watchdog.watched()) {
        ((Connection) waiting).abort();
      }
    }
    helidon.stop();
    watchdog.stop();
  }

  /** {@link #stop} without patience. */
  @Override
  public void close() {
    stop(Duration.ZERO);
  }

  private boolean awaitClosed(Duration patience) {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (open.get() > 0) {
        if (left <= 0) {
          return false;
        }
        left = closed.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  void closed(Connection connection) {
    watchdog.forget(connection);
    leave(connection.remote());
    if (stopping) {
      lock.lock();
      try {
        closed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Gives each connection to Helidon's HTTP/1.1, or turns it away. */
  private final class Selector implements ServerConnectionSelector {
    private final ServerConnectionSelector http1;

    Selector(ServerConnectionSelector http1) {
      this.http1 = http1;
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
      InetAddress remote = ((InetSocketAddress) context.remotePeer().address()).getAddress();
      if (stopping || !enter(remote)) {
        warn("too many connections; the last one refused is from " + remote.getHostAddress());
        return new Refusing(context.serverSocket());
      }
      Connection connection = new Connection(context, remote, HttpServer.this, http1);
      watchdog.watch(connection);
      return connection;
    }

    @Override
    public int bytesToIdentifyConnection() {
      return 0;
    }

    @Override
    public Support supports(BufferData data) {
      return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
      return Set.of("http/1.1");
    }
  }

  private boolean enter(InetAddress remote) {
    if (open.incrementAndGet() > settings.maxConnections()) {
      open.decrementAndGet();
      return false;
    }
    if (!remote.isLoopbackAddress()
        && openByAddress.merge(remote, 1, Integer::sum) > settings.maxConnectionsPerAddress()) {
      leave(remote);
      return false;
    }
    return true;
  }

  private void leave(InetAddress remote) {
    open.decrementAndGet();
    if (!remote.isLoopbackAddress()) {
      openByAddress.computeIfPresent(remote, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private void warn(String text) {
    long second = Watchdog.now() / 1_000_000_000L;
    if (warned.getAndSet(second) != second) {
      log.warning(text);
    }
  }
}
