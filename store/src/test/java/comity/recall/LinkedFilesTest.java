package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files with several names: as a backup makes them, and as a way into another memory. */
@Tag("MEM-2")
final class LinkedFilesTest {
  /** Were all looked at for each, it would take minutes. */
  private static final int FILES = 3000;

  @TempDir private Path folder;

  private static boolean isRead(ScopeFiles files, String name) {
    return files.read(name) instanceof ScopeFiles.Reading.Read;
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aBackupOfLinksIsReadInOneGo() throws IOException {
    Ground ground = Ground.make(folder);
    Path backup = Files.createDirectories(folder.resolve("backup"));
    for (int i = 0; i < FILES; i++) {
      Path file = ground.file("memory/groups/ops/conventions/f" + i + ".md", "of ops");
      Files.createLink(backup.resolve(i + ".md"), file);
    }
    ScopeFiles files = new ScopeFiles(ground.project().root());
    assertThat(files.list(new Scope.Group("ops")))
        .hasSize(FILES)
        .allMatch(name -> files.stamp(name).isPresent() && isRead(files, name));
  }

  /** What was found of all files a moment ago says nothing of a name that came since. */
  @Test
  void aNameThatCameSinceIsSeenAtOnce() throws IOException {
    Ground ground = Ground.make(folder);
    ScopeFiles files = new ScopeFiles(ground.project().root());
    Path own = ground.file("memory/groups/acme/project.md", "of acme");
    Files.createLink(folder.resolve("backup"), own);
    assertThat(isRead(files, "memory/groups/acme/project.md")).isTrue();
    Path other = ground.file("memory/groups/ops/project.md", "of ops");
    Files.delete(own);
    Files.createLink(own, other);
    assertThat(isRead(files, "memory/groups/acme/project.md")).isFalse();
    assertThat(isRead(files, "memory/groups/ops/project.md")).isFalse();
    Files.delete(own);
    assertThat(isRead(files, "memory/groups/ops/project.md")).isTrue();
    Files.createLink(own, folder.resolve("backup"));
    assertThat(isRead(files, "memory/groups/acme/project.md")).isTrue();
    Files.createLink(ground.project().root().resolve("memory/groups/ops/b.md"), own);
    assertThat(isRead(files, "memory/groups/acme/project.md")).isFalse();
  }
}
