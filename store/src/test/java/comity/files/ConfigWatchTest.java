package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.ConfigCheck;
import comity.control.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigWatchTest {
  private static final Duration OFTEN = Duration.ofMillis(5);

  @TempDir private Path folder;
  private final BlockingQueue<ConfigCheck> told = new LinkedBlockingQueue<>();
  private Home home = new Home(Path.of("/"));
  private final List<ConfigWatch> watches = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    home = ConfigFileTest.opened(folder.resolve("home"));
    Files.writeString(home.config(), "hub.port = 1\n");
    watches.add(new ConfigWatch(ConfigFile.of(home), OFTEN));
  }

  private ConfigWatch watch() {
    return watches.getFirst();
  }

  @AfterEach
  void close() {
    watch().close();
  }

  private ConfigCheck next() throws InterruptedException {
    ConfigCheck check = told.poll(30, TimeUnit.SECONDS);
    assertThat(check).as("nothing was told").isNotNull();
    return check == null ? new ConfigCheck.Checked(Configuration.standard()) : check;
  }

  private static int port(ConfigCheck check) {
    return switch (check) {
      case ConfigCheck.Checked(Configuration configuration) -> configuration.hub().port();
      case ConfigCheck.Faulty faulty -> throw new AssertionError(faulty);
    };
  }

  @Test
  void eachChangeIsToldOnce() throws Exception {
    assertThat(port(watch().first())).isEqualTo(1);
    watch().start(told::add);
    write("hub.port = 2\n");
    assertThat(port(next())).isEqualTo(2);
    write("hub.prot = 2\n");
    assertThat(next()).isInstanceOf(ConfigCheck.Faulty.class);
    write("hub.port = 3\n");
    assertThat(port(next())).isEqualTo(3);
    assertThat(told).isEmpty();
  }

  @Test
  void whatChangedBeforeTheStartIsTold() throws Exception {
    Files.writeString(home.config(), "hub.port = 2\n");
    watch().start(told::add);
    assertThat(port(next())).isEqualTo(2);
  }

  @Test
  void replacingRemovingAndMakingAnewAreSeen() throws Exception {
    watch().start(told::add);
    Path other = Files.writeString(folder.resolve("other"), "hub.port = 2\n");
    Files.move(other, home.config(), StandardCopyOption.ATOMIC_MOVE);
    assertThat(port(next())).isEqualTo(2);
    Files.delete(home.config());
    assertThat(port(next())).isEqualTo(7420);
    Files.writeString(home.config(), "hub.port = 4\n");
    assertThat(port(next())).isEqualTo(4);
  }

  @Test
  void theSameBytesAreNoChange() throws Exception {
    watch().start(told::add);
    Files.setLastModifiedTime(home.config(), FileTime.from(Instant.EPOCH));
    write("hub.port = 1\n");
    write("hub.port = 5\n");
    assertThat(port(next())).isEqualTo(5);
    assertThat(told).isEmpty();
  }

  /** In one step, so that no half of it can be seen. */
  private void write(String text) throws IOException {
    Path other = Files.writeString(folder.resolve("other"), text);
    Files.move(other, home.config(), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void whatCannotBeReadIsAFaultAndThenOver() throws Exception {
    watch().start(told::add);
    Files.delete(home.config());
    Files.createDirectory(home.config());
    ConfigCheck check = next();
    while (check instanceof ConfigCheck.Checked) {
      check = next(); // the moment in which it was not there
    }
    assertThat(((ConfigCheck.Faulty) check).faults().getFirst().message())
        .contains("is no regular file");
    Files.delete(home.config());
    Files.writeString(home.config(), "hub.port = 1\n");
    check = next();
    while (port(check) != 1) {
      check = next();
    }
  }

  @Test
  void aListenerThatFailsHearsTheNextChange() throws Exception {
    watch()
        .start(check -> {
          told.add(check);
          throw new IllegalStateException("a fault of the listener's");
        });
    write("hub.port = 2\n");
    next();
    write("hub.port = 3\n");
    assertThat(port(next())).isEqualTo(3);
  }

  @Test
  void afterClosingNothingIsTold() throws Exception {
    watch().start(told::add);
    write("hub.port = 2\n");
    next();
    watch().close();
    write("hub.port = 3\n");
    assertThat(told.poll(50, TimeUnit.MILLISECONDS)).isNull();
  }
}
