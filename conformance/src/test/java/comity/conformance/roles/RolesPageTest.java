package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and docs/roles.md show of roles, run as it stands there. */
final class RolesPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  private RoleProcess.Ended sh(String page, String content) throws Exception {
    Matcher blocks =
        Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve(page)));
    String script = "";
    while (blocks.find()) {
      script = blocks.group(1).contains(content) ? blocks.group(1) : script;
    }
    assertThat(script).as("a block with " + content).isNotEmpty();
    RoleProcess.script(folder.resolve("comity"), folder.resolve("home"));
    return RoleProcess.run(
        List.of(
            "sh",
            "-euc",
            "cd \"$0\"; PATH=\"$0:$PATH\"\n" + script.replace("/tmp/demo", folder + "/demo"),
            folder.toString()));
  }

  private String role(String name) throws IOException {
    return Files.readString(folder.resolve("demo/.muse").resolve(name + ".md"));
  }

  @Test
  void theFirstFiveMinutesGoAsThePageSays() throws Exception {
    RoleProcess.Ended ended = sh("docs/roles.md", "directive done S001");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("S001", "Cut the release", "Tag it, then tell QA.");
    assertThat(role("strategy")).contains("📡 **S001→BUILD**: ✅ (");
    assertThat(role("build"))
        .contains("- [x] measure the start", "✅ (", "(from demo/strategy) **Cut the release**");
    assertThat(Files.readString(folder.resolve("demo/MEMORIES.md"))).contains("40% class loading");
  }

  @Test
  void theReadmesRolesHandWorkOver() throws Exception {
    RoleProcess.Ended ended = sh("README.md", "resume build");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Cut the release");
    assertThat(role("build")).contains("🟡 (from demo/strategy) **Cut the release**");
  }
}
