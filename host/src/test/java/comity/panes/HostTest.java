package comity.panes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A host of a new home, and a folder in which its programs run. */
abstract class HostTest {
  @TempDir private Path folder;
  private HostRun running;
  private Path programs;

  @BeforeEach
  void open() throws IOException {
    programs = Files.createDirectory(folder.toRealPath().resolve("work"));
    running = new HostRun(folder.toRealPath().resolve("home"));
  }

  @AfterEach
  void close() throws IOException {
    running.close();
  }

  Path folder() {
    return folder;
  }

  HostRun host() {
    return running;
  }

  Path work() {
    return programs;
  }
}
