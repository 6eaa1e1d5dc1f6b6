package comity.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ProgramTest extends Trial {

  @Test
  void givesOutputErrorsAndExitCode() {
    Ended.Exited ended = exited(run(sh("printf out; printf err >&2; exit 3")));
    assertThat(ended.code()).isEqualTo(3);
    assertThat(text(ended.produced().out())).isEqualTo("out");
    assertThat(ended.produced().errText()).isEqualTo("err");
    assertThat(ended.produced().survivors()).isEmpty();
    assertThat(ended.produced().took()).isPositive().isLessThan(LONG);
  }

  @Test
  void tellsTheSignalThatEndedTheProgram() {
    assertThat(exited(run(sh("kill -KILL $$"))).code()).isEqualTo(128 + 9);
  }

  @Test
  void passesFiveMegabytesThroughUnchanged() {
    byte[] input = new byte[5 * MEGABYTE];
    new Random(5).nextBytes(input);
    var told = new ByteArrayOutputStream();
    Ended ended =
        new Program(withOutputLimit(withInput(spec("cat"), input), input.length))
            .run(ANY_START, told::writeBytes);
    assertThat(exited(ended).produced().out()).isEqualTo(input);
    assertThat(told.toByteArray()).isEqualTo(input);
  }

  @Test
  void programMayLeaveItsInputUnread() {
    byte[] input = new byte[5 * MEGABYTE];
    assertThat(exited(run(withInput(spec("true"), input))).code()).isZero();
    Ended.Exited closing = exited(run(withInput(sh("exec 0<&-; echo closed"), input)));
    assertThat(text(closing.produced().out())).isEqualTo("closed\n");
  }

  @Test
  void programSeesTheEndOfEmptyInput() {
    assertThat(text(exited(run(sh("cat; echo end"))).produced().out())).isEqualTo("end\n");
  }

  @Test
  void keepsTheEndOfStandardError() {
    Ended.Exited ended =
        exited(run(python("import sys; sys.stderr.write('é' * 50000 + 'x' + 'é' * 4095 + '.')")));
    assertThat(ended.produced().errTail()).hasSize(Produced.ERR_TAIL);
    assertThat(ended.produced().errText()).isEqualTo("x" + "é".repeat(4095) + ".");
    Ended.Exited cut = exited(run(python("import sys; sys.stderr.write('é' * 50000 + '.')")));
    assertThat(cut.produced().errText()).isEqualTo("é".repeat(4095) + ".");
  }

  @Test
  void argumentsPassNoShell() {
    String evil = "$(touch x); `touch y` \"'\n*{session_id}\\";
    Ended.Exited ended = exited(run(spec("printf", "%s", evil)));
    assertThat(text(ended.produced().out())).isEqualTo(evil);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void programGetsFolderEnvironmentAndRunId() throws Exception {
    ProgramSpec spec =
        withEnvironment(sh("pwd -P; echo $COMITY_TEST $COMITY_RUN_ID"), Map.of("COMITY_TEST", "é"));
    assertThat(text(exited(run(spec)).produced().out()))
        .isEqualTo(folder.toRealPath() + "\né " + spec.runId() + "\n");
  }

  @Test
  void programLeadsASessionOfItsOwn() {
    var mark = new AtomicReference<ProcessMark>();
    Ended ended = new Program(spec("cat", "/proc/self/stat")).run(mark::set, ANY_OUTPUT);
    Processes.Seen seen = LinuxProcesses.parse(mark.get().pid(), exited(ended).produced().out());
    assertThat(List.of(seen.session(), seen.group())).containsOnly(mark.get().pid());
    assertThat(seen.start()).isEqualTo(mark.get().start());
  }

  @Test
  void markIsToldBeforeAnyInput() {
    var seen = new AtomicReference<String>("");
    Ended ended =
        new Program(withInput(spec("cat"), "hello".getBytes(StandardCharsets.UTF_8)))
            .run(
                mark -> {
                  assertThat(mark.isAlive()).isTrue();
                  seen.getAndUpdate(s -> s + "started ");
                },
                chunk -> seen.getAndUpdate(s -> s + text(chunk)));
    exited(ended);
    assertThat(seen.get()).isEqualTo("started hello");
  }

  @Test
  void whatTheCallerThrowsEndsTheRun() {
    var mark = new AtomicReference<ProcessMark>();
    var program = new Program(spec("sleep", "1000"));
    assertThatThrownBy(() ->
            program.run(
                m -> {
                  mark.set(m);
                  throw new IllegalStateException("disk full");
                },
                ANY_OUTPUT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("disk full");
    assertThat(mark.get().isAlive()).isFalse();
  }

  @Test
  void whatTheReaderOfOutputThrowsEndsTheRun() {
    for (Throwable mine : List.of(new IllegalStateException("full"), new AssertionError("bug"))) {
      var mark = new AtomicReference<ProcessMark>();
      var program = new Program(sh("echo a; exec sleep 1000"));
      assertThatThrownBy(() ->
              program.run(
                  mark::set,
                  _ -> {
                    switch (mine) {
                      case RuntimeException e -> throw e;
                      case Error e -> throw e;
                      default -> throw new AssertionError(mine);
                    }
                  }))
          .isSameAs(mine);
      assertThat(mark.get().isAlive()).isFalse();
    }
  }

  @Test
  void findsTheProgramOnThePathOfTheRunOnly() throws Exception {
    Path tool = script("tools/tool", "#!/bin/sh\necho found $1\n");
    ProgramSpec spec = spec("tool", "it");
    assertThat(reason(run(spec))).startsWith("the program tool is not on the PATH (");
    ProgramSpec withPath =
        withEnvironment(spec, Map.of("PATH", "/nowhere:" + tool.getParent() + ":/bin:/usr/bin"));
    assertThat(text(exited(run(withPath)).produced().out())).isEqualTo("found it\n");
    // A relative folder of PATH would take programs out of the folder a message can write to.
    ProgramSpec relative = withEnvironment(spec, Map.of("PATH", "tools:.:"));
    assertThat(reason(run(relative))).startsWith("the program tool is not on the PATH");
    assertThat(exited(run(spec("./tools/tool"))).code()).isZero();
  }

  @Test
  void saysWhyAProgramDoesNotStart() throws Exception {
    assertThat(reason(run(spec("/no/such/program"))))
        .isEqualTo("the program /no/such/program does not exist");
    assertThat(reason(run(spec("/tmp")))).isEqualTo("/tmp is a folder, not a program");
    Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    assertThat(reason(run(spec(plain.toString()))))
        .isEqualTo("the program " + plain + " is not executable; chmod +x makes it so");
    ProgramSpec onPath = withEnvironment(spec("plain"), Map.of("PATH", folder.toString()));
    assertThat(reason(run(onPath))).contains(plain + " is not executable");
    ProgramSpec s = spec("true");
    Path missing = folder.resolve("missing");
    assertThat(
            reason(
                run(
                    new ProgramSpec(
                        s.runId(), s.argv(), Map.of(), missing, new byte[0], LONG, 0, SHORT))))
        .isEqualTo("the folder " + missing + " to run true in does not exist");
  }

  @Test
  void saysWhyTheKernelRefusesAProgram() throws Exception {
    Path script = script("script", "#!/no/such/interpreter\n");
    assertThat(reason(run(spec(script.toString()))))
        .startsWith(script + " could not be started: ")
        .contains("No such file or directory (is the interpreter in its first line there?)");
    assertThat(reason(run(spec("echo", "x".repeat(MEGABYTE))))).contains("Argument list too long");
    assertThat(reason(run(spec("echo", "a\0b")))).contains("echo has a NUL character");
    ProgramSpec nul = withEnvironment(spec("echo"), Map.of("COMITY_TITLE", "a\0b"));
    assertThat(reason(run(nul))).contains("echo has a NUL character");
    for (String name : List.of("", "A=B")) {
      assertThat(reason(run(withEnvironment(spec("echo"), Map.of(name, "x")))))
          .isEqualTo("an environment variable for echo has an = in its name, or none");
    }
  }

  @Test
  void aProgramsOwnExitCodes126And127AreItsOwn() {
    assertThat(exited(run(sh("echo setsid: no >&2; echo more >&2; exit 127"))).code())
        .isEqualTo(127);
    assertThat(exited(run(sh("no-such-command-at-all"))).code()).isEqualTo(127);
  }

  @Test
  void stoppedBeforeItsStartItDoesNotStart() {
    var program = new Program(sh("touch started"));
    program.stop();
    assertThat(program.run(ANY_START, ANY_OUTPUT)).isInstanceOf(Ended.Stopped.class);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anInterruptIsAStopAndStaysSet() {
    Ended ended =
        new Program(spec("sleep", "1000")).run(_ -> Thread.currentThread().interrupt(), ANY_OUTPUT);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).isInstanceOf(Ended.Stopped.class);
  }

  @Test
  void specRefusesWhatMakesNoSense() {
    ProgramSpec s = spec("true");
    assertThatThrownBy(() -> spec()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> withLimit(s, Duration.ZERO)).hasMessageContaining("limit");
    assertThatThrownBy(() -> withGrace(s, Duration.ofDays(400))).hasMessageContaining("grace");
    assertThatThrownBy(() -> withOutputLimit(s, -1)).hasMessageContaining("output limit");
    assertThatThrownBy(() -> withEnvironment(s, Map.of("COMITY_RUN_ID", "x")))
        .hasMessageContaining("COMITY_RUN_ID");
    assertThatThrownBy(() -> ProgramSpec.checkRunId("short")).hasMessageContaining("run id");
  }

  private Path script(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
