package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.NpmPackages;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/**
 * The real Claude Code of npm, installed once into the build folder, and network namespaces in
 * which it reaches nothing but a mock of its model's API.
 */
public final class ClaudeCode {
  private static final String PACKAGE = "@anthropic-ai/claude-code@2.1.332";

  private ClaudeCode() {}

  /** The program; skips the test where it can't be installed. */
  public static Path install() throws IOException, InterruptedException {
    return NpmPackages.install("agents", List.of(PACKAGE))
        .resolve("node_modules/@anthropic-ai/claude-code-linux-x64/claude");
  }

  /** Makes a network namespace anew, with a loopback alone; skips the test where that can't be. */
  public static void makeNamespace(String name) throws IOException, InterruptedException {
    endNamespace(name);
    if (!ip("netns", "add", name)) {
      throw new TestAbortedException(
          "network namespaces can't be made here: that needs root and iproute2");
    }
    assertThat(ip("netns", "exec", name, "ip", "link", "set", "lo", "up")).isTrue();
  }

  /** Does nothing where there is none. */
  public static void endNamespace(String name) throws IOException, InterruptedException {
    ip("netns", "del", name);
  }

  private static boolean ip(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start()
            .waitFor()
        == 0;
  }

  /** What it needs to call the mock of that port, and nothing else. */
  public static Map<String, String> environment(Path home, String port) {
    return Map.of(
        "HOME",
        home.toString(),
        "ANTHROPIC_BASE_URL",
        "http://127.0.0.1:" + port,
        "ANTHROPIC_API_KEY",
        "sk-ant-none-0123456789012345678901234567890",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        "1",
        "DISABLE_AUTOUPDATER",
        "1",
        "DISABLE_TELEMETRY",
        "1",
        "DISABLE_ERROR_REPORTING",
        "1");
  }
}
