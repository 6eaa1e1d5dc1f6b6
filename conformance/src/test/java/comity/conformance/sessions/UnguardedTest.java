package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever gives an agent a role is told where nothing keeps it to that. */
@Tag("SES-9")
@Tag("ROLE-17")
@Timeout(240)
final class UnguardedTest {
  @TempDir private Path folder;
  private Hooks hooks = unmade();

  @SuppressWarnings("NullAway")
  private static Hooks unmade() {
    return null;
  }

  @BeforeEach
  void make() throws IOException {
    Path here = folder.toRealPath();
    hooks =
        Hooks.in(here)
            .without("MUSTER_AGENT_SESSION_ID")
            .with("COMITY_HOME", here.resolve("comity-home").toString());
    Path bin = Files.createDirectory(here.resolve("bin"));
    for (String name : List.of("gemini", "kimi", "claude", "editor")) {
      Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\nread more\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    hooks.with("PATH", bin + ":/usr/local/bin:/usr/bin:/bin");
    hooks.with("HOME", Files.createDirectory(here.resolve("person")).toString());
    RealAgent.write(here.resolve(".muse/qa.md"), "<!-- L0: v1.0.0 | test | red -->\n");
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    List<String> stop = new ArrayList<>(List.of("session", "stop", "--now"));
    stop.addAll(begun);
    assertThat(comity(stop.toArray(String[]::new)).code()).isZero();
  }

  private final List<String> begun = new ArrayList<>();

  private Hooks.Ended comity(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(hooks.launcher()));
    command.addAll(List.of(words));
    return hooks.run(command, new byte[0]);
  }

  /** What is said when it is begun. */
  private String begin(String program, String... options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("run", "--detach"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", program));
    Hooks.Ended ran = comity(words.toArray(String[]::new));
    assertThat(ran.code()).as(ran.toString()).isZero();
    begun.add(ran.out().strip());
    return ran.err();
  }

  @Test
  void itIsToldWhatToDoOrThatThereIsNothing() throws IOException, InterruptedException {
    assertThat(begin("gemini", "--role", "qa"))
        .contains("nothing keeps Gemini CLI to the role", "comity hooks setup gemini");
    assertThat(comity("hooks", "setup", "gemini").code()).isZero();
    assertThat(begin("gemini", "--role", "qa")).isEmpty();
    Path settings = folder.toRealPath().resolve("person/.gemini/settings.json");
    Files.writeString(
        settings,
        Files.readString(settings).replaceFirst("\"enabled\": *true", "\"enabled\": false"));
    assertThat(begin("gemini", "--role", "qa")).contains("hooksConfig.enabled");
    assertThat(begin("kimi", "--role", "qa")).contains("no guard for the tools of Kimi Code CLI");
    assertThat(begin("kimi")).isEmpty();
    assertThat(begin("claude", "--role", "qa")).as("its guard comes with the start").isEmpty();
    assertThat(begin("editor", "--role", "qa")).contains("no guard", "does not know");
    assertThat(begin("claude mcp list", "--role", "qa")).contains("no guard comes with the start");
  }
}
