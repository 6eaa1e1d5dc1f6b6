package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * A pickup is killed by the kernel's own hand, before each call with which it changes a file or
 * makes a change durable; the next pickup has to finish its work and to do nothing twice.
 */
final class KilledPickupTest {
  /** All that makes, changes, renames, removes or flushes a file. */
  private static final List<String> CHANGING =
      List.of(
          "write",
          "pwrite64",
          "writev",
          "rename",
          "renameat",
          "renameat2",
          "unlink",
          "unlinkat",
          "fsync",
          "fdatasync",
          "ftruncate",
          "fchmod",
          "link");

  /** More calls than this a pickup does not make. */
  private static final int MOST_CALLS = 100;

  @TempDir private Path folder;
  private Path trace;
  private Path home;
  private Path muse;
  private Path dya;

  @BeforeEach
  void needsStrace() throws InterruptedException {
    trace = folder.resolve("calls");
    home = folder.resolve("home");
    muse = folder.resolve("MUSE");
    dya = folder.resolve("DYA");
    try {
      int code =
          new ProcessBuilder("strace", "-f", "-o", trace.toString(), "true").start().waitFor();
      if (code == 0) {
        return;
      }
    } catch (IOException noSuchProgram) {
      // As where it may not trace.
    }
    throw new TestAbortedException("a process can't be traced here: that needs strace");
  }

  /** Everything as before a pickup. */
  private void reset() throws IOException {
    write(muse, "strategy", "S001→DYA/QA**: 🟡 **One**\n> body one\n");
    write(muse, "gm", "S002→DYA/ALL**: 🟡 **Two**\n");
    write(dya, "growth", "S003→QA**: 🟡 **Three**\n");
    write(dya, "qa", "");
  }

  private static void write(Path project, String role, String directive) throws IOException {
    Files.writeString(
        Files.createDirectories(project.resolve(".muse")).resolve(role + ".md"),
        "<!-- L0: v1.0.0 | P | 📡 0 -->\n" + (directive.isEmpty() ? "" : "📡 **" + directive));
  }

  private static String text(Path project, String role) throws IOException {
    return Files.readString(project.resolve(".muse").resolve(role + ".md"));
  }

  private List<String> pickup() {
    return RoleProcess.comity(home, dya, "--role", "qa", "directive", "pickup");
  }

  /** Each once at the receiver, pending, and delivered at its source; nothing lies about. */
  private void isWhole(String as) throws IOException {
    String qa = text(dya, "qa");
    for (String title : List.of("One", "Two", "Three")) {
      assertThat(qa.split("\\*\\*" + title + "\\*\\*", -1)).as(as + title + "\n" + qa).hasSize(2);
    }
    assertThat(qa).as(as).contains("> body one").startsWith("<!-- L0: v1.0.0 | P | 📡 3 -->\n");
    assertThat(text(muse, "strategy")).as(as).containsOnlyOnce("✅").doesNotContain("🟡");
    assertThat(text(muse, "gm")).as(as).contains("🟡 (qa) **Two**");
    assertThat(text(dya, "growth")).as(as).containsOnlyOnce("✅").doesNotContain("🟡");
    assertThat(names(home.resolve("run")))
        .as(as)
        .containsExactly("audit.lock", "projects.lock", "roles.lock");
    assertThat(names(dya.resolve(".muse"))).as(as).containsExactly("growth.md", "qa.md");
    assertThat(names(muse.resolve(".muse"))).as(as).containsExactly("gm.md", "strategy.md");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @Tag("ROLE-13")
  @Tag("long-crash")
  void aPickupKilledAtAnyWriteIsFinishedByTheNext() throws Exception {
    reset();
    for (Path project : List.of(muse, dya)) {
      assertThat(RoleProcess.run(RoleProcess.comity(home, project, "project", "add")).code())
          .isZero();
    }
    int killed = 0;
    for (String kind : CHANGING) {
      int before = killed;
      while (killsAt(kind, killed - before + 1)) {
        killed++;
        assertThat(killed).as("calls of a pickup").isLessThan(MOST_CALLS);
      }
    }
    assertThat(killed).as("calls before which it was killed").isGreaterThan(18);
  }

  /** Whether there is such a call; the pickup after it has then finished the work. */
  private boolean killsAt(String kind, int call) throws Exception {
    reset();
    List<String> command =
        new ArrayList<>(List.of("strace", "-f", "-o", trace.toString(), "-e", "trace=" + kind));
    command.addAll(List.of("-e", "inject=" + kind + ":signal=SIGKILL:when=" + call));
    command.addAll(pickup());
    if (RoleProcess.run(command).code() == 0) {
      isWhole("not killed: ");
      return false;
    }
    RoleProcess.Ended next = RoleProcess.run(pickup());
    assertThat(next.code()).as(next.err()).isZero();
    isWhole("killed before " + kind + " " + call + ": ");
    return true;
  }
}
