package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.memory.Beginnings;
import comity.memory.Entry;
import comity.memory.Scope;
import comity.project.Project;
import comity.recall.Flush;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * A flush is killed by the kernel before each call with which it changes a file or makes a change
 * durable. The next flush, which is given nothing more, has to finish it: nothing lost, nothing
 * twice. Only before its entries wait durably does the next one have to be given them again.
 */
final class KilledFlushTest {
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
          "link",
          "mkdir");

  /** More calls of a kind than this a flush does not make. */
  private static final int MOST_CALLS = 300;

  private static final int MINUTES = 2;
  private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-11-30T12:05:00+08:00");

  @TempDir private Path folder;
  private Path calls;
  private Path home;
  private Path root;

  @BeforeEach
  void needsStrace() throws IOException, InterruptedException {
    Path real = folder.toRealPath();
    calls = real.resolve("calls");
    home = real.resolve("home");
    root = real.resolve("project");
    try {
      int code =
          new ProcessBuilder("strace", "-f", "-o", calls.toString(), "true").start().waitFor();
      if (code == 0) {
        return;
      }
    } catch (IOException noSuchProgram) {
      // As where it may not trace.
    }
    throw new TestAbortedException("a process can't be traced here: that needs strace");
  }

  /** A process that flushes: home, root, scope, and whether it has captured something. */
  static final class Flusher {
    private Flusher() {}

    public static void main(String[] args) {
      Scope scope = args[2].isEmpty() ? new Scope.Main() : new Scope.Group(args[2]);
      List<Entry> captured =
          Boolean.parseBoolean(args[3])
              ? List.of(
                  entry(Entry.Kind.DECISION, "first decision", "m1"),
                  entry(Entry.Kind.TASK, "first task", "m2"),
                  entry(Entry.Kind.NOTE, "first note", "m3"))
              : List.of();
      Project project = new Project("p", Path.of(args[1]));
      new Flush(new Home(Path.of(args[0])), project, () -> NOON, _ -> {})
          .run(scope, captured, new Beginnings.About("", ""));
    }

    private static Entry entry(Entry.Kind kind, String text, String message) {
      LocalDateTime at = NOON.toLocalDateTime();
      return new Entry(kind, text, at, Optional.of(new Entry.Source("s1", message)));
    }
  }

  private static List<String> flusher(Path home, Path root, String scope, boolean captured) {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Xshare:auto",
        "-cp",
        Arrays.stream(classes.split(File.pathSeparator))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(File.pathSeparator)),
        Flusher.class.getName(),
        home.toString(),
        root.toString(),
        scope,
        String.valueOf(captured));
  }

  private static int run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
    }
    return process.exitValue();
  }

  /** Everything as before a flush. */
  private void reset() throws IOException {
    for (Path old : List.of(home, root)) {
      if (Files.exists(old)) {
        try (Stream<Path> files = Files.walk(old)) {
          files
              .sorted((one, other) -> other.compareTo(one))
              .map(Path::toFile)
              .forEach(File::delete);
        }
      }
    }
    assertThat(new Home(home).open()).isInstanceOf(Home.Opening.Opened.class);
    Files.createDirectories(root.resolve("memory"));
    Files.writeString(root.resolve("MEMORY.md"), "# M\n\n## Likes\n\n- tea\n");
    Files.writeString(
        root.resolve("memory/flush-state.json"), "{\"mine\":true,\"pending_items\":[]}");
  }

  private Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path path : walk.filter(Files::isRegularFile).toList()) {
        texts.put(root.relativize(path).toString(), Files.readString(path));
      }
    }
    return texts;
  }

  private boolean isWaiting(String scope) throws IOException {
    if (scope.isEmpty()) {
      return Files.readString(root.resolve("memory/flush-state.json")).contains("first note");
    }
    try (Stream<Path> files = Files.list(home.resolve("recall"))) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(".json"));
    }
  }

  @Test
  @Tag("MEM-16")
  @Tag("MEM-17")
  @Tag("long-crash")
  void aFlushKilledAtAnyWriteIsFinishedByTheNext() throws Exception {
    for (String scope : List.of("acme", "")) {
      reset();
      assertThat(run(flusher(home, root, scope, true))).isZero();
      Map<String, String> whole = texts();
      int killed = 0;
      for (String kind : CHANGING) {
        int before = killed;
        while (killsAt(scope, kind, killed - before + 1, whole)) {
          killed++;
          assertThat(killed - before).as("calls of " + kind).isLessThan(MOST_CALLS);
        }
      }
      assertThat(killed).as("calls before which it was killed").isGreaterThan(40);
    }
  }

  @Test
  @Tag("MEM-16")
  void aFlushKilledAtSomeRenamesIsFinishedByTheNext() throws Exception {
    reset();
    assertThat(run(flusher(home, root, "acme", true))).isZero();
    Map<String, String> whole = texts();
    for (int call : List.of(2, 7, 8)) {
      assertThat(killsAt("acme", "rename", call, whole)).as("rename " + call).isTrue();
    }
  }

  /** Whether there is such a call; the flush after it has then finished the work. */
  private boolean killsAt(String scope, String kind, int call, Map<String, String> whole)
      throws Exception {
    reset();
    List<String> command =
        new ArrayList<>(List.of("strace", "-f", "-o", calls.toString(), "-e", "trace=" + kind));
    command.addAll(List.of("-e", "inject=" + kind + ":signal=SIGKILL:when=" + call));
    command.addAll(flusher(home, root, scope, true));
    boolean killed = run(command) != 0;
    String as = "killed before " + kind + " " + call;
    boolean again = !isWaiting(scope) && !texts().equals(whole);
    assertThat(run(flusher(home, root, scope, again))).as(as).isZero();
    assertThat(texts()).as(as).isEqualTo(whole);
    assertThat(isWaiting(scope)).as(as).isFalse();
    return killed;
  }
}
