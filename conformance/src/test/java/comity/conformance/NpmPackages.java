package comity.conformance;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** Programs of npm that tests run, installed once into the build folder. */
public final class NpmPackages {
  private static final long MINUTES = 8;

  private NpmPackages() {}

  /**
   * Installs them where they are not yet; one of several processes does, and the others wait for
   * it. Skips the test where they can't be installed.
   *
   * @param name of their folder
   * @param packages each {@code NAME@VERSION}
   * @return their folder, with {@code node_modules} in it
   */
  public static Path install(String name, List<String> packages)
      throws IOException, InterruptedException {
    Path folder = Path.of("..", "build", name).toAbsolutePath().normalize();
    Files.createDirectories(folder);
    Path done = folder.resolve("installed");
    try (FileChannel file =
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      if (!Files.exists(done) || !Files.readString(done).equals(packages.toString())) {
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
        npm(folder, packages);
        Files.writeString(done, packages.toString());
      }
    }
    return folder;
  }

  private static void npm(Path folder, List<String> packages) throws InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", folder.toString()));
    command.addAll(packages);
    Path log = folder.resolve("npm.log");
    try {
      Process npm =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!npm.waitFor(MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroyForcibly();
        throw new TestAbortedException("npm can't install " + packages + " here: see " + log);
      }
    } catch (IOException noNpm) {
      throw new TestAbortedException("npm is not here: " + noNpm.getMessage());
    }
  }
}
