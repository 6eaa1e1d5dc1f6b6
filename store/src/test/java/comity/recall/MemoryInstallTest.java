package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.recall.MemoryInstall.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("MEM-20")
final class MemoryInstallTest {
  @TempDir private Path folder;
  private Ground ground;

  @BeforeEach
  void make() throws IOException {
    ground = Ground.make(folder);
  }

  private MemoryInstall install() {
    return new MemoryInstall(ground.home(), ground.project(), _ -> {});
  }

  private boolean areGroupsOff() {
    return new FlushStates(ground.home(), ground.project().root(), _ -> {}).areGroupsOff();
  }

  @Test
  void itComesAndGoesToTheByte() throws IOException {
    String before = "# Agents\r\n\r\n- mine";
    ground.file("AGENTS.md", before);
    ground.file("MEMORY.md", "kept");
    ground.file("memory/groups/acme.md", "kept too");
    assertThat(install().install()).isEqualTo(new Change.Done(true));
    assertThat(install().install()).isEqualTo(new Change.Done(false));
    assertThat(ground.text("AGENTS.md")).startsWith(before).contains("memory_open", "上次 flush:");
    assertThat(areGroupsOff()).isFalse();
    assertThat(install().uninstall(Ground.NOON)).isEqualTo(new Change.Done(true));
    assertThat(install().uninstall(Ground.NOON)).isEqualTo(new Change.Done(false));
    assertThat(areGroupsOff()).isTrue();
    assertThat(ground.texts())
        .containsEntry("AGENTS.md", before)
        .containsEntry("MEMORY.md", "kept")
        .containsEntry("memory/groups/acme.md", "kept too");
    install().install();
    assertThat(areGroupsOff()).isFalse();
  }

  @Test
  void aFileThatWasMadeGoes() throws IOException {
    install().install();
    assertThat(ground.texts()).containsKey("AGENTS.md");
    install().uninstall(Ground.NOON);
    assertThat(ground.texts()).doesNotContainKey("AGENTS.md");
  }

  @Test
  void aLinkInTheProjectIsKept() throws IOException {
    ground.file("CLAUDE.md", "rules\n");
    Path link = ground.project().root().resolve("AGENTS.md");
    Files.createSymbolicLink(link, Path.of("CLAUDE.md"));
    install().install();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(ground.text("CLAUDE.md")).startsWith("rules\n").contains("memory_open");
    install().uninstall(Ground.NOON);
    assertThat(ground.text("CLAUDE.md")).isEqualTo("rules\n");
  }

  @Test
  void malformedMarksAndStatesAreLeftAlone() throws IOException {
    ground.file("AGENTS.md", "<!-- comity:memory begin -->\nno end\n");
    Map<String, String> before = ground.texts();
    assertThat(install().install()).isInstanceOf(Change.Refused.class);
    assertThat(install().uninstall(Ground.NOON)).isInstanceOf(Change.Refused.class);
    assertThat(ground.texts()).isEqualTo(before);
    ground.file("AGENTS.md", "fine\n");
    ground.file("memory/flush-state.json", "no json");
    assertThat(install().install()).isInstanceOf(Change.Refused.class);
    assertThat(ground.text("AGENTS.md")).isEqualTo("fine\n");
  }
}
