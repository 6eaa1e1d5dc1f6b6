package comity.panes;

import comity.files.Home;
import comity.frames.Reply;
import comity.sessions.CommandForm;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import comity.terminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A home with a session of an agent that is a script, and what takes steps for it. */
abstract class LadderGround {
  static final Starter.Surroundings IN =
      new Starter.Surroundings(Map.of("PATH", "/usr/bin:/bin"), Size.USUAL);

  private static final String PROVIDER =
      """
      [ladder]
      programs = ["ladder"]
      assign = ["--session-id", "{session_id}"]
      resume = ["--resume", "{session_id}"]
      taken = ["is already in use"]
      """;

  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
  @TempDir private Path folder;
  private Path work;
  private Home home;

  /** What takes steps for one session. */
  record Ground(Panes panes, Endings endings, Ladder ladder) {
    static Ground of(LoopRun run, Session session) {
      Panes panes = new Panes(run.parts(), List.of(session));
      Endings endings = new Endings(run.parts(), panes);
      Starter starter = new Starter(run.parts(), panes);
      return new Ground(panes, endings, new Ladder(run.parts(), panes, starter, endings));
    }
  }

  @BeforeEach
  void open() throws IOException {
    work = Files.createDirectory(folder.toRealPath().resolve("work"));
    home = HostRun.opened(folder.toRealPath().resolve("home"));
    Files.writeString(home.root().resolve("providers.toml"), PROVIDER);
  }

  Path work() {
    return work;
  }

  Home home() {
    return home;
  }

  BlockingQueue<Reply> replies() {
    return replies;
  }

  /** The agent is this script. */
  void agent(String script) throws IOException {
    Path agent = Files.writeString(work.resolve("ladder"), script);
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
  }

  /** One whose last run ended with this code, empty where nobody saw that. */
  Session session(OptionalInt code) {
    Instant now = Instant.now();
    return new Session(
        "abcdefgh",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "ladder",
        work.toString(),
        CommandForm.of(List.of(work.resolve("ladder").toString(), "--")),
        Optional.empty(),
        Session.State.OPEN,
        Optional.of(new NativeId("first", NativeId.Standing.PROVISIONAL, Optional.empty())),
        now,
        Optional.of(new Session.Run(1, 1, "an earlier boot", now, now, code)),
        Optional.empty());
  }
}
