package comity.panes;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.FrameReader;
import comity.frames.Reply;
import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Asks the host of a home. One thread may read and another send.
 *
 * <p>A host that is stopped, or a program that has its socket and is none, would be waited for
 * without end: so nothing here waits but for what it is to read, and that as long as it is told.
 * What the host does not take at once is kept, and goes while the answer is waited for.
 */
public final class HostClient implements AutoCloseable {
  /**
   * A host lets in, greets, and answers what it knows within milliseconds, and within a second or
   * two where it has just been started on a machine that is busy.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** There is no such session, which the host knows. */
  private static final Ask NOTHING = new Ask.Show("");

  private static final long KNOCK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Home home;
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final FrameReader reader = new FrameReader();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);

  /** What the host has not taken yet; guarded by itself, as {@link #unsent} is. */
  private final Deque<ByteBuffer> waiting = new ArrayDeque<>();

  private long unsent;

  private HostClient(Home home, SocketChannel channel, Selector selector, SelectionKey key) {
    this.home = home;
    this.channel = channel;
    this.selector = selector;
    this.key = key;
  }

  /** Has the channel from now on: it is closed where this fails. */
  private static HostClient over(Home home, SocketChannel channel) throws IOException {
    Selector selector = null;
    SelectionKey key = null;
    try {
      selector = Selector.open();
      key = channel.register(selector, SelectionKey.OP_READ);
      return new HostClient(home, channel, selector, key);
    } finally {
      if (key == null) {
        close(channel, selector);
      }
    }
  }

  /**
   * Comes in at the host of an open home; empty where none runs.
   *
   * @throws SilentHostException where it has not answered within {@link #PATIENCE}
   * @throws IOException where it speaks another version, or goes away
   */
  public static Optional<HostClient> connect(Home home) throws IOException {
    return connect(home, Deadline.in(PATIENCE));
  }

  /** As {@link #connect(Home)}, until then. */
  public static Optional<HostClient> connect(Home home, Deadline until) throws IOException {
    Path socket = HostPlace.socket(home);
    if (!Files.exists(socket)) {
      return Optional.empty();
    }
    Duration patience = until.left();
    Optional<SocketChannel> channel = knock(home, socket, until);
    if (channel.isEmpty()) {
      return Optional.empty();
    }
    HostClient client = over(home, channel.get());
    try {
      client.send(Frame.hello());
      Frame first = client.next(until).orElseThrow(() -> SilentHostException.of(home, patience));
      if (!first.isHello()) {
        throw new IOException(
            "the running host of sessions speaks another version of its protocol; its sessions"
                + " must be closed with the comity that started it");
      }
      return Optional.of(client);
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  private static Optional<SocketChannel> knock(Home home, Path socket, Deadline until)
      throws IOException {
    Duration patience = until.left();
    while (true) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      boolean in = false;
      try {
        channel.configureBlocking(false);
        in = channel.connect(UnixDomainSocketAddress.of(socket));
      } catch (ConnectException | BindException nobody) {
        // A host that was killed leaves its socket.
        return Optional.empty();
      } catch (SocketException full) {
        // As many as there is room for wait at the door, or it has just been taken away.
        if (!Files.exists(socket)) {
          return Optional.empty();
        }
      } finally {
        if (!in) {
          channel.close();
        }
      }
      if (in) {
        return Optional.of(channel);
      }
      if (until.isOver()) {
        throw SilentHostException.of(home, patience);
      }
      LockSupport.parkNanos(KNOCK_AGAIN_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new ClosedByInterruptException();
      }
    }
  }

  /**
   * Asks, and waits for the answer; nothing else may be on its way. What is answered from what the
   * host knows has come within {@link #PATIENCE}. What it has to do first, or what has to happen,
   * may take any time: that is waited for as long as the host answers something else meanwhile.
   *
   * @throws SilentHostException where it does not
   */
  public Reply ask(Ask ask) throws IOException {
    return ask(ask, Deadline.NEVER);
  }

  /** As {@link #ask(Ask)}, and no longer than until then. */
  public Reply ask(Ask ask, Deadline until) throws IOException {
    return ask(ask, until, PATIENCE);
  }

  /** The same with so much patience. */
  Reply ask(Ask ask, Deadline until, Duration patience) throws IOException {
    send(Frame.json(Frame.Kind.ASK, ask.toJson()));
    Deadline now = until.orIn(patience);
    Duration waited = now.left();
    while (true) {
      Optional<Frame> frame = next(now);
      if (frame.isEmpty()) {
        if (isKnown(ask) || until.isOver()) {
          throw SilentHostException.of(home, waited);
        }
        try {
          proveThatItAnswers(until.orIn(patience));
          now = until.orIn(patience);
        } catch (IOException silent) {
          // What was asked for may have come meanwhile.
          frame = next(Deadline.in(Duration.ZERO));
          if (frame.isEmpty()) {
            throw silent;
          }
        }
      }
      if (frame.isPresent() && frame.get().kind() == Frame.Kind.REPLY) {
        return frame
            .get()
            .json()
            .flatMap(Reply::read)
            .orElseThrow(() -> new IOException("the host answered what is no answer"));
      }
    }
  }

  /** Whether it is answered from what the host knows. */
  private static boolean isKnown(Ask ask) {
    return switch (ask) {
      case Ask.Sessions _,
          Ask.Show _,
          Ask.Logs _,
          Ask.Screen _,
          Ask.Watch _,
          Ask.Attach _,
          Ask.Detach _ ->
          true;
      case Ask.Begin _, Ask.Stop _, Ask.Restore _, Ask.Await _ -> false;
    };
  }

  /** Asks it something that it knows, from beside: here its answer is still to come. */
  private void proveThatItAnswers(Deadline until) throws IOException {
    Optional<HostClient> beside = connect(home, until);
    if (beside.isPresent()) {
      try (HostClient other = beside.get()) {
        Reply _ = other.ask(NOTHING, until);
      }
    }
    // Else its socket is gone: it goes on where its home was moved, or the end is read here.
  }

  /**
   * Sends a frame, and never waits: what the host does not take now goes while {@link #next} waits.
   *
   * @throws EOFException where the host has ended
   */
  public void send(byte[] frame) throws IOException {
    synchronized (waiting) {
      waiting.add(ByteBuffer.wrap(frame));
      unsent += frame.length;
    }
    if (!flush()) {
      // Whoever waits for a frame does not know yet that there is something to be sent.
      selector.wakeup();
    }
  }

  /** How many bytes the host has not taken yet. */
  public long unsent() {
    synchronized (waiting) {
      return unsent;
    }
  }

  /** Whether all is sent. */
  private boolean flush() throws IOException {
    synchronized (waiting) {
      while (!waiting.isEmpty()) {
        ByteBuffer first = waiting.getFirst();
        try {
          unsent -= channel.write(first);
        } catch (ClosedChannelException own) {
          throw own;
        } catch (IOException broken) {
          throw gone();
        }
        if (first.hasRemaining()) {
          return false;
        }
        waiting.removeFirst();
      }
      return true;
    }
  }

  /**
   * The next frame, once it is there.
   *
   * @throws EOFException where the host has ended
   */
  public Frame next() throws IOException {
    return next(Deadline.NEVER).orElseThrow();
  }

  /** The same; empty where it is not there until then. */
  private Optional<Frame> next(Deadline until) throws IOException {
    while (true) {
      switch (reader.next()) {
        case FrameReader.Next.Whole(Frame frame) -> {
          return Optional.of(frame);
        }
        case FrameReader.Next.Broken(String why) -> throw new IOException("the host: " + why);
        case FrameReader.Next.Partial _ -> {
          buffer.clear();
          int count = read();
          if (count < 0) {
            throw gone();
          }
          reader.take(buffer.array(), count);
          if (count == 0) {
            if (until.isOver()) {
              return Optional.empty();
            }
            await(until);
          }
        }
      }
    }
  }

  /** How many bytes are there now. */
  private int read() throws IOException {
    try {
      return channel.read(buffer);
    } catch (ClosedChannelException own) {
      throw own;
    } catch (IOException reset) {
      // It was killed before it had read all that was sent.
      return -1;
    }
  }

  /** Waits until there is something to be read, and sends meanwhile what is to be sent. */
  private void await(Deadline until) throws IOException {
    boolean sent;
    try {
      sent = flush();
    } catch (EOFException ended) {
      // What it said before is still to be read.
      sent = true;
    }
    try {
      key.interestOps(sent ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      selector.select(_ -> {}, until.millis());
    } catch (ClosedSelectorException | CancelledKeyException closed) {
      throw new AsynchronousCloseException();
    }
    if (Thread.currentThread().isInterrupted()) {
      close();
      throw new ClosedByInterruptException();
    }
  }

  private static EOFException gone() {
    return new EOFException(
        "the host of the sessions has ended; bring them back: comity session restore");
  }

  /** Lets go, from any thread; who waits for a frame gets an error. */
  @Override
  public void close() throws IOException {
    close(channel, selector);
  }

  private static void close(SocketChannel channel, @Nullable Selector selector) throws IOException {
    try {
      channel.close();
    } finally {
      if (selector != null) {
        selector.close();
      }
    }
  }
}
