package comity.conformance.messages;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A wire to a hub that is cut at random: each connection carries some bytes one way or the other
 * and then breaks, which may be before a request, in its middle, or after the hub has answered but
 * before the answer is seen. Sometimes nothing listens for a while.
 */
final class Link implements AutoCloseable {
  /** A message has about 700 bytes: some connections carry a dozen, others none. */
  private static final int MOST_SENT = 8_000;

  /** An answer has about 300 bytes. */
  private static final int MOST_ANSWERED = 3_000;

  private static final int MOST_MILLIS_AWAY = 400;

  private final int target;
  private final Random random;
  private final int port;
  private final AtomicInteger cuts = new AtomicInteger();
  private @Nullable ServerSocket listening;
  private boolean closed;
  private boolean healed;

  Link(int target, Random random) throws IOException {
    this.target = target;
    this.random = random;
    this.port = listen(0);
  }

  /** The port at which it takes connections. */
  int port() {
    return port;
  }

  /** How often it was cut. */
  int cuts() {
    return cuts.get();
  }

  /** Cuts no more. */
  synchronized void heal() {
    healed = true;
  }

  private synchronized int listen(int at) throws IOException {
    ServerSocket server = new ServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
    } catch (IOException e) {
      server.close();
      throw e;
    }
    if (closed) {
      server.close();
    }
    listening = server;
    Thread.ofVirtual().start(() -> accept(server));
    return server.getLocalPort();
  }

  private void accept(ServerSocket server) {
    try {
      while (true) {
        Socket near = server.accept();
        Thread.ofVirtual().start(() -> carry(near));
      }
    } catch (IOException goneForAWhile) {
      // The next one listens at the same port.
    }
  }

  private void carry(Socket near) {
    long forth = Long.MAX_VALUE;
    long back = Long.MAX_VALUE;
    synchronized (this) {
      if (!healed && random.nextBoolean()) {
        forth = random.nextInt(MOST_SENT);
      } else if (!healed) {
        back = random.nextInt(MOST_ANSWERED);
      }
    }
    long most = forth;
    try (near;
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target)) {
      Thread way = Thread.ofVirtual().start(() -> pump(near, far, most));
      pump(far, near, back);
      way.join();
    } catch (IOException targetIsDown) {
      // The same as a cut.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Carries bytes until one side ends or the limit is reached; then both sides are closed. */
  private void pump(Socket from, Socket to, long limit) {
    byte[] buffer = new byte[8192];
    long left = limit;
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      while (true) {
        int read = in.read(buffer);
        if (read < 0) {
          return;
        }
        out.write(buffer, 0, (int) Math.min(read, left));
        left -= read;
        if (left <= 0) {
          cut();
          return;
        }
      }
    } catch (IOException closedByTheOtherWay) {
      // Both ways end together.
    }
  }

  private synchronized void cut() {
    cuts.incrementAndGet();
    if (!healed && !closed && listening != null && random.nextInt(6) == 0) {
      end(listening);
      listening = null;
      later(this::comeBack, random.nextInt(MOST_MILLIS_AWAY));
    }
  }

  private synchronized void comeBack() {
    if (closed) {
      return;
    }
    try {
      listen(port);
    } catch (IOException taken) {
      // For now the port is the near end of somebody's connection.
      later(this::comeBack, MOST_MILLIS_AWAY);
    }
  }

  private static void later(Runnable work, int millis) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(work);
  }

  private static void end(ServerSocket server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (listening != null) {
      end(listening);
    }
  }
}
