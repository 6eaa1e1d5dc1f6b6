package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.CommandForm;
import comity.sessions.HookDuty;
import comity.sessions.Launch;
import comity.sessions.Launching;
import comity.sessions.Provider;
import comity.sessions.Providers;
import comity.sessions.ShellQuote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code launches.tsv} says of each command, and what a real shell gives the program. */
@Timeout(60)
final class LaunchTableTest {
  private static final String ID = "0b8f6f3e-2c1d-4b6a-9a51-5f0f6f4f9c11";

  private static final Providers PROVIDERS = ProviderFiles.shipped();

  @TempDir private Path folder;

  static Stream<Arguments> rows() throws IOException {
    try (InputStream in = LaunchTableTest.class.getResourceAsStream("launches.tsv")) {
      byte[] table = Objects.requireNonNull(in).readAllBytes();
      return new String(table, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(row -> Arguments.of(row[0], row[1], row[2], row[3], row[4]));
    }
  }

  /** Lines of which a shell makes one run of a program that can be stood in for. */
  static Stream<Arguments> run() throws IOException {
    return rows()
        .filter(row -> "line".equals(row.get()[1]))
        .filter(row -> !String.valueOf(row.get()[2]).contains("/"))
        .filter(row -> Stream.of(3, 4).anyMatch(i -> String.valueOf(row.get()[i]).contains("ID")));
  }

  private static CommandForm command(String form, String text) {
    // The words of the table hold no blanks but in quotes of one kind.
    return form.equals("line")
        ? new CommandForm.Line(text)
        : new CommandForm.Words(
            Stream.of(text.split(" (?=(?:[^']*'[^']*')*[^']*$)", -1))
                .map(word -> word.replace("'", ""))
                .toList());
  }

  private static Launching launching(CommandForm command, boolean hooks) {
    Provider provider = PROVIDERS.infer(command);
    return new Launching(
        provider,
        command,
        Optional.empty(),
        new Launching.Place(
            "/opt/co mity/it's",
            "/bin/sh",
            "/run/session",
            hooks ? HookDuty.of(true, true) : Set.of()));
  }

  private static void is(Launch launch, String form, String expected) {
    switch (launch) {
      case Launch.Refused(int column, String why, String todo) -> {
        assertThat(expected).startsWith("!" + column + " ");
        assertThat(why).contains(expected.substring(expected.indexOf(' ') + 1));
        assertThat(todo).contains("{session_id}");
      }
      case Launch.Run run -> {
        String made =
            form.equals("line")
                ? run.argv().get(2)
                : run.argv().stream().map(ShellQuote::of).collect(Collectors.joining(" "));
        assertThat(made).isEqualTo(expected.replace("ID", ID));
        if (form.equals("line")) {
          assertThat(run.argv()).hasSize(3).startsWith("/bin/sh", "-c");
        }
      }
    }
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("rows")
  @Tag("SES-17")
  @Tag("SES-20")
  @Tag("SES-21")
  void eachCommandIsBegunAndResumed(
      String provider, String form, String text, String begin, String resume) {
    CommandForm command = command(form, text);
    Launching launching = launching(command, false);
    assertThat(launching.provider().name()).isEqualTo(provider);
    is(launching.begin(ID), form, begin);
    is(launching.resume(ID), form, resume);
    if (launching.begin(ID) instanceof Launch.Run run) {
      boolean assigned = begin.contains("ID");
      assertThat(run.assigned()).isEqualTo(assigned ? Optional.of(ID) : Optional.empty());
    }
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("run")
  @Tag("SES-19")
  @Tag("SES-26")
  void aShellGivesTheProgramWhatWasAdded(
      String provider, String form, String text, String begin, String resume)
      throws IOException, InterruptedException {
    CommandForm command = command(form, text);
    for (String program : PROVIDERS.programs()) {
      Path file =
          Files.writeString(
              folder.resolve(program),
              "#!/bin/sh\nfor each; do printf '%s\\0' \"$each\" >>\"$OUT\"; done\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
    for (boolean resumes : new boolean[] {false, true}) {
      if (!(resumes ? resume : begin).contains("ID")) {
        continue;
      }
      Launching plain = launching(command, false);
      Launching hooked = launching(command, true);
      Launch launch = resumes ? hooked.resume(ID) : hooked.begin(ID);
      Launch bare = resumes ? plain.resume(ID) : plain.begin(ID);
      List<String> got = arguments(((Launch.Run) launch).argv());
      List<String> without = arguments(((Launch.Run) bare).argv());
      assertThat(without).contains(ID);
      List<String> added = new ArrayList<>(got);
      without.forEach(added::remove);
      switch (hooked.provider().hooks().byLaunch()) {
        case NONE -> assertThat(added).isEmpty();
        case SETTINGS, OVERRIDE, EXTENSION -> assertThat(added).hasSize(2);
      }
    }
  }

  private List<String> arguments(List<String> argv) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Files.writeString(out, "");
    ProcessBuilder builder = new ProcessBuilder(argv).directory(folder.toFile());
    builder.environment().put("OUT", out.toString());
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(argv + "\n" + said).isZero();
    String written = Files.readString(out);
    return written.isEmpty()
        ? List.of()
        : List.of(written.substring(0, written.length() - 1).split("\0", -1));
  }
}
