package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code comity resume}: one report, in a budget. */
@Tag("ROLE-24")
class ResumeTest {
  @TempDir private Path folder;

  private Comity comity;

  @BeforeEach
  void project() throws Exception {
    comity = Comity.in(folder);
    LocalDate today = Comity.today();
    comity.write("CLAUDE.md", "# Rules\nBe exact.\n");
    comity.write("MEMORIES.md", "# Memories\n- Lesson: measure first\n");
    comity.write("USER.md", "- Language: 中文\n");
    comity.write("memory/" + today + ".md", "# Today\nwrote docs\n");
    comity.write("memory/" + today.minusDays(1) + ".md", "- CI ❌ on arm\n- lint ❌, fixed\n");
    comity.write("memory/" + today.minusDays(2) + ".md", "too old\n");
    comity.write("memory/groups/team/attention.md", "gated one\n");
    comity.write("memory/main/longterm.md", "gated two\n");
    comity.write("MEMORY.md", "gated three\n");
    comity.write(
        ".muse/build.md",
        """
        <!-- L0: v1.0.0 | ship | 📡 1 -->
        ## 🎯 TODO
        - [ ] release notes
        - [x] tests

        ## 📡 Received Directives
        📡 **S001→BUILD**: 🟡 (from muse/qa) **mend the parser**
        > soon
        """);
    comity.write(
        ".muse/strategy.md",
        "<!-- L0: v1.0.0 | secret plan | ok -->\n📡 **S002→BUILD**: 🟡 **write the changelog**\n");
  }

  private static List<String> titles(JsonObject json) {
    return Comity.objects(json, "sections").stream()
        .map(section -> section.string("title").orElse(""))
        .toList();
  }

  @Test
  @Tag("ROLE-13")
  void aRoleGetsEverythingItMayReadAndWhatWaitsIsPickedUp() throws Exception {
    String before = comity.read(".muse/strategy.md");
    Comity.Ended listed = comity.run("resume", "build", "--no-pickup", "--json");
    assertThat(titles(listed.json())).contains("Waiting to be picked up");
    assertThat(listed.out()).contains("S002 from muse/strategy to BUILD: write the changelog");
    assertThat(comity.read(".muse/strategy.md")).isEqualTo(before);

    Comity.Ended ended = comity.run("resume", "--role", "build");
    assertThat(ended.code()).isZero();
    assertThat(ended.out().lines().filter(line -> line.startsWith("## ")))
        .filteredOn(line -> !line.contains("📡") && !line.contains("🎯"))
        .containsExactly(
            "## Rules (CLAUDE.md)",
            "## Long-term memory (MEMORIES.md)",
            "## Open failures",
            "## Today (memory/" + Comity.today() + ".md)",
            "## Yesterday (memory/" + Comity.today().minusDays(1) + ".md)",
            "## Preferences (USER.md)",
            "## Role (.muse/build.md)",
            "## Received and not done",
            "## Open tasks");
    assertThat(ended.out())
        .contains("Be exact.", "measure first", "中文", "wrote docs")
        .contains("- CI ❌ on arm (memory/" + Comity.today().minusDays(1) + ".md:1)")
        .doesNotContain("- lint ❌, fixed (")
        .contains("- S001 from muse/qa: mend the parser\n  > soon\n")
        .contains("- S002 from muse/strategy: write the changelog")
        .contains("## Open tasks\n\n- [ ] release notes\n")
        .doesNotContain("gated", "too old", "secret plan");
    assertThat(comity.read(".muse/strategy.md")).contains("S002→BUILD**: ✅ (");
    assertThat(comity.read(".muse/build.md")).contains("| ship | 📡 2 -->").contains("S002→BUILD");
  }

  @Test
  @Tag("ROLE-16")
  void aLinkToWhatIsBehindTheGateIsNotFollowed() throws Exception {
    Files.delete(comity.root().resolve("USER.md"));
    Files.createSymbolicLink(
        comity.root().resolve("USER.md"), comity.root().resolve("memory/main/longterm.md"));
    Comity.Ended ended = comity.run("resume", "build", "--no-pickup");
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .doesNotContain("gated")
        .contains("## Preferences (USER.md)\n\n(left out, not allowed: memory-gate)\n")
        .contains("## Role (.muse/build.md)");
  }

  @Test
  void theReportKeepsToItsBudgetAndSaysWhatItLeftOut() throws Exception {
    comity.write("MEMORIES.md", "- a lesson that was learned the hard way\n".repeat(2_000));
    Comity.Ended ended = comity.run("resume", "build", "--budget", "1500", "--json");
    JsonObject json = ended.json();
    assertThat(json.get("tokens"))
        .isInstanceOfSatisfying(
            JsonNumber.class,
            tokens -> assertThat(tokens.asLong().orElseThrow()).isBetween(900L, 1_500L));
    assertThat(ended.out())
        .contains("\"left_out\":{\"paragraphs\":")
        .contains("of MEMORIES.md left out, over the budget]")
        .contains("mend the parser")
        .contains("release notes");
    assertThat(comity.run("resume", "build", "--budget", "10").code()).isEqualTo(2);
  }

  @Test
  @Tag("ROLE-16")
  void anotherRolesReportIsRefusedAndTheOwnerSeesTheProject() throws Exception {
    Comity.Ended refused = comity.run("resume", "strategy", "--role", "build", "--json");
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.json().string("rule")).contains("own-role");
    Comity.Ended overview = comity.run("resume");
    assertThat(overview.out())
        .contains("- build: v1.0.0 | ship | 📡 1; 1 directives not done; 1 open tasks\n")
        .contains("- strategy: v1.0.0 | secret plan | ok\n")
        .contains("- S002 from muse/strategy to BUILD: write the changelog")
        .doesNotContain("gated");
    assertThat(comity.run("resume", "nobody").code()).isEqualTo(3);
  }
}
