package comity.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A connection to another server, plain or under TLS, that a {@link Watchdog} can cut. */
final class Wire implements Watchdog.Waiting, AutoCloseable {
  private final SocketChannel channel;
  private final Deadline deadline;
  private final Endpoint endpoint;
  private final InetAddress address;
  private final OutputStream out;
  private final Input input;
  private boolean used;

  /** Whom a connection is to; two requests share one only where all of it is the same. */
  record Endpoint(boolean tls, String host, int port) {
    /** As it stands in {@code Host}. */
    String authority() {
      return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }
  }

  private Wire(
      SocketChannel channel,
      Deadline deadline,
      Endpoint endpoint,
      InetAddress address,
      InputStream in,
      OutputStream out) {
    this.channel = channel;
    this.deadline = deadline;
    this.endpoint = endpoint;
    this.address = address;
    this.out = out;
    input = new Input(in::read);
  }

  /**
   * Connects to exactly this address; TLS must prove the endpoint's host.
   *
   * @param until of {@link Watchdog#now}: when it must be connected
   */
  static Wire connect(
      Endpoint endpoint,
      InetAddress address,
      long until,
      Watchdog watchdog,
      Supplier<SSLSocketFactory> tls)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    Connecting connecting = new Connecting(channel, new Deadline(until));
    watchdog.watch(connecting);
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(new InetSocketAddress(address, endpoint.port()));
      InputStream in = channel.socket().getInputStream();
      OutputStream out = channel.socket().getOutputStream();
      if (endpoint.tls()) {
        String host = endpoint.host().replaceAll("^\\[|]$", "");
        SSLSocket secure =
            (SSLSocket) tls.get().createSocket(channel.socket(), host, endpoint.port(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // else no name is checked
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        in = secure.getInputStream();
        out = secure.getOutputStream();
      }
      if (!connecting.deadline.move(Deadline.NONE)) {
        throw new IOException("connecting took too long");
      }
      return new Wire(channel, connecting.deadline, endpoint, address, in, out);
    } catch (IOException | RuntimeException e) {
      channel.close();
      if (connecting.deadline.expired()) {
        throw new IOException("connecting took too long", e);
      }
      throw e;
    } finally {
      watchdog.forget(connecting);
    }
  }

  private record Connecting(SocketChannel channel, Deadline deadline) implements Watchdog.Waiting {
    @Override
    public void expire() {
      cut(channel);
    }
  }

  Endpoint endpoint() {
    return endpoint;
  }

  InetAddress address() {
    return address;
  }

  Input input() {
    return input;
  }

  OutputStream out() {
    return out;
  }

  /** Whether a request was made on it before. */
  boolean used() {
    return used;
  }

  void use() {
    used = true;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void expire() {
    cut(channel);
  }

  /** Whether the other end has neither closed it nor said anything that nobody asked for. */
  boolean quiet() {
    try {
      channel.configureBlocking(false);
      boolean quiet = input.available() == 0 && channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return quiet;
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public void close() {
    cut(channel);
  }

  private static void cut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      // It is closed already, which is what was wanted.
    }
  }
}
