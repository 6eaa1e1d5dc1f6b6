package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.mcp.JavaProgram;
import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pipes where files of a home belong: whoever opens one waits until another does. Each is told by
 * its name, and nobody hangs.
 */
@Timeout(240)
@Tag("SES-11")
final class PipesInTheHomeTest {
  @TempDir private Path folder;

  private static void pipe(Path file) throws IOException, InterruptedException {
    Files.deleteIfExists(file);
    Process made = new ProcessBuilder("mkfifo", file.toString()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
  }

  /** Runs until it has ended, or says that it answers; what it wrote to standard error. */
  private String told(Home home, String... words) throws Exception {
    List<String> command = JavaProgram.comity("--home", home.root().toString());
    command.add(1, "-Dcomity.launcher=/bin/false");
    command.addAll(List.of(words));
    Path err = Files.createTempFile(folder, "err", "");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(err.toFile())
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Thread reading =
          Thread.startVirtualThread(() -> {
            try {
              // One that answers says so, and stays.
              String said = out.readLine();
              while (said != null && !said.equals("ready") && !said.startsWith("listening on ")) {
                said = out.readLine();
              }
            } catch (IOException ended) {
              // So has it.
            }
          });
      assertThat(reading.join(Duration.ofSeconds(JavaProgram.PATIENCE_SECONDS)))
          .as("%s ends, or answers", List.of(words))
          .isTrue();
    } finally {
      process.destroy();
      if (!process.waitFor(JavaProgram.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
    return Files.readString(err);
  }

  @ParameterizedTest
  @CsvSource({
    "run/host.lock, host, is no regular file",
    "run/host.sock, host, it is no socket",
    "config.toml, host, is no regular file",
    "providers.toml, host, is no regular file",
    "run/host.start, run --detach -- true, is no regular file",
    "log/host.log, run --detach -- true, is no regular file",
    "run/hub.lock, serve --port 0, is no regular file",
    "run/token, serve --port 0, is no regular file",
    "hub.db, serve --port 0, is no regular file",
    "config.toml, serve --port 0, is no regular file",
    "journal/0000000000000001.log, serve --port 0, is no regular file",
    "log/hub.log, up, is no regular file",
    "run/hub.json, up, is no regular file",
    "run/hub.lock, down, is no regular file",
    "run/config.lock, agent add own --runner echo, is no regular file",
    "projects.json, project list, is no regular file",
    "audit.jsonl, audit, is no regular file",
    "mcp-tokens.json, token list, is no regular file",
    "run/tokens.lock, token revoke none, is no regular file",
    "directive-id, --project-root PROJECT directive send --role a --to b --title t, is no regular file",
    "hub.db, doctor --json, ''",
  })
  void isToldByItsName(String file, String words, String why) throws Exception {
    Home home = HostProcess.home(folder);
    Path pipe = home.root().resolve(file);
    pipe(pipe);
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.createDirectory(project.resolve(".muse"));
    for (String role : List.of("a.md", "b.md")) {
      Files.writeString(project.resolve(".muse").resolve(role), "# " + role + "\n");
    }
    assertThat(told(home, words.replace("PROJECT", "" + project).split(" ", -1)).lines().toList())
        .as("%s with a pipe as %s", words, file)
        .anyMatch(line -> why.isEmpty() || (line.contains(pipe.toString()) && line.contains(why)));
    assertThat(Files.exists(pipe)).as("it stays").isTrue();
  }

  @Test
  void whatIsKeptOfSessionsIsReadWithoutWaiting() throws Exception {
    Home home = HostProcess.home(folder);
    List<String> ids = new ArrayList<>();
    try (HostProcess host = HostProcess.start(home)) {
      for (int i = 0; i < 2; i++) {
        ids.add(HostProcess.id(host.done(HostProcess.begin(folder, "true"))));
      }
      for (String id : ids) {
        Eventually.is(
            () -> host.done(new Ask.Show(id)).string("activity").equals(Optional.of("exited")));
      }
    }
    String log = ids.getFirst();
    pipe(home.sessions().resolve(log + ".log"));
    pipe(home.sessions().resolve(ids.getLast() + ".json"));
    pipe(home.sessions().resolve("inbox").resolve("0000000000000001-1.json"));
    try (HostProcess host = HostProcess.start(home)) {
      assertThat(host.done(new Ask.Show(log)).string("state")).contains("open");
      HostProcess.Ended ended = HostProcess.run(home, "session", "logs", log);
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err()).contains(log + ".log", "is no regular file");
      assertThat(HostProcess.run(home, "session", "show", ids.getLast()).code()).isEqualTo(3);
    }
  }
}
