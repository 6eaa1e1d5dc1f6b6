package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.host.ProcessChain;
import comity.host.ProcessMark;
import comity.json.JsonObject;
import comity.sessionfiles.CaptureInbox;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Activity;
import comity.sessions.HookEvent;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What hooks reported, as a host takes it in. */
@Timeout(60)
final class CapturesTest {
  /** So often an agent's last report comes together with its end. */
  private static final int ROUNDS = 10;

  /** It starts another of its kind by a shell; each says which process it is. */
  private static final String AGENT =
      """
      #!/bin/sh
      if [ "$1" = inner ]; then
        echo "inner=$$."
        read line
      else
        sh -c './claude inner; true'
        read line
      fi
      """;

  @TempDir private Path folder;
  private Path work;
  private Home home;

  @BeforeEach
  void make() throws IOException {
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
    home = HostRun.opened(folder.toRealPath().resolve("home"));
    Path agent = Files.writeString(work.resolve("claude"), AGENT);
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
  }

  private static String text(JsonObject shown, String key) {
    return shown.string(key).orElse("");
  }

  private Optional<NativeId> kept(String id) {
    return new SessionFiles(home)
        .all().sessions().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .flatMap(Session::nativeId);
  }

  /** As where a person moved the folder away, and put it back. */
  @Test
  @Tag("SES-6")
  void whatKeepsItFromLookingIsSaidOnceAndWaitedFor() throws Exception {
    CaptureInbox inbox =
        ((CaptureInbox.Opening.Opened) CaptureInbox.open(home.root().toFile())).inbox();
    Path away = Files.move(inbox.folder(), work.resolve("away"));
    try (LoopRun run = new LoopRun(home.root(), InstantSource.system())) {
      Panes panes = new Panes(run.parts(), List.of());
      Captures captures = run.on(() -> new Captures(run.parts(), panes, inbox));
      for (int i = 0; i < 20; i++) {
        CountDownLatch looked = new CountDownLatch(1);
        captures.take();
        run.parts().keeper().does(looked::countDown);
        looked.await();
      }
      assertThat(run.faults()).hasSize(2);
      assertThat(run.faults().getFirst()).contains("it is looked at time and again instead");
      Files.move(away, inbox.folder());
      HostRun.report(
          home,
          "anybodys",
          "claude",
          HookEvent.STARTED,
          "one",
          ProcessChain.from(ProcessHandle.current().pid()));
      while (run.faults().size() < 3) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(run.faults().getLast()).contains("a session that is not known: anybodys");
    }
  }

  @Test
  @Tag("SES-6")
  void whatWasReportedWhileNoHostRanIsTakenInWhenOneStarts() throws Exception {
    Process agent = new ProcessBuilder("sleep", "600").start();
    try {
      ProcessMark mark = ProcessMark.of(agent.pid()).orElseThrow();
      Instant now = Instant.now();
      new SessionFiles(home)
          .write(
              session("whilenob")
                  .opened(
                      new Session.Run(
                          mark.pid(), mark.start(), mark.boot(), now, now, OptionalInt.empty())));
      ProcessChain by = ProcessChain.from(agent.pid());
      HostRun.report(home, "whilenob", "claude", HookEvent.STARTED, "earlier", by);
      HostRun.report(home, "whilenob", "claude", HookEvent.STARTED, "later", by);
      HostRun.report(home, "whilenob", "claude", HookEvent.STOPPED, "later", by);
    } finally {
      // Its proof was taken when the hook was called.
      agent.destroyForcibly().waitFor();
    }
    try (HostRun host = new HostRun(home.root())) {
      JsonObject shown =
          host.awaitShown("whilenob", each -> text(each, "native_id_state").equals("resumable"));
      assertThat(text(shown, "native_id")).isEqualTo("later");
    }
    assertThat(kept("whilenob"))
        .contains(new NativeId("later", NativeId.Standing.RESUMABLE, Optional.empty()));
    assertThat(home.sessions().resolve("inbox")).isEmptyDirectory();
  }

  @Test
  @Tag("SES-5")
  @Tag("SES-25")
  void aReportOfAnotherAgentChangesNothing() throws Exception {
    try (HostRun host = new HostRun(home.root());
        HostClient watching = host.client()) {
      String id = host.begin(work, work.resolve("claude").toString());
      String screen = host.awaitScreen(id, ".");
      long inner =
          Long.parseLong(screen.substring(screen.indexOf('=') + 1, screen.indexOf('.')).strip());
      ProcessChain own = ProcessChain.from(host.pid(id));
      ProcessChain nested = ProcessChain.from(inner);
      assertThat(nested.processes()).as("it stands below").containsAll(own.processes());
      HostRun.done(watching.ask(new Ask.Watch()));
      HostRun.report(home, id, "codex", HookEvent.STOPPED, "another-maker", own);
      HostRun.report(home, id, "claude", HookEvent.STOPPED, "nested", nested);
      HostRun.report(
          home,
          id,
          "claude",
          HookEvent.STOPPED,
          "foreign",
          ProcessChain.from(ProcessHandle.current().pid()));
      HostRun.report(home, id, "claude", HookEvent.STARTED, "own", own);
      List<String> told = new ArrayList<>();
      while (!told.contains("own")) {
        Frame frame = watching.next();
        told.add(text(frame.json().orElseThrow(), "native_id"));
      }
      assertThat(told).doesNotContain("another-maker", "nested", "foreign");
      assertThat(host.log()).anyMatch(line -> line.contains("is not its own"));
      assertThat(text(host.done(new Ask.Show(id)), "native_id_state")).isEqualTo("confirmed");
    }
  }

  @Test
  @Tag("SES-5")
  void aSecondIdTakesThePlaceOfTheFirst() throws Exception {
    try (HostRun host = new HostRun(home.root())) {
      String id = host.begin(work, work.resolve("claude").toString());
      host.report(id, HookEvent.PROMPTED, "first");
      JsonObject first = host.awaitShown(id, each -> text(each, "native_id").equals("first"));
      assertThat(text(first, "native_id_state")).isEqualTo("resumable");
      host.report(id, HookEvent.STARTED, "second");
      JsonObject second = host.awaitShown(id, each -> text(each, "native_id").equals("second"));
      assertThat(text(second, "native_id_state"))
          .as("there was no turn in it")
          .isEqualTo("confirmed");
      host.done(new Ask.Stop(id, Ask.Ending.AT_ONCE));
      assertThat(kept(id).map(NativeId::id)).contains("second");
    }
  }

  @Test
  @Tag("SES-6")
  @Tag("SES-17")
  void whatIsReportedTogetherWithTheEndIsKeptAsWell() throws Exception {
    List<String> ids = new ArrayList<>();
    try (HostRun host = new HostRun(home.root())) {
      for (int i = 0; i < ROUNDS; i++) {
        String id = host.begin(work, work.resolve("claude").toString());
        ids.add(id);
        ProcessChain own = ProcessChain.from(host.pid(id));
        ProcessHandle root = ProcessHandle.of(host.pid(id)).orElseThrow();
        HostRun.report(home, id, "claude", HookEvent.STARTED, "told", own);
        root.destroyForcibly();
        HostRun.report(home, id, "claude", HookEvent.STOPPED, "told", own);
        host.await(id, Activity.State.EXITED);
        host.awaitShown(id, each -> text(each, "native_id_state").equals("resumable"));
      }
    }
    for (String id : ids) {
      assertThat(kept(id).map(NativeId::standing)).contains(NativeId.Standing.RESUMABLE);
      assertThat(kept(id).map(NativeId::id)).contains("told");
    }
  }

  private Session session(String id) {
    return HostRun.pending(id, "claude", work, "claude", "--verbose");
  }
}
