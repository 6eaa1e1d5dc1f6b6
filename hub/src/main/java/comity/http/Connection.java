package comity.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.Principal;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. All of it happens on one virtual thread; other threads only expire it,
 * tell its stream to end, or close it.
 */
final class Connection implements Runnable, Watchdog.Waiting, ConnectionContext {
  /** For a client that is still sending what nobody reads: so long it may, to get to the answer. */
  static final Duration LINGER = Duration.ofSeconds(2);

  /** Of that, so many bytes are thrown away; a fast sender of more is cut off. */
  private static final long LINGER_BYTES = 64L << 20;

  /** How many connections there are is bounded by the listener. */
  private static final Limit UNLIMITED = FixedLimit.create();

  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final HttpServer server;
  private final Engine engine;
  private final Gate gate;
  private final Wire wire;
  private final ServerConnection http;
  private volatile @Nullable Stream stream;
  private volatile @Nullable Thread thread;

  Connection(SocketChannel channel, InetSocketAddress remote, HttpServer server, Memory memory) {
    this.channel = channel;
    this.remote = remote;
    this.server = server;
    engine = server.engine();
    gate = server.gate();
    wire = new Wire(channel, server.settings(), memory);
    http = engine.on(this);
  }

  InetAddress remote() {
    return remote.getAddress();
  }

  HttpServer server() {
    return server;
  }

  Wire wire() {
    return wire;
  }

  @Override
  public Deadline deadline() {
    return wire.deadline();
  }

  @Override
  public void expire() {
    try {
      if (wire.writing()) {
        channel.close();
      } else {
        channel.shutdownInput(); // the answer 408 still has its way out
      }
    } catch (IOException gone) {
      // It is closed already, which is what was wanted.
    }
  }

  /** The server stops: nothing new is begun. */
  void stopping() {
    if (wire.deadline().expireIfIdle()) {
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
    try {
      channel.close();
    } catch (IOException gone) {
      // It is closed already, which is what was wanted.
    }
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    try (channel) {
      try {
        http.handle(UNLIMITED);
      } catch (CloseConnectionException ended) {
        // Helidon's way to say that there is no next request.
      }
      wire.linger(LINGER, LINGER_BYTES);
    } catch (IOException gone) {
      // The client left or was cut off: there is nobody to tell.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Throwable bug) { // ends this connection, and nothing else
      var _ = gate.fault("a connection", bug);
    } finally {
      wire.release();
      server.closed(this);
    }
  }

  /** Answers a request whose head Helidon has read. */
  void answer(RoutingRequest request, RoutingResponse response) {
    if (!wire.headRead(request.headers().contains(HeaderNames.TRANSFER_ENCODING))) {
      throw Wire.tooSlow();
    }
    new Exchange(this, gate, request, response).answer();
    wire.answered();
  }

  /** This is the last request of the connection; whatever came after it is not looked at. */
  void last() {
    http.close(false);
    wire.over();
  }

  /** Has a stream written, and watches meanwhile whether the client leaves. */
  void stream(Stream current, StreamWork work) throws Exception {
    stream = current;
    if (server.stopping()) {
      current.leave();
    }
    Thread.ofVirtual().start(() -> watchForEnd(current));
    work.run();
  }

  /** What is done while somebody watches. */
  @FunctionalInterface
  interface StreamWork {
    void run() throws Exception;
  }

  /** Reads what a client has no reason to send during a stream, to see it close. */
  private void watchForEnd(Stream current) {
    try {
      ByteBuffer ignored = ByteBuffer.allocate(512);
      long left = LINGER_BYTES;
      int count = 0;
      while (left > 0 && count >= 0) {
        ignored.clear();
        count = channel.read(ignored);
        left -= count;
      }
    } catch (IOException gone) {
      // as its end
    }
    current.leave();
  }

  @Override
  public ListenerContext listenerContext() {
    return engine;
  }

  @Override
  public ExecutorService executor() {
    return engine.executor();
  }

  @Override
  public DataWriter dataWriter() {
    return wire;
  }

  @Override
  public DataReader dataReader() {
    return wire.reader();
  }

  @Override
  public Router router() {
    return engine;
  }

  @Override
  public PeerInfo remotePeer() {
    return new Peer(remote);
  }

  @Override
  public PeerInfo localPeer() {
    return new Peer(new InetSocketAddress(server.settings().bind(), server.port()));
  }

  @Override
  public boolean isSecure() {
    return false;
  }

  @Override
  public String socketId() {
    return "http";
  }

  @Override
  public String childSocketId() {
    return remote.toString();
  }

  /** An end of a connection, without TLS. */
  private record Peer(InetSocketAddress inet) implements PeerInfo {
    @Override
    public SocketAddress address() {
      return inet;
    }

    @Override
    public String host() {
      return inet.getAddress().getHostAddress();
    }

    @Override
    public int port() {
      return inet.getPort();
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
      return Optional.empty();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
      return Optional.empty();
    }
  }
}
