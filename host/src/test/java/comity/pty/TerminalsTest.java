package comity.pty;

import static org.assertj.core.api.Assertions.assertThat;

import comity.terminal.Size;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real programs in real pseudo-terminals. */
@Timeout(60)
final class TerminalsTest {
  private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin", "A", "é b");

  @TempDir private Path folder;
  private final Terminals terminals = new Terminals();

  private Terminals.Start start(String... words) {
    return new Terminals.Start(List.of(words), PATH, folder);
  }

  /** What it printed, until it and its terminal have ended. */
  private record Ran(String output, int code) {}

  private Ran run(String typed, String... words) {
    Terminals.Starting starting = terminals.start(start(words), new Size(91, 17));
    assertThat(starting).as("%s", List.of(words)).isInstanceOf(Terminals.Starting.Started.class);
    Child child = ((Terminals.Starting.Started) starting).child();
    byte[] keys = typed.getBytes(StandardCharsets.UTF_8);
    int count = keys.length == 0 ? 0 : child.terminal().write(keys, 0, keys.length);
    assertThat(count).isEqualTo(keys.length);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    AtomicBoolean over = new AtomicBoolean();
    byte[] buffer = new byte[64 << 10];
    try (Poller poller = terminals.poller()) {
      poller.watch(child.terminal().number(), true, false);
      poller.watch(child.exitNumber(), true, false);
      while (!over.get() || child.exitCode().isEmpty()) {
        poller.await(
            Duration.ofSeconds(1),
            (descriptor, _, _) -> {
              if (descriptor == child.exitNumber()) {
                if (child.exitCode().isPresent()) {
                  poller.forget(descriptor);
                }
                return;
              }
              int read = child.terminal().read(buffer);
              if (read == Descriptor.ENDED) {
                over.set(true);
                poller.forget(descriptor);
              } else {
                output.write(buffer, 0, Math.max(0, read));
              }
            });
      }
    }
    child.close();
    return new Ran(output.toString(StandardCharsets.UTF_8), child.exitCode().orElseThrow());
  }

  @Test
  @Tag("SES-12")
  void itHasItsFolderItsEnvironmentAndATerminalOfItsOwn() throws IOException {
    Ran ran =
        run(
            "",
            "sh",
            "-c",
            "pwd; echo $A; stty size; tty; ps -o pid=,sid=,tpgid= -p $$; ls /proc/self/fd | tr '\\n' ' '; echo; stty -a | grep -o ' iutf8'");
    List<String> lines = ran.output().lines().map(String::strip).toList();
    assertThat(lines.get(0)).isEqualTo(folder.toRealPath().toString());
    assertThat(lines.get(1)).isEqualTo("é b");
    assertThat(lines.get(2)).isEqualTo("17 91");
    assertThat(lines.get(3)).startsWith("/dev/pts/");
    String[] ids = lines.get(4).split(" +", -1);
    assertThat(ids[1]).as("it leads its session, and its terminal is its own").isEqualTo(ids[0]);
    assertThat(ids[2]).isEqualTo(ids[0]);
    assertThat(lines.get(5))
        .as("nothing of ours is open in it, but its own folder")
        .isEqualTo("0 1 2 3");
    assertThat(lines.get(6)).isEqualTo("iutf8");
    assertThat(ran.code()).isZero();
  }

  @Test
  @Tag("SES-28")
  void itsExitCodeIsKnown() {
    assertThat(run("", "sh", "-c", "exit 7").code()).isEqualTo(7);
    assertThat(run("", "sh", "-c", "kill -9 $$").code()).isEqualTo(137);
    assertThat(run("", "sh", "-c", "kill -INT $$").code()).isEqualTo(130);
    assertThat(run("\u0003", "sleep", "30").code()).as("Ctrl-C").isEqualTo(130);
  }

  @Test
  void signalsAreAsForAnyProgram() {
    assertThat(run("", "sh", "-c", "trap '' PIPE; grep Sig /proc/self/status").output())
        .contains("SigBlk:\t0000000000000000");
    String ignored = run("", "grep", "SigIgn", "/proc/self/status").output().strip();
    // The C library keeps two beyond those that programs know.
    assertThat(Long.parseLong(ignored.substring(ignored.length() - 8), 16) & 0x7FFF_FFFF).isZero();
  }

  @Test
  void whatIsTypedIsRead() {
    assertThat(run("hello é\n", "sh", "-c", "read line; echo \"[$line]\"").output())
        .contains("[hello é]");
  }

  @Test
  void allOfALargeOutputIsRead() {
    Ran ran = run("", "sh", "-c", "seq 1 200000");
    assertThat(ran.output().lines().filter(line -> !line.isEmpty()).count()).isEqualTo(200_000);
    assertThat(ran.output()).endsWith("200000\r\n");
  }

  /** A folder or a program may be on a disk that does not answer. */
  @Test
  void whoStartsOneDoesNotWaitForTheDisk() {
    List<Runnable> elsewhere = new ArrayList<>();
    List<Runnable> here = new ArrayList<>();
    List<Terminals.Starting> came = new ArrayList<>();
    terminals.start(
        start("sh", "-c", "exit 3"), Optional.of(Size.USUAL), elsewhere::add, here::add, came::add);
    assertThat(elsewhere).hasSize(1);
    assertThat(here).as("nothing is looked for yet").isEmpty();
    elsewhere.getFirst().run();
    assertThat(came).as("what came of it is for this thread").isEmpty();
    here.getFirst().run();
    assertThat(came)
        .singleElement()
        .isInstanceOfSatisfying(
            Terminals.Starting.Started.class,
            started -> {
              while (started.child().exitCode().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
              }
              assertThat(started.child().exitCode()).hasValue(3);
              started.child().close();
            });
  }

  @Test
  void whatCannotBeStartedSaysWhy() throws IOException {
    Path text = Files.writeString(folder.resolve("plain"), "text");
    Path script = Files.writeString(folder.resolve("script"), "#!/no/such/interpreter\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    for (Map.Entry<String, String> each :
        Map.of(
                "no-such-program", "not on the PATH",
                "./plain", "not executable",
                "./script", "/no/such/interpreter",
                "./none", "is not there",
                "./", "is a folder",
                "a\0b", "NUL")
            .entrySet()) {
      assertThat(terminals.start(start(each.getKey()), Size.USUAL))
          .as(each.getKey())
          .isInstanceOfSatisfying(
              Terminals.Starting.Refused.class,
              refused -> assertThat(refused.reason()).contains(each.getValue()));
    }
    assertThat(
            terminals.start(
                new Terminals.Start(List.of("true"), PATH, folder.resolve("gone")), Size.USUAL))
        .isInstanceOfSatisfying(
            Terminals.Starting.Refused.class,
            refused -> assertThat(refused.reason()).contains("gone"));
    assertThat(text).exists();
  }
}
