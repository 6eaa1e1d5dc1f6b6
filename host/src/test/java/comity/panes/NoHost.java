package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Frame;
import comity.frames.Reply;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What listens in the place of a host: this process, which is none. */
final class NoHost implements AutoCloseable {
  private final Home home;
  private final ServerSocketChannel door;

  NoHost(Path folder) throws IOException {
    home = new Home(folder);
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    // Room for one who waits, and the system gives one more.
    door.bind(socket(), 1);
  }

  Home home() {
    return home;
  }

  UnixDomainSocketAddress socket() {
    return UnixDomainSocketAddress.of(HostPlace.socket(home));
  }

  /** Lets the next one in, and greets. */
  CompletableFuture<SocketChannel> greet() {
    return soon(() -> {
      SocketChannel came = door.accept();
      ByteBuffer hello = ByteBuffer.wrap(Frame.hello());
      came.read(ByteBuffer.allocate(Frame.hello().length));
      came.write(hello);
      return came;
    });
  }

  /** One who was greeted, and the other end of it. */
  record Met(HostClient client, SocketChannel end) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try (client) {
        end.close();
      }
    }

    /** What is sent to it is read until this is full. */
    void read(ByteBuffer into) throws IOException {
      while (into.hasRemaining()) {
        assertThat(end.read(into)).isPositive();
      }
    }

    void reply(Reply reply) throws IOException {
      NoHost.reply(end, reply);
    }
  }

  static void reply(SocketChannel to, Reply reply) throws IOException {
    to.write(ByteBuffer.wrap(Frame.json(Frame.Kind.REPLY, reply.toJson())));
  }

  /** Somebody comes in. */
  Met meet() throws IOException {
    CompletableFuture<SocketChannel> greeted = greet();
    return new Met(HostClient.connect(home).orElseThrow(), greeted.join());
  }

  /** Does it on a thread of its own. */
  static <T> CompletableFuture<T> soon(Callable<T> what) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return what.call();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        Thread::startVirtualThread);
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
