package comity.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenerTest {
  @TempDir Path folder;

  @Test
  void theProcessIsSeenWithItsProgramAndItsFiles() throws IOException {
    Path file = folder.resolve("open");
    try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FileChannel _ =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      Listener listener = Listener.of(port.getLocalPort()).orElseThrow();
      assertThat(listener.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(listener.program()).endsWith("java");
      assertThat(listener.files()).contains(file.toRealPath());
    }
  }

  @Test
  void nobodyHasAPortThatIsFree() throws IOException {
    int free;
    try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = port.getLocalPort();
    }
    assertThat(Listener.of(free)).isEmpty();
  }
}
