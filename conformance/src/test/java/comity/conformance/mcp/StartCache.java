package comity.conformance.mcp;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * What a JVM that runs the program loads, kept as the launcher keeps it ({@code -XX:AOTCache}), so
 * that the many starts of the tests take a third of the processor. Each kind of process has one; it
 * is made at the first start after a build, in {@code target/starts}. Where none can be made, as
 * with classes in folders, starts are slow and otherwise the same.
 */
final class StartCache {
  /** A command that ends at once. */
  static final StartCache COMMAND =
      new StartCache(
          "command",
          List.of(
              "-Xmx192m",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "--enable-native-access=ALL-UNNAMED"),
          List.of("doctor"));

  /** The hub. */
  static final StartCache HUB =
      new StartCache(
          "hub",
          List.of(optionsFile("serve"), "-XX:TieredStopAtLevel=1"),
          List.of("serve", "--port", "0"));

  /** The host of sessions. */
  static final StartCache HOST =
      new StartCache("host", List.of(optionsFile("host")), List.of("host"));

  private static final Path FOLDER = Path.of("target", "starts").toAbsolutePath();

  /** A JVM writes it in a second or two, and what is slower is no start to wait for. */
  private static final long PATIENCE_SECONDS = 120;

  /** A JVM would tell on standard output that a cache is of other jars. */
  private static final List<String> SILENT =
      List.of("-Xlog:disable", "-Xlog:all=error,aot=off,cds=off:stderr");

  private static final ConcurrentMap<StartCache, List<String>> READY = new ConcurrentHashMap<>();

  private final String name;
  private final List<String> options;
  private final List<String> trains;

  private StartCache(String name, List<String> options, List<String> trains) {
    this.name = name;
    this.options = options;
    this.trains = trains;
  }

  private static String optionsFile(String name) {
    return "@" + Path.of("..", "scripts", name + ".options").toAbsolutePath().normalize();
  }

  /** Of the JVM, without a cache. */
  List<String> uncached() {
    return options;
  }

  /**
   * Of the JVM, with the cache for the jars of this class path, which is made where there is none.
   */
  List<String> options(String classPath) {
    return READY.computeIfAbsent(this, _ -> made(classPath));
  }

  private List<String> made(String classPath) {
    try {
      Path cache = FOLDER.resolve(name + "-" + Long.toHexString(stamp(classPath)) + ".aot");
      Files.createDirectories(FOLDER);
      try (FileChannel channel =
              FileChannel.open(
                  FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        if (!Files.exists(cache)) {
          forgetOthers();
          train(classPath, cache);
        }
      }
      List<String> all = new ArrayList<>(options);
      if (Files.size(cache) > 0) {
        all.addAll(SILENT);
        all.add("-XX:AOTCache=" + cache);
      }
      return List.copyOf(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the jars and the JVM: another build is another. */
  private static long stamp(String classPath) throws IOException {
    CRC32 stamp = new CRC32();
    stamp.update(System.getProperty("java.vm.version", "").getBytes(StandardCharsets.UTF_8));
    for (String part : classPath.split(File.pathSeparator, -1)) {
      Path jar = Path.of(part);
      String about =
          Files.exists(jar)
              ? part + Files.size(jar) + " " + Files.getLastModifiedTime(jar).toMillis()
              : part;
      stamp.update(about.getBytes(StandardCharsets.UTF_8));
    }
    return stamp.getValue();
  }

  private void forgetOthers() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path old :
          files.filter(f -> f.getFileName().toString().startsWith(name + "-")).toList()) {
        Files.delete(old);
      }
    }
  }

  /** An empty file where the JVM made none, so that it is tried once. */
  private void train(String classPath, Path cache) throws IOException {
    Path home = Files.createTempDirectory(FOLDER, "home");
    Path part = FOLDER.resolve("part.aot");
    List<String> all = new ArrayList<>(options);
    all.addAll(SILENT);
    all.add("-XX:AOTCacheOutput=" + part);
    List<String> arguments = new ArrayList<>(List.of("--home", home.toString()));
    arguments.addAll(trains);
    Process process =
        new ProcessBuilder(JavaProgram.command(all, classPath, "comity.cli.Main", arguments))
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      // A hub or host says a line once it serves, and ends when it is asked to.
      String first = said.readLine();
      if (this != COMMAND && first != null) {
        // Its output stays open, by which the end is seen.
        process.toHandle().destroy();
      }
      said.lines().forEach(_ -> {});
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      remove(home);
    }
    if (Files.exists(part)) {
      Files.move(part, cache, StandardCopyOption.ATOMIC_MOVE);
    } else {
      Files.createFile(cache);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
