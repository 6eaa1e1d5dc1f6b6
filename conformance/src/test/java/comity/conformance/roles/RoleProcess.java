package comity.conformance.roles;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Processes that work on role files: {@code comity}, or a program of the tests beside it. */
final class RoleProcess {
  /** A loaded machine with two cores takes a while to start a JVM. */
  private static final long PATIENCE_SECONDS = 120;

  /** How a program ended. */
  record Ended(int code, String out, String err) {}

  private RoleProcess() {}

  /** The command line of {@code comity} with the classes that were just built. */
  static List<String> comity(Path home, Path project, String... arguments) {
    List<String> command =
        java("comity.cli.Main", "--home", home.toString(), "--project-root", project.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** The command line of a program with a main method. */
  static List<String> java(String mainClass, String... arguments) {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                Arrays.stream(classes.split(File.pathSeparator))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(File.pathSeparator)),
                mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A script that is {@code comity} with this home. */
  static Path script(Path file, Path home) throws IOException {
    String words =
        java("comity.cli.Main", "--home", home.toString()).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    Files.writeString(file, "#!/bin/sh\nexec " + words + " \"$@\"\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " can't be made executable");
    }
    return file;
  }

  /** Runs a command to its end. */
  static Ended run(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("comity-out", "");
    Path err = Files.createTempFile("comity-err", "");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().keySet().removeIf(name -> name.startsWith("COMITY_"));
      Process process =
          builder
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
