package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.NewSession;
import comity.frames.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of a person's that a running host reads again. */
@Timeout(60)
final class RereadTest {
  private static final FileTime SAME = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));

  @TempDir private Path folder;

  /** As one that nobody but root could read, and whose mode was changed then. */
  @Test
  void whatCouldNotBeReadIsReadLaterAlthoughItHasNotChanged() throws Exception {
    Path work = Files.createDirectory(folder.toRealPath().resolve("work"));
    Home home = HostRun.opened(folder.toRealPath().resolve("home"));
    Path mine = Files.writeString(folder.resolve("mine.toml"), "[mine]\nprograms = [\"cat\"]\n");
    Files.setLastModifiedTime(mine, SAME);
    Path unreadable = Files.createDirectory(folder.resolve("unreadable"));
    Files.setLastModifiedTime(unreadable, SAME);
    Path file = home.root().resolve("providers.toml");
    try (HostRun host = new HostRun(home.root())) {
      Files.createSymbolicLink(file, unreadable);
      assertThat(host.refused(begin(work)).error()).isEqualTo(Reply.Refusal.NOT_FOUND);
      assertThat(host.refused(begin(work)).error()).isEqualTo(Reply.Refusal.NOT_FOUND);
      assertThat(host.log()).filteredOn(line -> line.contains("no regular file")).hasSize(1);
      Path next = Files.createSymbolicLink(folder.resolve("next"), mine);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
      assertThat(host.done(begin(work)).string("provider")).contains("mine");
    }
  }

  private static Ask begin(Path work) {
    NewSession as = HostRun.wanted(work, Optional.empty(), "cat", "-u");
    return new Ask.Begin(
        new NewSession(
            as.name(),
            as.project(),
            as.role(),
            Optional.of("mine"),
            as.resume(),
            as.folder(),
            as.command(),
            as.environment(),
            as.size()));
  }
}
