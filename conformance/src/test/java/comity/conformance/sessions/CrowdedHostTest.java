package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host at which more come in than it may have files open. */
@Timeout(240)
final class CrowdedHostTest {
  private static final int FILES = 200;

  private static final Duration WATCHED = Duration.ofSeconds(3);

  @TempDir private Path folder;

  private static void limit(long pid, int files) throws IOException, InterruptedException {
    Process limit =
        new ProcessBuilder("prlimit", "--pid", "" + pid, "--nofile=" + files + ":")
            .inheritIO()
            .start();
    assertThat(limit.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(limit.exitValue()).as("prlimit of util-linux").isZero();
  }

  @Test
  @Tag("SES-10")
  void whoCannotBeLetInCostsNothingAndIsLetInLater() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String id = HostProcess.id(host.done(HostProcess.begin(folder, "cat")));
      limit(host.pid(), FILES);
      List<SocketChannel> crowd = new ArrayList<>();
      try {
        // Some more than the limit wait at the door, where there is room for 128.
        for (long i = host.descriptors(); i < FILES + 50; i++) {
          SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
          crowd.add(one);
          one.connect(UnixDomainSocketAddress.of(home.run().resolve("host.sock")));
        }
        Eventually.is(() -> host.descriptors() >= FILES - 1);
        long before = host.ticks();
        LockSupport.parkNanos(WATCHED.toNanos());
        assertThat(host.ticks() - before).as("hundredths of a second in three").isLessThan(60);
      } finally {
        for (SocketChannel one : crowd) {
          one.close();
        }
      }
      assertThat(host.done(new Ask.Show(id)).string("state")).contains("open");
      assertThat(HostProcess.errors(home).lines())
          .as("told when it begins, which may be more than once as the crowd goes")
          .hasSizeBetween(1, 5)
          .allMatch(line -> line.contains("nobody can come in at the socket"));
    }
  }
}
