package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.FileException;
import comity.sessions.CapturedProcess;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("SES-6")
@Timeout(60)
class CaptureInboxTest {
  private static final long NOW = 1_796_040_000_000_000L;

  @TempDir private Path folder;

  @Test
  void handsOverInOrderAndDeletes() throws IOException {
    CaptureInbox inbox = inbox();
    inbox.put(report("a"), NOW, 7);
    inbox.put(report("b"), NOW + 5, 3);
    inbox.put(report("c"), NOW + 5, 3);
    assertThat(names(inbox)).hasSize(3);
    List<String> taken = new ArrayList<>();
    assertThat(inbox.take(report -> taken.add(report.nativeId())))
        .isEqualTo(new CaptureInbox.Taken(3, List.of()));
    assertThat(taken).containsExactly("a", "b", "c");
    assertThat(names(inbox)).isEmpty();
    assertThat(inbox.take(report -> taken.add(report.nativeId())).reports()).isZero();
  }

  @Test
  void whatIsTakenIsWhatWasPut() {
    CaptureInbox inbox = inbox();
    HookReport put = report("größe 語");
    inbox.put(put, NOW, 1);
    List<HookReport> taken = new ArrayList<>();
    inbox.take(taken::add);
    assertThat(taken).containsExactly(put);
  }

  @Test
  void itIsItsOwnersAlone() throws IOException {
    CaptureInbox inbox = inbox();
    inbox.put(report("a"), NOW, 1);
    assertThat(Files.getPosixFilePermissions(inbox.folder()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(inbox.folder().resolve(names(inbox).getFirst())))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  /** What was put before the clock was set back is from the future, and still comes first. */
  @Test
  void theClockMayBeSetBack() {
    CaptureInbox inbox = inbox();
    inbox.put(report("first"), NOW, 1);
    inbox.put(report("second"), NOW - Duration.ofDays(400).toNanos() / 1000, 2);
    inbox.put(report("third"), -5, 2);
    assertThat(taken(inbox)).containsExactly("first", "second", "third");
    inbox.put(report("far"), Long.MAX_VALUE, 1);
    inbox.put(report("farther"), Long.MAX_VALUE, 2);
    assertThat(taken(inbox)).containsExactlyInAnyOrder("far", "farther");
  }

  @Test
  void whatTheTakerDidNotTakeStays() {
    CaptureInbox inbox = inbox();
    inbox.put(report("a"), NOW, 1);
    inbox.put(report("b"), NOW + 1, 1);
    inbox.put(report("c"), NOW + 2, 1);
    assertThatThrownBy(() ->
            inbox.take(report -> {
              if (report.nativeId().equals("b")) {
                throw new IllegalStateException("not now");
              }
            }))
        .hasMessage("not now");
    assertThat(taken(inbox)).containsExactly("b", "c");
  }

  @Test
  void whatIsNoReportIsPutAsideAndTold() throws IOException {
    CaptureInbox inbox = inbox();
    inbox.put(report("a"), NOW, 1);
    String whole = names(inbox).getFirst();
    byte[] bytes = Files.readAllBytes(inbox.folder().resolve(whole));
    Path at = inbox.folder();
    Files.write(at.resolve(CaptureInbox.name(NOW - 3, 1)), new byte[0]);
    Files.write(at.resolve(CaptureInbox.name(NOW - 2, 1)), new byte[HookReport.MAX_BYTES + 1]);
    Files.write(at.resolve(CaptureInbox.name(NOW - 1, 1)), Arrays.copyOf(bytes, bytes.length / 2));
    Files.writeString(at.resolve("notes.txt"), "mine");
    Files.writeString(at.resolve(".hidden"), "mine");
    Files.createDirectory(at.resolve("folder"));
    Files.writeString(at.resolve("folder/file"), "mine");
    Files.createSymbolicLink(at.resolve(CaptureInbox.name(NOW, 9)), Path.of("/etc/passwd"));
    List<String> taken = new ArrayList<>();
    CaptureInbox.Taken done = inbox.take(report -> taken.add(report.nativeId()));
    assertThat(taken).containsExactly("a");
    assertThat(done.reports()).isEqualTo(1);
    assertThat(done.problems()).hasSize(7).allMatch(each -> each.startsWith("no report: "));
    assertThat(names(inbox)).isEmpty();
    Path aside = folder.resolve("home/sessions/aside");
    assertThat(aside.resolve("notes.txt")).hasContent("mine");
    assertThat(aside.resolve("folder/file")).hasContent("mine");
    assertThat(Files.isSymbolicLink(aside.resolve(CaptureInbox.name(NOW, 9)))).isTrue();
    assertThat(Files.getPosixFilePermissions(aside))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    Files.writeString(at.resolve("notes.txt"), "again");
    assertThat(inbox.take(_ -> {}).problems().getFirst()).endsWith("notes.txt.2");
    assertThat(aside.resolve("notes.txt")).hasContent("mine");
  }

  @Test
  void asideIsBoundedToo() throws IOException {
    CaptureInbox inbox = inbox();
    for (int n = 0; n < CaptureInbox.MAX_ASIDE + 3; n++) {
      Files.writeString(inbox.folder().resolve("note%04d".formatted(n)), "mine");
    }
    List<String> problems = inbox.take(_ -> {}).problems();
    try (Stream<Path> kept = Files.list(folder.resolve("home/sessions/aside"))) {
      assertThat(kept).hasSize(CaptureInbox.MAX_ASIDE);
    }
    assertThat(problems.getLast()).endsWith("where note0002 made room for it");
  }

  /** One that a killed process left is swept in time; one that is being written is let be. */
  @Test
  void unfinishedOnesAreNeverSeen() throws IOException {
    CaptureInbox inbox = inbox();
    Path fresh = inbox.folder().resolve("." + CaptureInbox.name(NOW, 1) + ".tmp");
    Path left = inbox.folder().resolve("." + CaptureInbox.name(NOW, 2) + ".tmp");
    Files.writeString(fresh, "{\"ver");
    Files.writeString(left, "{\"ver");
    Instant old = Instant.now().minus(CaptureInbox.UNFINISHED.multipliedBy(2));
    Files.setLastModifiedTime(left, FileTime.from(old));
    assertThat(inbox.take(_ -> {})).isEqualTo(new CaptureInbox.Taken(0, List.of()));
    assertThat(fresh).exists();
    assertThat(left).doesNotExist();
  }

  @Test
  void itIsBounded() throws IOException {
    CaptureInbox inbox = inbox();
    for (int n = 0; n < CaptureInbox.MAX_WAITING; n++) {
      Files.createFile(inbox.folder().resolve("f" + n));
    }
    assertThatThrownBy(() -> inbox.put(report("a"), NOW, 1))
        .isInstanceOf(FileException.class)
        .hasMessageContaining("it is full: 4096 reports wait to be taken in");
    assertThat(names(inbox)).hasSize(CaptureInbox.MAX_WAITING);
  }

  @Test
  void manyMayPutWhileOneTakes() throws Exception {
    CaptureInbox inbox = inbox();
    int writers = 8;
    int each = 100;
    List<String> taken = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService pool = Executors.newFixedThreadPool(writers)) {
      List<Future<?>> put = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int mine = writer;
        put.add(
            pool.submit(() -> {
              for (int n = 0; n < each; n++) {
                inbox.put(report(mine + "/" + n), NOW, System.nanoTime());
              }
            }));
      }
      while (put.stream().anyMatch(future -> !future.isDone())) {
        assertThat(inbox.take(report -> taken.add(report.nativeId())).problems()).isEmpty();
      }
      for (Future<?> future : put) {
        future.get(10, TimeUnit.SECONDS);
      }
    }
    inbox.take(report -> taken.add(report.nativeId()));
    assertThat(taken).hasSize(writers * each).doesNotHaveDuplicates();
  }

  @Test
  void itIsMadeInAHomeThatIsThere() throws IOException {
    Path home = folder.resolve("fresh");
    assertThat(refused(home))
        .endsWith("fresh is not there; a session of Comity has its home there");
    assertThat(home).doesNotExist();
    Files.createDirectory(home);
    assertThat(CaptureInbox.open(home.toFile())).isInstanceOf(CaptureInbox.Opening.Opened.class);
    assertThat(Files.getPosixFilePermissions(home))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(other.resolve("letter"), "mine");
    assertThat(refused(other)).contains("holds other things");
    Path file = Files.writeString(folder.resolve("file"), "mine");
    assertThat(refused(file)).contains("file is no folder");
  }

  @Test
  void whatIsInItsWayIsTold() throws IOException {
    Path sessions = Files.createDirectories(folder.resolve("h/sessions"));
    Files.writeString(sessions.resolve("inbox"), "mine");
    assertThat(refused(folder.resolve("h"))).endsWith("inbox is no folder; move it away");
    Files.delete(sessions.resolve("inbox"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(sessions.resolve("inbox"), elsewhere);
    assertThat(refused(folder.resolve("h")))
        .endsWith("inbox leads elsewhere; put a folder there in place of the link");
    assertThat(Files.exists(sessions.resolve("inbox"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    // The home itself may be a link.
    Files.delete(sessions.resolve("inbox"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("h"));
    assertThat(CaptureInbox.open(link.toFile())).isInstanceOf(CaptureInbox.Opening.Opened.class);
  }

  @Test
  void theNameSaysTheOrder() {
    assertThat(CaptureInbox.name(NOW, 42)).isEqualTo("1796040000000000-42.json");
    assertThat(CaptureInbox.name(1, 42)).isEqualTo("0000000000000001-42.json");
  }

  private CaptureInbox inbox() {
    Path home = folder.resolve("home");
    assertThat(home.resolve("sessions").toFile().mkdirs()).isTrue();
    CaptureInbox.Opening opening = CaptureInbox.open(home.toFile());
    assertThat(opening).isInstanceOf(CaptureInbox.Opening.Opened.class);
    return ((CaptureInbox.Opening.Opened) opening).inbox();
  }

  private static String refused(Path home) {
    CaptureInbox.Opening opening = CaptureInbox.open(home.toFile());
    assertThat(opening).isInstanceOf(CaptureInbox.Opening.Refused.class);
    return ((CaptureInbox.Opening.Refused) opening).why();
  }

  private static List<String> taken(CaptureInbox inbox) {
    List<String> taken = new ArrayList<>();
    inbox.take(report -> taken.add(report.nativeId()));
    return taken;
  }

  private static List<String> names(CaptureInbox inbox) throws IOException {
    try (Stream<Path> files = Files.list(inbox.folder())) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static HookReport report(String id) {
    return new HookReport(
        "s",
        "claude",
        HookEvent.STOPPED,
        id,
        Optional.empty(),
        Instant.ofEpochMilli(NOW / 1000),
        "b",
        List.of(new CapturedProcess(42, 7, "claude", List.of("claude"))));
  }
}
