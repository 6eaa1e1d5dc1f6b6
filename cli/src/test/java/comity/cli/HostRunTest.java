package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.panes.SessionHost;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that can't have its home. */
@Timeout(60)
final class HostRunTest {
  @TempDir private Path folder;

  @Test
  @Tag("SES-10")
  void whoNeitherAnswersNorEndsIsWaitedForNoLonger() throws Exception {
    Home home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Context context =
        new Context(
            new Surroundings(
                new ByteArrayInputStream(new byte[0]),
                none,
                none,
                Map.of(Home.VARIABLE, home.root().toString()),
                folder,
                folder,
                "comity",
                folder.resolve("comity"),
                0),
            new Globals(null, null, null, false, false));
    Path lock = SessionHost.lock(home);
    try (FileChannel other =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();
      assertThat(new HostRun().run(context, Duration.ofMillis(300)))
          .isInstanceOfSatisfying(
              Outcome.Failure.class,
              failure -> {
                assertThat(failure.code()).isEqualTo(ExitCode.UNREACHABLE);
                assertThat(failure.line())
                    .contains("locked " + lock + ", and neither answers nor ends", "fuser " + lock);
              });
    }
  }
}
