package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.pty.Poller;
import comity.pty.Terminals;
import comity.sessionfiles.SessionFiles;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What of sessions comes to the disk, and when. */
@Timeout(60)
final class KeeperTest {
  @TempDir private Path folder;
  private final Poller poller = new Terminals().poller();
  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final Loop loop = new Loop(poller, fault -> faults.add(fault.toString()));
  private Home home;
  private SessionFiles files;
  private Keeper keeper;
  private Thread thread;

  @BeforeEach
  void open() throws IOException {
    home = HostRun.opened(folder.toRealPath().resolve("home"));
    files = new SessionFiles(home);
    keeper = new Keeper(loop, files, _ -> {});
    thread = Thread.ofPlatform().start(loop::run);
  }

  @AfterEach
  void close() throws InterruptedException {
    keeper.close();
    loop.end();
    thread.join();
    poller.close();
    assertThat(faults).isEmpty();
  }

  /** As where a hook's report is taken in while the end of its program waits to be written. */
  @Test
  @Tag("SES-6")
  void nothingOlderTakesThePlaceOfWhatIsNewer() throws InterruptedException {
    CountDownLatch newer = new CountDownLatch(1);
    BlockingQueue<Optional<Session>> seen = new LinkedBlockingQueue<>();
    Session before = session();
    Session after = before.with(told("told"));
    keeper.does(() -> {
      await(newer);
      keeper.keepNow(before.id());
    });
    keeper.write(before);
    keeper.does(() -> seen.add(kept()));
    keeper.isNow(after);
    newer.countDown();
    assertThat(seen.take()).contains(after);
  }

  @Test
  @Tag("SES-6")
  void whatCouldNotBeKeptIsKeptByWhoeverAsksNext() throws Exception {
    Session session = session();
    Path inTheWay = Files.createDirectory(home.sessions().resolve(session.id() + ".json"));
    Files.createFile(inTheWay.resolve("file"));
    BlockingQueue<Optional<Session>> seen = new LinkedBlockingQueue<>();
    keeper.isNow(session);
    CountDownLatch failed = new CountDownLatch(1);
    keeper.does(() -> {
      try {
        keeper.keepNow(session.id());
      } finally {
        failed.countDown();
      }
    });
    failed.await();
    Files.delete(inTheWay.resolve("file"));
    Files.delete(inTheWay);
    keeper.does(() -> {
      keeper.keepNow(session.id());
      seen.add(kept());
    });
    assertThat(seen.take()).contains(session);
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenAtTheEnd() throws Exception {
    Session session = session();
    Path inTheWay = Files.createDirectory(home.sessions().resolve(session.id() + ".json"));
    Path held = Files.createFile(inTheWay.resolve("file"));
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    keeper.write(session, failed -> answers.add(failed.orElse("kept")));
    assertThat(answers.take()).contains(session.id());
    Files.delete(held);
    Files.delete(inTheWay);
    keeper.close();
    assertThat(kept()).as("at the end at the latest").contains(session);
    keeper = new Keeper(loop, files, _ -> {});
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<Session> kept() {
    return files.all().sessions().stream().findFirst();
  }

  private static NativeId told(String id) {
    return new NativeId(id, NativeId.Standing.CONFIRMED, Optional.empty());
  }

  private Session session() {
    return HostRun.pending("abcdefgh", "custom", folder, "sleep", "600");
  }
}
