package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.panes.HostClient;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program many times at the same moment, where no host runs yet. */
class ManyAtOnceTest {
  /** For all of them together, without a cache, on a machine that does something else. */
  private static final long PATIENCE_SECONDS = 240;

  @TempDir private Path folder;

  @Test
  @Tag("SES-10")
  void twoBeginTwoSessionsInOneHost() throws Exception {
    run(2);
  }

  @Test
  @Tag("SES-10")
  void twelveBeginTwelveSessionsInOneHost() throws Exception {
    run(12);
  }

  @Test
  @Tag("long-crash")
  void fiftyBeginFiftySessionsInOneHost() throws Exception {
    run(50);
  }

  private void run(int count) throws Exception {
    Hooks program =
        Hooks.in(folder.toRealPath())
            .without("MUSTER_AGENT_SESSION_ID")
            .with("COMITY_HOME", folder.toRealPath().resolve("fresh").toString());
    Home home = new Home(folder.toRealPath().resolve("fresh"));
    List<Hooks.Started> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          program.start(
              List.of(program.launcher(), "run", "--detach", "--json", "--", "sleep", "100")));
    }
    try {
      Set<String> ids = new LinkedHashSet<>();
      for (Hooks.Started started : all) {
        ids.add(begun(started));
      }
      assertThat(ids).hasSize(count);
      assertThat(hosts(home)).hasSize(1);
      try (HostClient client = HostClient.connect(home).orElseThrow()) {
        assertThat(HostProcess.done(client, new Ask.Sessions()).get("sessions"))
            .isInstanceOfSatisfying(
                JsonArray.class, sessions -> assertThat(sessions.elements()).hasSize(count));
        for (String id : ids) {
          JsonObject shown = HostProcess.done(client, new Ask.Show(id));
          assertThat(shown.string("state")).contains("open");
          assertThat(HostProcess.running(id)).hasSize(1);
          JsonObject _ = HostProcess.done(client, new Ask.Stop(id, Ask.Ending.AT_ONCE));
        }
      }
      Eventually.is(() -> hosts(home).isEmpty());
      assertThat(HostProcess.left(home)).isEmpty();
    } finally {
      all.forEach(started -> started.process().destroyForcibly());
      hosts(home).forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** The id of the session that one began. */
  private static String begun(Hooks.Started started) throws Exception {
    try (OutputStream none = started.process().getOutputStream()) {
      none.flush();
    } catch (IOException ended) {
      // It needs none.
    }
    assertThat(started.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    String err = Files.readString(started.err());
    assertThat(started.process().exitValue()).as(err).isZero();
    assertThat(err).isEmpty();
    byte[] out = Files.readString(started.out()).getBytes(StandardCharsets.UTF_8);
    return Json.read(out) instanceof JsonReading.Read(JsonObject object)
        ? HostProcess.id(object)
        : "no JSON";
  }

  private static List<ProcessHandle> hosts(Home home) throws IOException {
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes
          .filter(process ->
              words(process).contains(home.root() + "\0host\0")
                  && words(process).contains("comity.cli.Main"))
          .toList();
    }
  }

  private static String words(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }
}
