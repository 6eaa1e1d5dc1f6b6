package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
}
