package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.CopiedFolder;
import comity.conformance.messages.Eventually;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.host.ProcessMark;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.panes.HostClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A home that was copied while its sessions run. The copy has the same sessions, with the same ids
 * and processes; what runs is the original's all the same, and each ends its own alone.
 */
@Timeout(240)
final class CopiedHomeTest {
  private static final String ENDED = "open exited no process";
  private static final String OUTLIVES = "open idle runs without its host";

  @TempDir private Path folder;
  private OutlivingAgent agent = new OutlivingAgent(Path.of(""), Path.of(""));

  @BeforeEach
  void makeAgent() throws IOException {
    agent = OutlivingAgent.in(folder);
  }

  /** Nothing is left of tests that go well. */
  @AfterEach
  void end() throws IOException {
    List<String> names = List.of("home", "copy", "moved", "fresh/home");
    for (String name : names) {
      for (String left : HostProcess.left(new Home(folder.toRealPath().resolve(name)))) {
        ProcessHandle.of(Long.parseLong(left.substring(0, left.indexOf(' '))))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  private Home copy(Home home) throws IOException {
    Home copy = new Home(CopiedFolder.of(home.root(), folder.resolve("copy")));
    assertThat(copy.open()).isEqualTo(new Home.Opening.Opened(copy));
    return copy;
  }

  /** A session whose program has outlived its host. */
  private String outliving(Home home) throws Exception {
    try (HostProcess host = HostProcess.start(home)) {
      String id = agent.begin(host);
      host.kill();
      return id;
    }
  }

  private static String words(JsonObject shown) {
    return Stream.of("state", "activity", "evidence")
        .map(key -> shown.string(key).orElse("?"))
        .collect(Collectors.joining(" "));
  }

  private static long pid(JsonObject shown) {
    return shown.get("pid") instanceof JsonNumber pid ? pid.asLong().orElse(0) : 0;
  }

  private static boolean lives(long pid) {
    return ProcessMark.of(pid).filter(ProcessMark::isAlive).isPresent();
  }

  /** What a list says of the one session, by the command. */
  private static String listed(Home home) throws Exception {
    HostProcess.Ended listed = HostProcess.run(home, "session", "list", "--all", "--json");
    assertThat(listed.code()).as(listed.err()).isZero();
    return Json.read(listed.out().getBytes(StandardCharsets.UTF_8))
                instanceof JsonReading.Read(JsonObject list)
            && list.get("sessions") instanceof JsonArray sessions
            && sessions.elements().getFirst() instanceof JsonObject session
        ? words(session)
        : listed.out();
  }

  @Test
  @Tag("SES-12")
  void stoppingInTheCopyLeavesTheOriginalsProgramAlone() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String id = agent.begin(host);
      long program = pid(host.done(new Ask.Show(id)));
      Home copy = copy(home);
      assertThat(listed(copy)).as("while no host of the copy runs").isEqualTo(ENDED);
      try (HostProcess other = HostProcess.start(copy)) {
        JsonObject shown = other.done(new Ask.Show(id));
        assertThat(words(shown)).isEqualTo(ENDED);
        assertThat(shown.string("note")).isEmpty();
        assertThat(words(other.done(new Ask.Stop(id, Ask.Ending.WITH_GRACE))))
            .startsWith("closed exited");
        assertThat(other.awaitEnd()).isZero();
      }
      // The next host ends what is left of sessions that are closed.
      try (HostProcess other = HostProcess.start(copy)) {
        assertThat(words(other.done(new Ask.Show(id)))).startsWith("closed exited");
        assertThat(lives(program)).isTrue();
      }
      JsonObject shown = host.done(new Ask.Show(id));
      assertThat(words(shown)).startsWith("open ").doesNotContain("exited");
      assertThat(pid(shown)).isEqualTo(program);
      assertThat(words(host.done(new Ask.Stop(id, Ask.Ending.WITH_GRACE))))
          .startsWith("closed exited");
      assertThat(lives(program)).isFalse();
    }
    assertThat(HostProcess.errors(home)).isEmpty();
  }

  @Test
  @Tag("SES-11")
  @Tag("SES-12")
  @Tag("SES-27")
  void oneHomeAfterTheOtherHasAProgramOfItsOwn() throws Exception {
    Home home = HostProcess.home(folder);
    try (HostProcess host = HostProcess.start(home)) {
      String id = agent.begin(host);
      long program = pid(host.done(new Ask.Show(id)));
      Home copy = copy(home);
      long own;
      try (HostProcess other = HostProcess.start(copy)) {
        isOpenElsewhere(other, id, program);
        assertThat(lives(program)).isTrue();
        assertThat(words(host.done(new Ask.Stop(id, Ask.Ending.WITH_GRACE))))
            .startsWith("closed exited");
        assertThat(lives(program)).isFalse();
        own = pid(other.done(OutlivingAgent.restored(id)));
        other.awaitScreen(id, "begun");
        other.kill();
      }
      // Both hosts know what outlived the one that was killed: it is the copy's.
      assertThat(lives(own)).isTrue();
      assertThat(listed(copy)).isEqualTo(OUTLIVES);
      assertThat(host.awaitEnd()).as("no session of it is open").isZero();
      try (HostProcess again = HostProcess.start(home)) {
        isOpenElsewhere(again, id, own);
      }
      assertThat(lives(own)).isTrue();
      try (HostProcess other = HostProcess.start(copy)) {
        assertThat(words(other.done(new Ask.Show(id)))).isEqualTo(OUTLIVES);
        assertThat(words(other.done(new Ask.Stop(id, Ask.Ending.WITH_GRACE))))
            .startsWith("closed exited");
      }
      assertThat(lives(own)).isFalse();
    }
    assertThat(HostProcess.errors(home)).isEmpty();
  }

  /** Two must never write one conversation. */
  private static void isOpenElsewhere(HostProcess host, String id, long program)
      throws IOException {
    try (HostClient client = host.client()) {
      assertThat(client.ask(OutlivingAgent.restored(id)))
          .isInstanceOfSatisfying(
              Reply.Refused.class,
              refused -> assertThat(refused.why()).contains("another home", "process " + program));
    }
  }

  @Test
  @Tag("SES-12")
  void aHomeByAnotherPathIsNoCopy() throws Exception {
    Home home = HostProcess.home(folder);
    String id = outliving(home);
    Home link = new Home(Files.createSymbolicLink(folder.resolve("link"), home.root()));
    assertThat(listed(link)).isEqualTo(OUTLIVES);
    try (HostProcess host = HostProcess.start(link)) {
      assertThat(words(host.done(new Ask.Show(id)))).isEqualTo(OUTLIVES);
      JsonObject _ = host.done(OutlivingAgent.restored(id));
      Eventually.is(() -> HostProcess.running(id).size() == 1);
      assertThat(words(host.done(new Ask.Stop(id, Ask.Ending.AT_ONCE))))
          .startsWith("closed exited");
      assertThat(HostProcess.running(id)).isEmpty();
    }
  }

  @Test
  @Tag("SES-12")
  void aHomeThatWasMovedEndsWhatItHadStarted() throws Exception {
    Home home = HostProcess.home(folder);
    String id = outliving(home);
    Home moved = new Home(Files.move(home.root(), folder.resolve("moved")));
    try (HostProcess host = HostProcess.start(moved)) {
      assertThat(words(host.done(new Ask.Show(id)))).isEqualTo(OUTLIVES);
      assertThat(words(host.done(new Ask.Stop(id, Ask.Ending.AT_ONCE))))
          .startsWith("closed exited");
      assertThat(HostProcess.running(id)).isEmpty();
    }
  }

  /** What is told nothing of its home is known by its host, which the real program starts. */
  @Test
  @Tag("SES-12")
  void aProgramWithoutAnEnvironmentIsTheOriginalsToo() throws Exception {
    Hooks program = Hooks.in(folder.toRealPath()).without("MUSTER_AGENT_SESSION_ID");
    Home home = HostProcess.home(folder.toRealPath().resolve("fresh"));
    Hooks.Ended ran =
        program
            .without("COMITY_HOME")
            .run(
                List.of(
                    program.launcher(),
                    "--home",
                    home.root().toString(),
                    "run",
                    "--detach",
                    "--",
                    "exec env -i sleep 600"),
                new byte[0]);
    assertThat(ran.code()).as(ran.err()).isZero();
    String id = ran.out().strip();
    try (HostClient host = HostClient.connect(home).orElseThrow()) {
      long sleeper = pid(HostProcess.done(host, new Ask.Show(id)));
      Eventually.is(() -> HostProcess.running(id).isEmpty());
      Home copy = copy(home);
      try (HostProcess other = HostProcess.start(copy)) {
        assertThat(words(other.done(new Ask.Stop(id, Ask.Ending.AT_ONCE))))
            .startsWith("closed exited");
      }
      assertThat(lives(sleeper)).isTrue();
      JsonObject shown = HostProcess.done(host, new Ask.Show(id));
      assertThat(words(shown)).startsWith("open ").doesNotContain("exited");
      assertThat(words(HostProcess.done(host, new Ask.Stop(id, Ask.Ending.AT_ONCE))))
          .startsWith("closed exited");
      assertThat(lives(sleeper)).isFalse();
    }
  }
}
