package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Frame;
import comity.panes.HostClient;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is typed while the host takes nothing. */
@Timeout(60)
final class ViewingTest {
  private static final int TYPED = 16 << 10;

  @TempDir private Path folder;

  private static Optional<HostClient> connected(Home home) {
    try {
      return HostClient.connect(home);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  @Tag("SES-10")
  void whatTheHostDoesNotTakeGrowsToALimit() throws Exception {
    Home home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(home.run().resolve("host.sock")));
      CompletableFuture<Optional<HostClient>> comes =
          CompletableFuture.supplyAsync(() -> connected(home), Thread::startVirtualThread);
      try (SocketChannel host = door.accept()) {
        host.write(ByteBuffer.wrap(Frame.hello()));
        try (HostClient client = comes.join().orElseThrow()) {
          byte[] typed = new byte[TYPED];
          long frame = Frame.bytes(Frame.Kind.INPUT, typed, 0, TYPED).length;
          for (long sent = 0; sent < 2 * Viewing.MOST_UNSENT; sent += TYPED) {
            Viewing.handOn(client, typed, TYPED);
          }
          assertThat(client.unsent())
              .isGreaterThan(Viewing.MOST_UNSENT)
              .isLessThanOrEqualTo(Viewing.MOST_UNSENT + frame);
          // Some of it is taken, and what is typed then goes too.
          ByteBuffer read = ByteBuffer.allocate(1 << 20);
          long before = client.unsent();
          while (client.unsent() >= before) {
            read.clear();
            assertThat(host.read(read)).isPositive();
            client.send(new byte[0]);
          }
          while (client.unsent() > Viewing.MOST_UNSENT) {
            read.clear();
            assertThat(host.read(read)).isPositive();
            client.send(new byte[0]);
          }
          long waits = client.unsent();
          Viewing.handOn(client, typed, TYPED);
          assertThat(client.unsent()).isGreaterThan(waits);
        }
      }
    }
  }
}
