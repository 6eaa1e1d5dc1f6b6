package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NoteDeskTest {
  private static final String TODAY = "memory/" + Site.TODAY + ".md";
  private static final List<String> SHOWN =
      List.of(
          TODAY,
          "memory/" + Site.TODAY.minusDays(1) + ".md",
          "MEMORIES.md",
          "USER.md",
          "CLAUDE.md");

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void make() throws IOException {
    site = Site.make(folder);
    site.file("muse/.muse/archive/old.md", Site.SECRET);
  }

  private NoteDesk desk(String role) {
    Optional<String> acting = role.isEmpty() ? Optional.empty() : Optional.of(role);
    Actor actor = new Actor("ada", acting, Optional.empty(), Actor.Door.CLI);
    InstantSource noon =
        InstantSource.fixed(Site.TODAY.atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC));
    return new Desk(site.home(), site.project(), actor, noon, ZoneOffset.UTC).notes();
  }

  private static String resumed(NoteDesk desk, Optional<String> role) {
    return desk.resume(role, false, 8000)
            instanceof Served.Done<NoteDesk.Resumed>(NoteDesk.Resumed resumed)
        ? resumed.digest().text()
        : "no report";
  }

  private static String rule(Served<?> served) {
    return served instanceof Served.NotAllowed<?>(var verdict) ? verdict.rule() : "done";
  }

  private void replace(String name, String to, boolean hard) throws IOException {
    Path file = site.root().resolve(name);
    Files.delete(file);
    if (hard) {
      Files.createLink(file, site.root().resolve(to));
    } else {
      Files.createSymbolicLink(file, site.root().resolve(to));
    }
  }

  @Test
  @Tag("ROLE-16")
  void whatIsAddedStandsInNoCodeThatIsOpen() throws IOException {
    for (String section : List.of("", "Later")) {
      site.file("muse/" + TODAY, "# Today\n\n```\nopen\n");
      desk("build").write("a note", section);
      String heading = section.isEmpty() ? "## 12:00 build" : "## Later";
      assertThat(Files.readString(site.root().resolve(TODAY)))
          .isEqualTo("# Today\n\n" + heading + "\n\na note\n\n```\nopen\n");
    }
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(site.root())) {
      for (Path file : all.toList()) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          files.put(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        }
      }
    }
    return files;
  }

  private List<String> refused() {
    return site
        .audit()
        .read(new Audit.Query(Optional.empty(), Optional.empty(), OptionalLong.empty(), true, 100))
        .entries()
        .stream()
        .map(entry -> entry.string("path").orElse("") + " " + entry.string("rule").orElse(""))
        .toList();
  }

  /** A link in the place of whatever a report shows: it is judged as what it leads to. */
  @ParameterizedTest
  @CsvSource({
    ".muse/qa.md, true, other-role-file",
    ".muse/qa.md, false, other-role-file",
    ".muse/archive/old.md, true, role-folder",
    ".muse/archive/old.md, false, role-folder",
    "memory/groups/acme/people.md, true, memory-gate",
    "memory/groups/acme/people.md, false, memory-gate",
    "MEMORY.md, true, memory-gate",
    "MEMORY.md, false, memory-gate",
    "../other/.muse/qa.md, false, outside-project"
  })
  @Tag("ROLE-16")
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void nothingIsShownOrCopiedThroughLinks(String to, boolean hard, String rule) throws IOException {
    for (String name : SHOWN) {
      replace(name, to, hard);
    }
    Map<String, String> before = files();
    NoteDesk build = desk("build");
    String report = resumed(build, Optional.empty());
    assertThat(report)
        .doesNotContain(Site.SECRET)
        .contains("Today (" + TODAY + ")", "(left out, not allowed: " + rule + ")");
    assertThat(report.split("left out, not allowed: " + rule, -1)).hasSize(SHOWN.size() + 1);
    assertThat(refused())
        .containsExactlyInAnyOrderElementsOf(
            SHOWN.stream().map(name -> name + " " + rule).toList());
    assertThat(rule(build.read(TODAY))).isEqualTo(rule);
    assertThat(rule(build.read("MEMORIES.md"))).isEqualTo(rule);
    // What it leads to is yesterday's notes too, which no role writes.
    assertThat(rule(build.bye("Fact: mine"))).isIn(rule, "notes");
    assertThat(rule(build.write("mine", ""))).isIn(rule, "notes");
    assertThat(files()).isEqualTo(before);
  }

  /** A copy that is made of it would stay among the notes, which no gate is before. */
  @ParameterizedTest
  @CsvSource({
    "memory/groups/acme/people.md, true",
    "memory/groups/acme/people.md, false",
    "MEMORY.md, true",
    "MEMORY.md, false"
  })
  @Tag("MEM-4")
  void theOwnersNotesAreNeverAFileOfMemory(String to, boolean hard) throws IOException {
    replace("MEMORIES.md", to, hard);
    replace(TODAY, to, hard);
    Map<String, String> before = files();
    NoteDesk owner = desk("");
    assertThat(rule(owner.write("mine", ""))).isEqualTo("memory-link");
    assertThat(rule(owner.bye("nothing is marked"))).isEqualTo("memory-link");
    assertThat(rule(owner.read("MEMORIES.md"))).isEqualTo("memory-link");
    Files.delete(site.root().resolve(TODAY));
    before.remove(site.root().resolve(TODAY).toString());
    assertThat(rule(owner.bye("Fact: mine"))).isEqualTo("memory-link");
    assertThat(files()).isEqualTo(before);
  }

  /** Each place alone keeps all of what ends the work from being written. */
  @Test
  @Tag("ROLE-16")
  void autoCaptureWritesWhereNothingElseIs() throws IOException {
    replace("MEMORIES.md", "CLAUDE.md", false);
    Map<String, String> before = files();
    assertThat(rule(desk("build").bye("Fact: mine"))).isEqualTo("rules-file");
    assertThat(files()).isEqualTo(before);
    assertThat(rule(desk("build").bye("nothing is marked"))).isEqualTo("done");
    Files.delete(site.root().resolve("MEMORIES.md"));
    site.file("muse/docs/learned.md", "");
    site.link("muse/MEMORIES.md", "docs/learned.md");
    assertThat(rule(desk("qa").bye("Fact: mine"))).isEqualTo("done");
    assertThat(site.root().resolve("docs/learned.md")).content().contains("- Fact: mine");
  }

  /** What a role is shown does not depend on who asks for it. */
  @Test
  @Tag("ROLE-16")
  void theOwnerReadsAllAndARolesReportHasWhatTheRoleMayRead() throws IOException {
    replace(TODAY, ".muse/qa.md", true);
    NoteDesk owner = desk("");
    assertThat(owner.read(TODAY)).isEqualTo(new Served.Done<>(Site.SECRET));
    assertThat(resumed(owner, Optional.of("build")))
        .doesNotContain(Site.SECRET)
        .contains("(left out, not allowed: other-role-file)");
    assertThat(resumed(owner, Optional.of("qa"))).contains("Today (" + TODAY + ")", Site.SECRET);
  }

  /** One that is for all roles is listed once. */
  @Test
  @Tag("ROLE-24")
  void theOwnersReportListsWhatWaitsOnce() throws IOException {
    site.file("muse/.muse/strategy.md", "📡 **S007→ALL**: 🟡 **clean up**\n");
    site.file("muse/.muse/ops.md", "📡 **S008→QA**: 🟡 **test it**\n");
    String report = desk("").overviewReport(8000).text();
    assertThat(report.split("- S007 from muse/strategy to ALL: clean up", -1)).hasSize(2);
    assertThat(report).contains("- S008 from muse/ops to QA: test it");
  }
}
