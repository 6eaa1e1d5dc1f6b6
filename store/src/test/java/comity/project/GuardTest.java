package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.FileException;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardTest {
  /** The thread that swaps ends by itself at last. */
  private static final int MOST_SWAPS = 100_000;

  private static final int READS = 300;

  /** About as long as a read takes, so that swaps fall into each part of it. */
  private static final int LONGEST_PAUSE_NANOS = 2_000_000;

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void make() throws IOException {
    site = Site.make(folder);
  }

  private void read(String path, String verdict) {
    assertThat(site.verdict("build", Access.READ, path)).as(path).isEqualTo(verdict);
  }

  private void write(String role, String path, String verdict) {
    assertThat(site.verdict(role, Access.WRITE, path)).as(path).isEqualTo(verdict);
  }

  @Test
  @Tag("ROLE-16")
  void theOwnerMayDoAnything() {
    assertThat(site.verdict("", Access.WRITE, ".muse/qa.md")).isEqualTo("yes owner");
    assertThat(site.verdict("", Access.READ, "/etc/passwd")).isEqualTo("yes owner");
  }

  @Test
  @Tag("ROLE-16")
  void boundariesOfItsOwnFileGiveARoleTheSources() throws IOException {
    write("designer", "src/Main.java", "yes sources");
    write("qa", "src/Main.java", "no sources");
    write("ghost", "src/Main.java", "no sources");
    site.file("muse/.muse/designer.md", "# Designer\n");
    write("designer", "src/Main.java", "no sources");
  }

  @Test
  @Tag("ROLE-17")
  void linksAreFollowedBeforeAnythingIsJudged() throws IOException {
    site.link("muse/src/notes.md", "../.muse/qa.md");
    site.link("muse/src/roles", "../.muse");
    site.link("muse/src/away", "../../other");
    site.link("muse/src/new.md", "../.muse/fresh.md");
    site.link("muse/src/loop", "loop");
    site.link("muse/src/mem", "../memory");
    read("src/notes.md", "no other-role-file");
    read("src/roles/qa.md", "no other-role-file");
    read("src/roles/build.md", "yes own-role-file");
    read("src/roles/../memory/groups/acme/people.md", "no memory-gate");
    read("src/away/src/Other.java", "no outside-project");
    write("build", "src/new.md", "no other-role-file");
    read("src/loop", "no unknown-path");
    read("src/mem/groups/acme/people.md", "no memory-gate");
    write("build", "src/mem/../.muse/qa.md", "no other-role-file");
  }

  /** The kernel goes up from where the link leads, many programs from where it stands. */
  @Test
  @Tag("ROLE-17")
  void bothReadingsOfDoubleDotsAreJudged() throws IOException {
    site.file("muse/src/deep/er/x.java", "");
    site.file("muse/.muse/archive/old.md", "");
    site.link("muse/b", ".muse/archive");
    read("b/../qa.md", "no other-role-file");
    site.link("muse/src/c", "deep/er");
    read("src/c/../../.muse/qa.md", "no other-role-file");
    read("src/c/../x.java", "yes sources");
  }

  @Test
  @Tag("ROLE-17")
  void whatIsNoPathIsRefused() {
    for (String path : List.of("", "a\0b", "x/".repeat(3000), ".muse/qa.md\0.java")) {
      read(path, "no unknown-path");
    }
    read("/proc/self/cwd/src/Main.java", "no unknown-path");
    read("/proc/self/root/etc/passwd", "no unknown-path");
    read("/dev/fd/0", "no unknown-path");
  }

  @Test
  @Tag("ROLE-17")
  void hardLinksHaveTheRulesOfAllTheirNames() throws IOException {
    Files.createLink(site.root().resolve("src/x.md"), site.root().resolve(".muse/qa.md"));
    Files.createLink(site.root().resolve("src/m.md"), site.root().resolve("MEMORY.md"));
    Files.createLink(site.root().resolve("src/y.md"), site.root().resolve("memory/2026-11-28.md"));
    read("src/x.md", "no other-role-file");
    read("src/m.md", "no memory-gate");
    read("src/y.md", "yes sources");
    write("build", "src/y.md", "no notes");
  }

  @Test
  @Tag("ROLE-17")
  void aFileThatAProtectedNameLeadsToHasItsRule() throws IOException {
    site.file("muse/docs/qa.md", Site.SECRET);
    Files.delete(site.root().resolve(".muse/qa.md"));
    site.link("muse/.muse/qa.md", "../docs/qa.md");
    read("docs/qa.md", "no other-role-file");
    read(".muse/qa.md", "no other-role-file");
    write("qa", "docs/qa.md", "yes own-role-file");
    write("qa", ".muse/qa.md", "yes own-role-file");
  }

  @Test
  @Tag("ROLE-17")
  void aWholeFolderMayBeALink() throws IOException {
    Files.move(site.root().resolve(".muse"), site.root().resolve("roles"));
    site.link("muse/.muse", "roles");
    read("roles/qa.md", "no other-role-file");
    read("roles/archive/old.md", "no role-folder");
    read(".muse/build.md", "yes own-role-file");
    Files.move(site.root().resolve("memory"), folder.toRealPath().resolve("memories"));
    site.link("muse/memory", "../memories");
    read("memory/2026-11-29.md", "no outside-project");
  }

  @Test
  @Tag("ROLE-17")
  void onlyItsOwnRealFileIsTheRolesOwn() throws IOException {
    site.file("muse/.Muse/build.md", "");
    write("build", ".Muse/build.md", "no look-alike");
    write("fresh", ".muse/fresh.md", "yes own-role-file");
    write("fresh", ".muse/FRESH.md", "no look-alike");
    write("build", ".muse/build.md", "yes own-role-file");
  }

  @Test
  @Tag("ROLE-17")
  void whatComityKeepsIsClosed() throws IOException {
    read("../home/audit.jsonl", "no comity-home");
    site.link("muse/src/home", "../../home");
    write("build", "src/home/config.toml", "no comity-home");
  }

  @Test
  @Tag("ROLE-17")
  void aProjectWithinTheProjectIsAnother() throws IOException {
    site.file("muse/sub/.muse/qa.md", "");
    read("sub/.muse/qa.md", "yes sources");
    assertThat(new Projects(site.home()).add(site.root().resolve("sub"), Optional.empty()))
        .isInstanceOf(Projects.Adding.Added.class);
    read("sub/.muse/qa.md", "no outside-project");
    read("sub/x.java", "no outside-project");
  }

  @Test
  @Tag("ROLE-17")
  void aWorktreesSourcesAreTheProjectsAndItsCopiesNobodys() throws IOException {
    Path main = site.root();
    Path tree = folder.toRealPath().resolve("feature");
    Files.createDirectories(main.resolve(".git/worktrees/feature"));
    site.file("muse/.git/worktrees/feature/commondir", "../..\n");
    site.file("muse/.git/worktrees/feature/gitdir", tree.resolve(".git") + "\n");
    site.file("feature/.git", "gitdir: " + main.resolve(".git/worktrees/feature") + "\n");
    site.file("feature/.muse/build.md", "");
    site.file("feature/src/Main.java", "");
    write("build", tree.resolve("src/Main.java").toString(), "yes sources");
    write("qa", tree.resolve("src/Main.java").toString(), "no sources");
    write("build", tree.resolve(".muse/build.md").toString(), "no worktree-copy");
    read(tree.resolve("memory/groups/acme.md").toString(), "no worktree-copy");
    read(tree.resolve("CLAUDE.md").toString(), "yes rules-file");
    write("build", tree.resolve(".claude/settings.json").toString(), "no guard-settings");
    // A folder that only says so itself is none.
    site.file("other/.git", "gitdir: " + main.resolve(".git/worktrees/feature") + "\n");
    read("../other/src/Other.java", "no outside-project");
  }

  @Test
  void aWholeTreeIsRefusedForWhatIsInIt() {
    Guard guard = site.guard("build");
    assertThat(Site.text(guard.checkAll(Access.READ, site.root(), ".")))
        .isEqualTo("no other-role-file");
    assertThat(Site.text(guard.checkAll(Access.READ, site.root(), "src"))).isEqualTo("yes sources");
    assertThat(Site.text(guard.checkAll(Access.READ, site.root(), "memory")))
        .isEqualTo("no memory-gate");
    assertThat(Site.text(guard.checkAll(Access.WRITE, site.root(), "memory")))
        .isEqualTo("no notes");
  }

  @Test
  void aRootGivenThroughALinkIsTheSameProject() throws IOException {
    Path through = site.link("alias", "muse");
    Site other = new Site(site.folder(), site.home(), new Project("muse", through));
    assertThat(other.verdict("build", Access.READ, ".muse/qa.md")).isEqualTo("no other-role-file");
    assertThat(other.verdict("build", Access.READ, site.root() + "/src/Main.java"))
        .isEqualTo("yes sources");
  }

  @Test
  @Tag("ROLE-18")
  void everyRefusalIsLoggedAndNothingElse() {
    site.verdict("build", Access.READ, "src/Main.java");
    site.verdict("build", Access.WRITE, ".muse/qa.md");
    site.verdict("qa", Access.READ, "/etc/passwd");
    var found =
        site.audit()
            .read(
                new Audit.Query(
                    Optional.empty(), Optional.empty(), OptionalLong.empty(), true, 10));
    assertThat(found.entries()).hasSize(2);
    assertThat(found.entries().getFirst().string("role")).contains("build");
    assertThat(found.entries().getFirst().string("path")).contains(".muse/qa.md");
    assertThat(found.entries().getFirst().string("rule")).contains("other-role-file");
    assertThat(found.entries().getFirst().string("access")).contains("write");
    assertThat(found.entries().getLast().string("rule")).contains("outside-project");
  }

  /** Makes a folder a link and a folder again, over and over. */
  private static void swap(Path real, String to, AtomicBoolean done) {
    Path aside = real.resolveSibling("aside");
    Path link = real.resolveSibling("link");
    Random random = new Random(7);
    try {
      for (int i = 0; i < MOST_SWAPS && !done.get(); i++) {
        Files.move(real, aside, StandardCopyOption.ATOMIC_MOVE);
        Files.createSymbolicLink(link, Path.of(to));
        Files.move(link, real, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(real);
        Files.move(aside, real, StandardCopyOption.ATOMIC_MOVE);
        long until = System.nanoTime() + random.nextInt(LONGEST_PAUSE_NANOS);
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What is read is what was judged, however often a folder on the way becomes a link. */
  @Test
  @Tag("ROLE-17")
  void aFolderThatBecomesALinkMeanwhileIsNotFollowed() throws Exception {
    Path real = site.root().resolve("box");
    site.file("muse/box/qa.md", "harmless");
    AtomicBoolean done = new AtomicBoolean();
    Thread swapping = Thread.ofPlatform().start(() -> swap(real, ".muse", done));
    int harmless = 0;
    int refused = 0;
    for (int i = 0; swapping.isAlive() && (i < READS || harmless == 0 || refused == 0); i++) {
      try {
        switch (site.guard("build").read(site.root(), "box/qa.md", 1000)) {
          case Guard.Reading.Read(byte[] bytes) -> {
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo("harmless");
            harmless++;
          }
          case Guard.Reading.Refused(Verdict.Refused verdict) -> {
            assertThat(verdict.rule()).isIn("other-role-file", "unknown-path");
            refused++;
          }
          case Guard.Reading.Missing _ -> refused++;
        }
      } catch (FileException gone) {
        refused++;
      }
    }
    done.set(true);
    swapping.join();
    assertThat(harmless).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void aRoleReadsWhatItMay() throws IOException {
    assertThat(site.guard("build").read(site.root(), "src/Main.java", 100))
        .isInstanceOf(Guard.Reading.Read.class);
    assertThat(site.guard("build").read(site.root(), ".muse/qa.md", 100))
        .isInstanceOf(Guard.Reading.Refused.class);
  }
}
