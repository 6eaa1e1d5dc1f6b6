package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the source document, on real files. */
class SourceExamplesTest {
  private static final String L0 =
      "<!-- L0: v2.11.0 | P0=竞品技术吸收Batch2 | QA PASS, 3 pending directives -->\n";

  @TempDir private Path folder;

  @Test
  @Tag("ROLE-1")
  @Tag("ROLE-4")
  void everyFileOfTheTreeIsARoleAndTheArchiveIsNone() throws Exception {
    Comity comity = Comity.in(folder);
    List<String> roles =
        List.of("build", "fundraise", "gm", "growth", "ops", "qa", "research", "strategy");
    for (String role : roles) {
      comity.write(".muse/" + role + ".md", L0);
    }
    comity.write(".muse/archive/old.md", L0);
    comity.write(".muse/paths.md", "DYA_ROOT: /somewhere\n");
    List<JsonObject> listed = Comity.objects(comity.run("role", "list", "--json").json(), "roles");
    assertThat(listed.stream().map(each -> each.string("role").orElse(""))).isEqualTo(roles);
    assertThat(listed.getFirst().toString())
        .contains("v2.11.0", "P0=竞品技术吸收Batch2", "QA PASS", "3 pending directives");
    Comity.Ended checked = comity.run("check");
    assertThat(checked.code()).isZero();
    assertThat(checked.out()).endsWith("\n1 note in 8 files\n");
  }

  @Test
  @Tag("ROLE-9")
  void theDirectivesOfTheDocumentAreReadInEverySpelling() throws Exception {
    Comity comity = Comity.in(folder);
    comity.write(".muse/build.md", L0);
    comity.write(
        ".muse/strategy.md",
        L0
            + """
            ## 📡 战略指令

            📡 **S041→MUSE/BUILD**: 🟡 **竞品深度调研回传**
            > Full directive content
            📡 S042→MUSE/BUILD: 🟡 ...    ← Targets MUSE project's BUILD role
            📡 S040→DYA/GROWTH: ✅ ...     ← Targets DYA project's GROWTH role
            - 📡 **S043->BUILD**: 🟡 **in a list**

            ### 📡 S001→BUILD (2026-03-15 10:00) — 🟡 待处理

            Words below.

            ```
            📡 **S{NNN}→{TARGET}**: {STATUS} **{TITLE}**
            📡 **S099→BUILD**: 🟡 **in code**
            ```
            """);
    List<JsonObject> found =
        Comity.objects(comity.run("directive", "list", "--json").json(), "directives");
    assertThat(found.stream().map(each -> each.string("id").orElse("")))
        .containsExactlyInAnyOrder("S041", "S042", "S040", "S043", "S001");
    assertThat(found.toString()).contains("竞品深度调研回传", "Full directive content", "Words below.");
    Comity.Ended checked = comity.run("check", "--json");
    assertThat(checked.code()).isZero();
    assertThat(checked.out()).doesNotContain("directive-form", "directive-title");
  }
}
