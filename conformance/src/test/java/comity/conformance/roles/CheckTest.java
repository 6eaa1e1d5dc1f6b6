package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code comity check}, the protocol's lint. */
@Tag("ROLE-25")
class CheckTest {
  private static final String GOOD =
      "<!-- L0: v1.0.0 | ship | ok -->\n# Build\n\n## 🎯 TODO\n- [ ] a\n";
  private static final String BAD =
      "# Ops\r\n<!-- L0: 1.0.0 | run | ☐ 5 -->\r\n\r\n## ⏳ 待办\r\n- [] one\r\n- [x] two  \r\n"
          + "📡 **S007=>BUILD**: 🟡 **go**\r\nlast line without an end \uFEFF";
  private static final String MENDED =
      "<!-- L0: 1.0.0 | run | ☐ 1 -->\r\n# Ops\r\n\r\n## ⏳ 待办\r\n- [ ] one\r\n- [x] two  \r\n"
          + "📡 **S007→BUILD**: 🟡 **go**\r\nlast line without an end \uFEFF";

  @TempDir private Path folder;

  private static List<String> findings(JsonObject json) {
    return Comity.objects(json, "findings").stream().map(CheckTest::shown).toList();
  }

  private static String shown(JsonObject finding) {
    String line = finding.get("line") instanceof JsonNumber(String digits) ? digits : "none";
    boolean fixable = finding.get("fixable") instanceof JsonBoolean(boolean is) && is;
    return finding.string("file").orElse("")
        + ":"
        + line
        + " "
        + finding.string("rule").orElse("")
        + " "
        + finding.string("severity").orElse("")
        + " "
        + fixable;
  }

  @Test
  @Tag("ROLE-4")
  void errorsAreFoundMendedWhereThatIsSafeAndThenAreNoMore() throws Exception {
    Comity comity = Comity.in(folder);
    comity.write(".muse/build.md", GOOD);
    comity.write(".muse/ops.md", BAD);
    Comity.Ended checked = comity.run("check", "--json");
    assertThat(checked.code()).isEqualTo(1);
    assertThat(findings(checked.json()))
        .containsExactly(
            ".muse/ops.md:2 l0-not-first error true",
            ".muse/ops.md:5 task-box warning true",
            ".muse/ops.md:7 directive-form warning true");
    assertThat(comity.read(".muse/ops.md")).isEqualTo(BAD);

    Comity.Ended mended = comity.run("check", "--fix");
    assertThat(mended.code()).isZero();
    assertThat(mended.out())
        .contains(".muse/ops.md:2  mended   the header stands on line 2")
        .endsWith("nothing is wrong in 2 files, 3 mended\n");
    assertThat(comity.read(".muse/ops.md")).isEqualTo(MENDED);
    assertThat(comity.read(".muse/build.md")).isEqualTo(GOOD);

    Comity.Ended again = comity.run("check", "--fix", "--json");
    assertThat(again.code()).isZero();
    assertThat(again.json().toString()).isEqualTo("{\"findings\":[],\"fixed\":[]}");
    assertThat(comity.read(".muse/ops.md")).isEqualTo(MENDED);
  }

  @Test
  @Tag("ROLE-11")
  @Tag("ROLE-19")
  void idsTargetsLinksAndPathsAreCheckedInTheWholeProject() throws Exception {
    Comity other = Comity.in(folder, "dya");
    other.write(".muse/qa.md", GOOD + "\n📡 **S001→ALL**: ✅ **x**\n");
    Comity comity = Comity.in(folder);
    comity.write(
        ".muse/build.md",
        GOOD + "\n📡 **S001→DYA/QA**: 🟡 **x**\n\n📡 **S002→NOBODY**: 🟡 **y**\n");
    comity.write(".muse/strategy.md", GOOD + "\n📡 **S002→BUILD**: ✅ **z**\n");
    comity.write(".muse/archive/old.md", "no header, 📡 **S002→BUILD**: 🟡 **z**\n");
    comity.write(".muse/paths.md", "# Paths\nDYA_ROOT: /somewhere\nnonsense\n");
    Files.createSymbolicLink(
        comity.root().resolve(".muse/spy.md"), other.root().resolve(".muse/qa.md"));
    assertThat(findings(comity.run("check", "--json").json()))
        .containsExactly(
            ".muse/build.md:7 directive-target warning false",
            ".muse/build.md:9 directive-target warning false",
            ".muse/paths.md:2 not-followed info false",
            ".muse/paths.md:3 paths-line warning false",
            ".muse/spy.md:1 role-link error false",
            ".muse/strategy.md:7 directive-id warning false");
    assertThat(comity.run("project", "add", other.root().toString()).code()).isZero();
    Comity.Ended all = comity.run("check", "--json", "--all");
    assertThat(findings(all.json()))
        .containsExactlyInAnyOrder(
            other.root().toRealPath() + "/.muse/qa.md:7 directive-id info false",
            ".muse/build.md:9 directive-target warning false",
            ".muse/paths.md:2 not-followed info false",
            ".muse/paths.md:3 paths-line warning false",
            ".muse/spy.md:1 role-link error false",
            ".muse/strategy.md:7 directive-id warning false");
  }

  @Test
  void aRoleOrAFileIsCheckedByItsNameAndARoleItsOwnFileOnly() throws Exception {
    Comity comity = Comity.in(folder);
    comity.write(".muse/build.md", GOOD);
    comity.write(".muse/ops.md", "no header\n");
    Path draft = comity.write("draft.md", "no header either\n");
    Comity.Ended file = comity.run("check", "draft.md", "BUILD");
    assertThat(file.code()).isEqualTo(1);
    assertThat(file.out().lines())
        .containsExactly(
            "draft.md:1  error    there is no header; line 1 is"
                + " <!-- L0: version | top_priority | status_flags -->  (l0-missing)",
            "1 error in 2 files");
    assertThat(comity.run("check", "--role", "build").code()).isZero();
    Comity.Ended refused = comity.run("check", "ops", "--role", "build", "--fix", "--json");
    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.json().string("rule")).contains("other-role-file");
    Comity.Ended missing = comity.run("check", "nobody");
    assertThat(missing.code()).isEqualTo(3);
    assertThat(missing.err()).contains("nobody").contains("build, ops");
    assertThat(draft).hasContent("no header either");
  }
}
