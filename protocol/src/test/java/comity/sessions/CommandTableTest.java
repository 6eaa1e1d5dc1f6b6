package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code commands.tsv} says of each line, and what a real shell makes of those that are fit.
 */
@Timeout(60)
final class CommandTableTest {
  /** All that a shell could take for something else. */
  private static final String ID = "a 'b\" $c;`d`|&<>(e)#*?[f]{g,h}\\ ~!\n=i";

  @TempDir private Path folder;

  static Stream<Arguments> rows() throws IOException {
    try (InputStream in = CommandTableTest.class.getResourceAsStream("commands.tsv")) {
      byte[] table = Objects.requireNonNull(in).readAllBytes();
      return new String(table, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(row -> Arguments.of(row[0], row[1], row[2], line(row[3])));
    }
  }

  /** Those that are fit, and whose program can be stood in for. */
  static Stream<Arguments> run() throws IOException {
    return rows()
        .filter(row -> "ok".equals(row.get()[1]))
        .filter(row -> String.valueOf(row.get()[3]).chars().noneMatch(c -> c == '/' || c == '~'));
  }

  private static String line(String written) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      if (c == '\\') {
        i++;
        c = written.charAt(i) == 'n' ? '\n' : written.charAt(i) == 't' ? '\t' : '\\';
      }
      line.append(c);
    }
    return line.toString();
  }

  private static CommandCheck check(String what, String line) {
    return what.equals("launch") ? LaunchLine.check(line) : ResumeTemplate.check(line);
  }

  @ParameterizedTest(name = "{0} {3}")
  @MethodSource("rows")
  @Tag("SES-19")
  @Tag("SES-20")
  void eachLineIsFitOrItIsSaidWhyNot(String what, String column, String why, String line) {
    if (column.equals("ok")) {
      assertThat(check(what, line)).isEqualTo(new CommandCheck.Accepted());
    } else {
      assertThat(check(what, line))
          .isInstanceOfSatisfying(
              CommandCheck.Refused.class,
              refused -> {
                assertThat(refused.why()).contains(why);
                assertThat(refused.column()).isEqualTo(Integer.parseInt(column));
              });
    }
  }

  /** Programs that write down their arguments. */
  private void program(String name) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(name),
            "#!/bin/sh\nfor each; do printf '%s\\0' \"$each\" >>\"$OUT\"; done\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  @ParameterizedTest(name = "{0} {3}")
  @MethodSource("run")
  @Tag("SES-19")
  @Tag("SES-20")
  void aShellGivesTheIdAsOneArgument(String what, String column, String why, String line)
      throws IOException, InterruptedException {
    for (String name : List.of("claude", "agent", "my agent")) {
      program(name);
    }
    String command =
        what.equals("launch")
            ? line.stripTrailing() + " " + ShellQuote.of(ID)
            : ResumeTemplate.filled(line, ID);
    for (String shell : List.of("bash", "sh")) {
      boolean ofBash = line.contains("<<<") || line.contains("&>") || line.contains("$'");
      if (shell.equals("sh") && ofBash) {
        continue;
      }
      Path out = folder.resolve("out-" + shell);
      Files.writeString(out, "");
      Files.writeString(folder.resolve("in.txt"), "");
      Files.createDirectories(folder.resolve("src"));
      ProcessBuilder builder =
          new ProcessBuilder(shell, "-c", command + "\nwait").directory(folder.toFile());
      builder.environment().put("OUT", out.toString());
      builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
      builder.redirectErrorStream(true);
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(out).split("\0", -1)).as(command + "\n" + said).contains(ID);
    }
  }
}
