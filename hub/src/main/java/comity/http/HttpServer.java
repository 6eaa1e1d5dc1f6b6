package comity.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An HTTP/1.1 server: accepts connections and gives each a virtual thread. */
public final class HttpServer implements AutoCloseable {
  /** Connections that wait to be accepted; a burst of them is accepted in some milliseconds. */
  private static final int BACKLOG = 1_024;

  /** The pause after an accept that failed for want of descriptors or memory. */
  private static final long RETRY_MILLIS = 50;

  private final HttpSettings settings;
  private final HttpLog log;
  private final ServerSocketChannel listener;
  private final int port;
  private final Watchdog watchdog;
  private final Gate gate;
  private final Engine engine;
  private final Memory memory;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();
  private final AtomicLong warned = new AtomicLong(Long.MIN_VALUE);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closed = lock.newCondition();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean stopping;

  private HttpServer(
      HttpSettings settings, Routes routes, HttpLog log, ServerSocketChannel listener)
      throws IOException {
    this.settings = settings;
    this.log = log;
    this.listener = listener;
    port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    gate = new Gate(routes, settings, log);
    engine = new Engine(settings);
    memory = new Memory(settings.bodyMemory());
    Duration least = settings.deadlines().shortest();
    watchdog =
        Watchdog.start(
            "http-watchdog", least.compareTo(Connection.LINGER) < 0 ? least : Connection.LINGER);
  }

  /**
   * Listens and answers until {@link #stop}.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static HttpServer start(HttpSettings settings, Routes routes, HttpLog log)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(settings.bind(), settings.port());
    ServerSocketChannel listener = ServerSocketChannel.open();
    HttpServer server;
    try {
      listener.bind(address, BACKLOG);
      server = new HttpServer(settings, routes, log, listener);
    } catch (IOException e) {
      listener.close();
      String where = settings.bind().getHostAddress() + " port " + settings.port();
      throw new IOException("cannot listen on " + where + ": " + e.getMessage(), e);
    }
    Thread.ofPlatform().name("http-listener").start(server::accept);
    return server;
  }

  /** The port it listens on. */
  public int port() {
    return port;
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

  Engine engine() {
    return engine;
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
    stopped.countDown();
    try {
      listener.close();
    } catch (IOException e) {
      log.warning("closing the listener: " + e.getMessage());
    }
    for (Watchdog.Waiting waiting : watchdog.watched()) {
      ((Connection) waiting).stopping();
    }
    if (!awaitClosed(patience)) {
      for (Watchdog.Waiting waiting : watchdog.watched()) {
        ((Connection) waiting).abort();
      }
    }
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

  private void accept() {
    while (!stopping) {
      try {
        admit(listener.accept());
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        if (!stopping) {
          warn("accepting a connection: " + e);
          pause();
        }
      }
    }
  }

  /** Descriptors or memory have run out; the listener must outlive that. */
  private void pause() {
    try {
      var _ = stopped.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      warn("the listener was interrupted");
    }
  }

  private void admit(SocketChannel channel) throws IOException {
    InetSocketAddress remote;
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      remote = (InetSocketAddress) channel.getRemoteAddress();
    } catch (IOException gone) {
      channel.close();
      return;
    }
    if (!enter(remote.getAddress())) {
      warn("too many connections; the last one refused is from " + remote.getAddress());
      Refusing.refuse(channel);
      return;
    }
    Connection connection = new Connection(channel, remote, this, memory);
    watchdog.watch(connection);
    Thread.ofVirtual().start(connection);
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
