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

  private JavaProgram() {}

  /** The program itself, without the tests. */
  public static List<String> comity(String... arguments) {
    return command("comity.cli.Main", part -> !part.endsWith("test-classes"), arguments);
  }

  /** The server with the fixtures. */
  static List<String> fixtures(String transport) {
    return command(FixtureServer.class.getName(), _ -> true, transport);
  }

  private static List<String> command(String main, Predicate<String> part, String... arguments) {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Arrays.stream(all.split(File.pathSeparator))
                    .filter(part)
                    .collect(Collectors.joining(File.pathSeparator)),
                main));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A program that writes errors to that file. */
  public static Process start(List<String> command, Path errors) throws IOException {
    return new ProcessBuilder(command).redirectError(errors.toFile()).start();
  }
}
