package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What scripts go by where something that is named is not there. */
@Timeout(240)
class SessionExitCodesTest {
  @TempDir private Path folder;

  @Test
  @Tag("SES-10")
  void whatIsNotKnownIsNotFound() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String open = HostProcess.id(host.done(HostProcess.begin(folder, "cat")));
      for (String line :
          List.of(
              "run --detach --provider clod -- true",
              "run --detach --project nowhere -- true",
              "session show none",
              "session stop none",
              "session logs none",
              "session screen none",
              "session restore none",
              "session resume none --detach")) {
        HostProcess.Ended ended = HostProcess.run(home, line.split(" ", -1));
        assertThat(ended.code()).as("%s: %s", line, ended.err()).isEqualTo(3);
        assertThat(ended.err()).as(line).contains("there is no ");
      }
      assertThat(HostProcess.run(home, "session", "list").out().lines())
          .as("no session was begun")
          .hasSize(2)
          .last()
          .asString()
          .startsWith(open);
      HostProcess.Ended some = HostProcess.run(home, "session", "stop", "--now", "none", open);
      assertThat(some.code()).isEqualTo(3);
      assertThat(some.out())
          .startsWith("session none was not stopped: there is no session none; see: ")
          .endsWith("\nclosed session " + open + "\n");
    }
  }

  @Test
  @Tag("SES-11")
  void whatIsKeptOfASessionAndCanNotBeReadIsTold() throws Exception {
    Home home = HostProcess.home(folder);
    Path file = home.sessions().resolve("damaged1.json");
    Files.writeString(file, "{\"version\":1,\"id\":");
    try (HostProcess host = HostProcess.start(home)) {
      assertThat(HostProcess.run(home, "session", "list").err()).contains(file.toString());
      host.kill();
    }
    HostProcess.Ended listed = HostProcess.run(home, "session", "list");
    assertThat(listed.code()).isZero();
    assertThat(listed.err()).contains(file.toString());
    HostProcess.Ended doctor = HostProcess.run(home, "doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out()).contains("WRONG  sessions: " + file);
    assertThat(Files.readString(file)).as("it stays").startsWith("{\"version\":1");
  }

  @Test
  @Tag("SES-18")
  void whatEndedByItselfWithNothingToTakeUpIsNoFailureOfTheOthers() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String done = HostProcess.id(host.done(HostProcess.begin(folder, "true")));
      String failed = HostProcess.id(host.done(HostProcess.begin(folder, "false")));
      for (String each : List.of(done, failed)) {
        assertThat(HostProcess.run(home, "session", "wait", each, "--until", "exited").code())
            .isZero();
      }
      HostProcess.Ended both = HostProcess.run(home, "session", "restore");
      assertThat(both.out().lines())
          .anyMatch(line -> line.startsWith("session " + done + " stays stopped: "))
          .anyMatch(line -> line.startsWith("session " + failed + " stays stopped: "));
      assertThat(both.code()).isEqualTo(1);
      assertThat(HostProcess.run(home, "session", "stop", failed).code()).isZero();
      HostProcess.Ended one = HostProcess.run(home, "session", "restore");
      assertThat(one.out()).startsWith("session " + done + " stays stopped: ");
      assertThat(one.code()).isZero();
    }
  }
}
