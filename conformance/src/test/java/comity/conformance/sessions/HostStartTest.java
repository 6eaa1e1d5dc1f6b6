package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that is started while the one before is about to end. */
@Timeout(240)
final class HostStartTest {
  @TempDir private Path folder;

  /** Ends, as a host does, while others come in: they are shown the door without a greeting. */
  private static void endsSlowly(FileChannel lock, ServerSocketChannel door, Path socket) {
    try {
      for (int i = 0; i < 3; i++) {
        door.accept().close();
      }
      Files.delete(socket);
      door.close();
      lock.close();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  @Tag("SES-10")
  void itTakesThePlaceOfOneThatEndsWhileItIsGreeted() throws Exception {
    Home home = HostProcess.home(folder);
    Path socket = home.run().resolve("host.sock");
    FileChannel lock =
        FileChannel.open(
            home.run().resolve("host.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    assertThat(lock.tryLock()).isNotNull();
    ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    door.bind(UnixDomainSocketAddress.of(socket));
    CompletableFuture<Void> ending =
        CompletableFuture.runAsync(
            () -> endsSlowly(lock, door, socket), Thread::startVirtualThread);
    try (HostProcess host = HostProcess.start(home)) {
      ending.join();
      assertThat(HostProcess.id(host.done(HostProcess.begin(folder, "cat")))).isNotEmpty();
    }
  }
}
