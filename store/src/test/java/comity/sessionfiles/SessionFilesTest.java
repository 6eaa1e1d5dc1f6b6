package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.ConfigFile;
import comity.files.FileException;
import comity.files.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SessionFilesTest {
  @TempDir private Path folder;

  @Test
  @Tag("SES-11")
  void theNextHostRemovesWhatOneThatWasKilledLeftHalfWritten() throws IOException {
    Path sessions = Files.createDirectories(folder.resolve("sessions"));
    Path half = Files.writeString(sessions.resolve(".abcdefgh.json.1234.tmp"), "{\"id\":\"ab");
    Path log = Files.writeString(sessions.resolve(".abcdefgh.log.77.tmp"), "half a li");
    Path others = Files.writeString(sessions.resolve(".notes.tmp"), "a person's");
    SessionFiles files = new SessionFiles(new Home(folder));
    assertThat(files.all()).isEqualTo(files.takeOver());
    assertThat(half).doesNotExist();
    assertThat(log).doesNotExist();
    assertThat(others).hasContent("a person's");
    assertThat(files.all().problems()).isEmpty();
  }

  /** Who opens a pipe waits until somebody writes into it. */
  @Test
  @Timeout(30)
  void aPipeInPlaceOfAFileIsRefused() throws Exception {
    Files.createDirectories(folder.resolve("sessions"));
    Home home = new Home(folder);
    for (String name : List.of("sessions/abcdefgh.log", "providers.toml", "config.toml")) {
      assertThat(
              new ProcessBuilder("mkfifo", folder.resolve(name).toString())
                  .inheritIO()
                  .start()
                  .waitFor())
          .isZero();
    }
    for (ThrowingCallable reading :
        List.<ThrowingCallable>of(
            () -> new SessionFiles(home).readLog("abcdefgh"),
            () -> ProviderFiles.read(home),
            () -> ConfigFile.of(home).read())) {
      assertThatThrownBy(reading)
          .isInstanceOf(FileException.class)
          .hasMessageContaining("no regular file");
    }
  }
}
