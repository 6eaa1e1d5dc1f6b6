package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Entry;
import comity.memory.IndexEdit;
import comity.memory.Scope;
import comity.recall.MemoryWrites.Writing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryWritesTest {
  private static final Scope ACME = new Scope.Group("acme");
  private static final Scope MAIN = new Scope.Main();
  private static final String EXPERIENCE = "memory/groups/acme/experience.md";

  @TempDir private Path folder;
  private Ground ground;

  @BeforeEach
  void make() throws IOException {
    ground = Ground.make(folder);
  }

  private Writing append(Scope scope, Entry.Kind kind, String text) {
    return ground.writes().append(scope, Ground.entry(kind, text, ""), false);
  }

  @Test
  @Tag("MEM-14")
  void entriesGoToTheirFilesAtOnce() throws IOException {
    ground.file(EXPERIENCE, "\uFEFF# Experience\r\n\r\n## 2026-11-01\r\n\r\n- old");
    assertThat(append(ACME, Entry.Kind.DECISION, "use SQLite"))
        .isEqualTo(new Writing.Written(EXPERIENCE, true, ""));
    assertThat(ground.text(EXPERIENCE))
        .isEqualTo(
            "\uFEFF# Experience\r\n\r\n## 2026-11-30 12:05\r\n\r\n- **Decision:** use SQLite\r\n\r\n"
                + "## 2026-11-01\r\n\r\n- old");
    assertThat(append(ACME, Entry.Kind.DECISION, "use SQLite"))
        .isEqualTo(new Writing.Written(EXPERIENCE, false, ""));
    append(ACME, Entry.Kind.TASK, "ship it");
    append(ACME, Entry.Kind.TASK, "done: ship it");
    assertThat(ground.text("memory/groups/acme/attention.md"))
        .isEqualTo("# Attention\n\n- [x] ship it\n");
    append(MAIN, Entry.Kind.NOTE, "hello");
    assertThat(ground.text("memory/2026-11-30.md"))
        .isEqualTo("# 2026-11-30\n\n## 12:05\n\nhello\n");
    assertThat(ground.texts()).doesNotContainKey("MEMORY.md");
  }

  @Test
  @Tag("MEM-14")
  void anIndexGrows() throws IOException {
    ground.file("memory/groups/acme.md", "# acme\n");
    ground
        .writes()
        .editIndex(
            ACME, lines -> IndexEdit.withRow(lines, List.of("api"), "conventions/api.md", "P2-L3"));
    assertThat(ground.text("memory/groups/acme.md"))
        .endsWith("| --- | --- | --- |\n| api | conventions/api.md | P2-L3 |\n");
  }

  @Test
  @Tag("MEM-15")
  void secretsAreRefusedOrRedacted() throws IOException {
    String secret = "gh" + "p_a7Kx93mQ2vLz81nRt5Wy64pBc0DfGh7JsE2u";
    assertThat(append(ACME, Entry.Kind.NOTE, "the token\nis " + secret))
        .isEqualTo(new Writing.Secret("line 2 has a GitHub token"));
    assertThat(ground.texts()).isEmpty();
    Entry entry = Ground.entry(Entry.Kind.NOTE, "the token is " + secret, "");
    assertThat(ground.writes().append(ACME, entry, true))
        .isEqualTo(new Writing.Written(EXPERIENCE, true, ""));
    assertThat(ground.text(EXPERIENCE)).contains("the token is [REDACTED:github-token]");
  }

  @Test
  @Tag("MEM-2")
  void whatLeadsElsewhereIsNotWritten() throws IOException {
    Path other = ground.file("memory/groups/beta/experience.md", "# of beta\n");
    Path outside = Files.writeString(folder.resolve("outside.md"), "# outside\n");
    Path own = ground.project().root().resolve(EXPERIENCE);
    Path folderOfAcme = ground.project().root().resolve("memory/groups/acme");
    Files.createDirectories(folderOfAcme);
    List<Runnable> tricks = new ArrayList<>();
    for (String target :
        List.of("../beta/experience.md", other.toString(), outside.toString(), "gone.md")) {
      tricks.add(() -> link(own, target));
    }
    tricks.add(() -> hardLink(own, other));
    for (Runnable trick : tricks) {
      Files.deleteIfExists(own);
      trick.run();
      assertThat(append(ACME, Entry.Kind.DECISION, "leak")).isInstanceOf(Writing.Refused.class);
    }
    Files.delete(own);
    Files.delete(folderOfAcme);
    link(folderOfAcme, "beta");
    assertThat(append(ACME, Entry.Kind.DECISION, "leak")).isInstanceOf(Writing.Refused.class);
    assertThat(Files.readString(other)).isEqualTo("# of beta\n");
    assertThat(Files.readString(outside)).isEqualTo("# outside\n");
  }

  private static void link(Path link, String target) {
    try {
      Files.createSymbolicLink(link, Path.of(target));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void hardLink(Path link, Path target) {
    try {
      Files.createLink(link, target);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
