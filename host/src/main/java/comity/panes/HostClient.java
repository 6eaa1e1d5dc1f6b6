package comity.panes;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.FrameReader;
import comity.frames.Reply;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Asks the host of a home. One thread may read and another send. */
public final class HostClient implements AutoCloseable {
  private final SocketChannel channel;
  private final FrameReader reader = new FrameReader();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);

  private HostClient(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Comes in at the host of an open home; empty where none runs.
   *
   * @throws IOException where it speaks another version, or goes away
   */
  public static Optional<HostClient> connect(Home home) throws IOException {
    Path socket = HostPlace.socket(home);
    if (!Files.exists(socket)) {
      return Optional.empty();
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException refused) {
      // A host that was killed leaves its socket.
      channel.close();
      return Optional.empty();
    }
    HostClient client = new HostClient(channel);
    try {
      client.send(Frame.hello());
      Frame first = client.next();
      if (!first.isHello()) {
        throw new IOException(
            "the running host of sessions speaks another version of its protocol; its sessions"
                + " must be closed with the comity that started it");
      }
      return Optional.of(client);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Asks, and waits for the answer; nothing else may be on its way. */
  public Reply ask(Ask ask) throws IOException {
    send(Frame.json(Frame.Kind.ASK, ask.toJson()));
    while (true) {
      Frame frame = next();
      if (frame.kind() == Frame.Kind.REPLY) {
        return frame
            .json()
            .flatMap(Reply::read)
            .orElseThrow(() -> new IOException("the host answered what is no answer"));
      }
    }
  }

  /**
   * Sends a frame.
   *
   * @throws EOFException where the host has ended
   */
  public void send(byte[] frame) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(frame);
    synchronized (channel) {
      while (bytes.hasRemaining()) {
        try {
          channel.write(bytes);
        } catch (ClosedChannelException own) {
          throw own;
        } catch (IOException broken) {
          throw gone();
        }
      }
    }
  }

  /**
   * The next frame, once it is there.
   *
   * @throws EOFException where the host has ended
   */
  public Frame next() throws IOException {
    while (true) {
      switch (reader.next()) {
        case FrameReader.Next.Whole(Frame frame) -> {
          return frame;
        }
        case FrameReader.Next.Broken(String why) -> throw new IOException("the host: " + why);
        case FrameReader.Next.Partial _ -> {
          buffer.clear();
          int count = read();
          if (count < 0) {
            throw gone();
          }
          reader.take(buffer.array(), count);
        }
      }
    }
  }

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

  private static EOFException gone() {
    return new EOFException(
        "the host of the sessions has ended; bring them back: comity session restore");
  }

  /** Lets go, from any thread; who waits for a frame gets an error. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
