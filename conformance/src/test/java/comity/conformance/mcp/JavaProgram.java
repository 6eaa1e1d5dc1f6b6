package comity.conformance.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Starts a program of ours in a process of its own, with the classes that were just built. */
public final class JavaProgram {
  /** A loaded machine with two cores takes a while to start a JVM. */
  public static final long PATIENCE_SECONDS = 60;

  private static final String MAIN = "comity.cli.Main";

  private JavaProgram() {}

  /** The program itself, without the tests. */
  public static List<String> comity(String... arguments) {
    return cached(StartCache.COMMAND, List.of(arguments));
  }

  /** The same, in a JVM with the options of a hub. */
  public static List<String> hub(String... arguments) {
    return cached(StartCache.HUB, List.of(arguments));
  }

  /** The same, in a JVM with the options of a host. */
  public static List<String> host(String... arguments) {
    return cached(StartCache.HOST, List.of(arguments));
  }

  private static List<String> cached(StartCache cache, List<String> arguments) {
    String path = classPath(part -> !part.endsWith("test-classes"));
    return command(cache.options(path), path, MAIN, arguments);
  }

  /** The server with the fixtures. */
  static List<String> fixtures(String transport) {
    String path = classPath(_ -> true);
    return command(
        StartCache.COMMAND.uncached(), path, FixtureServer.class.getName(), List.of(transport));
  }

  private static String classPath(Predicate<String> part) {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(all.split(File.pathSeparator))
        .filter(part)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A command line of the JVM that these tests run in. */
  static List<String> command(
      List<String> options, String path, String main, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", path, main));
    command.addAll(arguments);
    return command;
  }

  /** A program that writes errors to that file. */
  public static Process start(List<String> command, Path errors) throws IOException {
    return new ProcessBuilder(command).redirectError(errors.toFile()).start();
  }
}
