package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.files.HomeLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir Path folder;

  private Path home;
  private int port;

  @BeforeEach
  void aHomeThatIsWell() throws IOException {
    home = folder.resolve(".comity");
    Files.createDirectory(
        home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    config("[hub]\nport = " + port + "\n");
  }

  private void config(String text) throws IOException {
    Path file = home.resolve("config.toml");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private void finds(String line) {
    Ran ran = Ran.in(folder, "doctor");
    assertThat(ran.code()).as(ran.out()).isEqualTo(1);
    assertThat(ran.out()).contains("WRONG  " + line);
    assertThat(ran.err()).contains("of the checks found something wrong");
  }

  @Test
  void findsNothingWhereAllIsWell() {
    Ran ran = Ran.in(folder, "doctor", "--json");
    assertThat(ran.code()).as(ran.out()).isZero();
    assertThat(Table.objects(ProgramTest.json(ran.out()), "checks")).hasSizeGreaterThan(7);
    assertThat(Ran.in(folder, "doctor").out()).doesNotContain("WRONG");
  }

  @Test
  void namesWhatIsWrongInTheFileOfProviders() throws IOException {
    Path file = home.resolve("providers.toml");
    Files.writeString(file, "[claude]\nresum = []\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    finds("providers: " + file + ":2");
    Files.writeString(file, "[claude]\nprograms = [\"claude\"]\n");
    assertThat(Ran.in(folder, "doctor").out()).contains("ok     providers: " + file);
  }

  @Test
  void namesFileLineAndColumnOfAWrongConfiguration() throws IOException {
    config("[hub]\nport = " + port + "\nprot = 1\n");
    finds("configuration: " + home + "/config.toml:3:1: ");
  }

  @Test
  void seesWhatOthersMayOpen() throws IOException {
    Files.setPosixFilePermissions(
        home.resolve("config.toml"), PosixFilePermissions.fromString("rw-r--r--"));
    finds("permissions: " + home + "/config.toml can be opened by others (rw-r--r--)");
  }

  @Test
  void seesAPortThatAnotherProgramHas() throws IOException {
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      finds("port: port " + taken.getLocalPort() + " on 127.0.0.1 is taken by process ");
    }
  }

  @Test
  void seesAStoreThatIsNone() throws IOException {
    Files.writeString(home.resolve("hub.db"), "not a database at all");
    Files.setPosixFilePermissions(
        home.resolve("hub.db"), PosixFilePermissions.fromString("rw-------"));
    finds("store: " + home + "/hub.db is no database");
  }

  @Test
  void seesAHomeThatIsNoFolder() throws IOException {
    Files.delete(home.resolve("config.toml"));
    Files.delete(home);
    Files.writeString(home, "");
    finds("home: " + home + " is no folder");
  }

  @Test
  void seesAClockThatWentBack() throws IOException {
    Path segment = Files.createDirectory(home.resolve("journal")).resolve("1");
    Files.writeString(segment, "");
    Files.setLastModifiedTime(segment, FileTime.from(Instant.now().plus(Duration.ofHours(2))));
    assertThat(Ran.in(folder, "doctor").out())
        .contains("look   clock: ")
        .contains("did it go back?");
  }

  @Test
  void seesAHubThatIsGone() throws IOException {
    Files.createDirectory(home.resolve("run"));
    Files.setPosixFilePermissions(
        home.resolve("run"), PosixFilePermissions.fromString("rwx------"));
    Files.writeString(
        home.resolve("run/hub.json"),
        "{\"pid\":1,\"url\":\"http://127.0.0.1:" + port + "\",\"token\":\"x\"}");
    assertThat(Ran.in(folder, "doctor").out()).contains("hub: not running");
    HomeLock.Taking taken = HomeLock.take(new Home(home), 1);
    try (HomeLock _ = ((HomeLock.Taking.Taken) taken).lock()) {
      assertThat(Ran.in(folder, "doctor").out())
          .contains("look   hub: it announced itself and does not answer");
    }
    assertThat(Ran.in(folder, "status").code()).isEqualTo(5);
    assertThat(Ran.in(folder, "agent", "list").code()).isEqualTo(5);
  }
}
