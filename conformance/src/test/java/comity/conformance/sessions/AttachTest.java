package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** A person at a terminal: tmux, in which the real program runs and is attached to. */
@Timeout(240)
final class AttachTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path folder;
  private Hooks program;
  private Path socket;

  @BeforeEach
  void make() throws Exception {
    program = Hooks.in(folder.toRealPath());
    socket = folder.toRealPath().resolve("tmux");
    try {
      tmux("new-session", "-d", "-x", "100", "-y", "30", "env -i PATH=" + path() + " bash --norc");
    } catch (IOException none) {
      throw new TestAbortedException("tmux is not here: " + none.getMessage());
    }
    tmux("set-option", "-g", "escape-time", "0");
    type(
        "export PS1='$ ' TERM=tmux-256color LC_ALL=C.UTF-8 HOME="
            + folder.toRealPath()
            + " COMITY_HOME="
            + home()
            + "; alias c="
            + program.launcher()
            + "; clear");
  }

  @AfterEach
  void end() throws Exception {
    run(List.of(program.launcher(), "session", "stop", "--now", "draws"));
    tmux("kill-server");
  }

  private Path home() {
    return folder.resolve("own");
  }

  private static String path() {
    return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
  }

  private String tmux(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("tmux", "-S", socket.toString(), "-f", "/dev/null"));
    command.addAll(List.of(words));
    return run(command);
  }

  private String run(List<String> command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("COMITY_HOME", home().toString());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("MUSTER_") || name.equals("TMUX"));
    Path out = Files.createTempFile(folder, "run", ".out");
    Process process = builder.redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s", command).isTrue();
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private void type(String line) throws Exception {
    tmux("send-keys", "-l", line);
    tmux("send-keys", "Enter");
  }

  /** What is on the terminal, colours and all, once this is on it. */
  private String until(String text) throws Exception {
    AtomicReference<String> shown = new AtomicReference<>("");
    try {
      Eventually.is(() -> {
        shown.set(tmux("capture-pane", "-p", "-e"));
        return shown.get().contains(text);
      });
    } catch (AssertionError never) {
      throw new AssertionError("no \"" + text + "\" on: " + shown.get(), never);
    }
    return shown.get();
  }

  /** Waits until the shell takes the next line. */
  private void prompt() throws Exception {
    Eventually.is(() -> ("\n" + tmux("capture-pane", "-p").strip()).endsWith("\n$"));
  }

  private Path drawing() throws IOException {
    return Files.writeString(
        folder.resolve("draw.sh"),
        """
        trap 'exit 131' QUIT
        stty -echo
        printf '\\033[?1049h\\033[2J\\033[H'
        printf '\\033[1;7H\\033[1;38;2;250;100;10mtrue colour\\033[0m \\033[4;44mblue ground\\033[0m'
        printf '\\033[3;1H漢字かな é \\033(0lqqk\\033(B'
        printf '\\033[5;20r\\033[20;1H'; seq 1 40; printf '\\033[r'
        printf '\\033[29;90Hcorner\\033[10;50Hready'
        while read -r line; do printf '\\033[12;1H\\033[K%s' "$line"; done
        """);
  }

  @Test
  @Tag("SES-10")
  @Tag("SES-12")
  void theScreenIsTheSameAfterLeavingAndComingBack() throws Exception {
    type("c run --name draws -- bash " + drawing());
    until("ready");
    type("typed into it");
    String before = until("typed into it");
    tmux("send-keys", "C-\\");
    until("come back with");
    type("c attach draws");
    String after = until("typed into it");
    assertThat(after).isEqualTo(before);
    tmux("send-keys", "C-\\");
    until("come back with");
    tmux("resize-window", "-x", "90", "-y", "25");
    type("clear; c session list");
    assertThat(until("draws")).contains("open").doesNotContain("typed into it");
  }

  @Test
  @Tag("SES-10")
  void theTerminalIsAsItWasAfterwards() throws Exception {
    type("stty -g >before; c run --name draws -- bash " + drawing());
    until("ready");
    tmux("send-keys", "C-\\");
    until("come back with");
    type("stty -g >after; cmp before after && echo same terminal");
    assertThat(until("same terminal")).doesNotContain("differ");
    type("c attach draws --detach-key ctrl-]");
    until("ready");
    // The key that leaves by default is the program's then: its terminal says QUIT, which ends it.
    tmux("send-keys", "C-\\");
    until("ended with exit code 131");
  }

  private static boolean isJava(ProcessHandle process) {
    return process.info().command().filter(name -> name.endsWith("/java")).isPresent();
  }

  private String told(String what) throws Exception {
    return tmux("display-message", "-p", what).strip();
  }

  @Test
  @Tag("SES-10")
  void theTerminalIsAsItWasWhereTheViewerIsEnded() throws Exception {
    tmux("select-pane", "-T", "before");
    type("stty -g >before");
    Path modes =
        Files.writeString(
            folder.resolve("modes.sh"),
            "printf '\\033]2;own\\007\\033[?1003h\\033[?25l\\033[?1h'; exec bash " + drawing());
    type("c run --name draws -- bash " + modes);
    until("ready");
    String on = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_cursor_flag}";
    assertThat(told(on + " #{pane_title}")).isEqualTo("1 1 0 1 own");
    // The host is a child of it here.
    ProcessHandle viewer =
        ProcessHandle.of(Long.parseLong(told("#{pane_pid}")))
            .orElseThrow()
            .descendants()
            .filter(each -> isJava(each) && each.parent().filter(AttachTest::isJava).isEmpty())
            .findFirst()
            .orElseThrow();
    assertThat(viewer.destroy()).isTrue();
    prompt();
    assertThat(told(on + " #{pane_title}")).isEqualTo("0 0 1 0 before");
    type("stty -g >after; cmp before after && echo same terminal");
    assertThat(until("same terminal")).doesNotContain("differ");
  }

  @Test
  @Tag("SES-10")
  void theKeyThatLeavesIsKnownWhereItComesInPieces() throws Exception {
    type("c run --name draws -- bash " + drawing());
    until("ready");
    List<String> keys =
        List.of("send-keys", "-H", "1b", "5b", "39", ";", "run-shell", "sleep 0.02");
    List<String> both = new ArrayList<>(keys);
    both.addAll(List.of(";", "send-keys", "-H", "32", "3b", "35", "75"));
    tmux(both.toArray(new String[0]));
    until("come back with");
    type("clear; c attach draws");
    until("ready");
    // A key that begins the same is the program's.
    tmux("send-keys", "-H", "1b", "5b", "39");
    type("x and so on");
    until("and so on");
  }

  /** A session whose program takes so many bytes of what is typed, into the file that is given. */
  private Path takes(int bytes) throws Exception {
    Path taken = folder.resolve("taken");
    Path program =
        Files.writeString(
            folder.resolve("takes.sh"),
            "stty raw -echo; printf ready; head -c %d >%s; printf got; exec sleep 600"
                .formatted(bytes, taken));
    type("c run --name draws -- sh " + program);
    until("ready");
    return taken;
  }

  /** One whose end got lost must not keep anybody in the session. */
  @Test
  @Tag("SES-10")
  void aPasteIsOverOnceNothingHasComeForAWhile() throws Exception {
    Path pasted = takes(8);
    tmux("send-keys", "-H", "1b", "5b", "32", "30", "30", "7e", "61", "1c");
    until("got");
    assertThat(Files.readString(pasted)).isEqualTo("\u001b[200~a\u001c");
    tmux("run-shell", "sleep 1.1");
    tmux("send-keys", "C-\\");
    until("come back with");
  }

  @Test
  @Tag("SES-10")
  void whatIsPastedIsNotTheKeyThatLeaves() throws Exception {
    Path pasted = takes(15);
    tmux("send-keys", "-H", "1b", "5b", "32", "30", "30", "7e", "61", "1c", "62");
    tmux("send-keys", "-H", "1b", "5b", "32", "30", "31", "7e");
    until("got");
    assertThat(Files.readString(pasted)).isEqualTo("\u001b[200~a\u001cb\u001b[201~");
    tmux("send-keys", "C-\\");
    until("come back with");
  }

  private void signal(String name, long pid) throws Exception {
    assertThat(run(List.of("kill", "-" + name, "" + pid))).isEmpty();
  }

  @Test
  @Tag("SES-10")
  void whoseHostIsStoppedStaysAndMayLeave() throws Exception {
    type(
        "stty -g >before; c run --detach --name draws -- bash " + drawing() + " && c attach draws");
    until("ready");
    long host = host();
    signal("STOP", host);
    try {
      tmux("send-keys", "-l", "typed meanwhile");
      tmux("send-keys", "Enter");
      signal("CONT", host);
      until("typed meanwhile");
      signal("STOP", host);
      // More than sockets and terminals take on the way.
      Path much = Files.writeString(folder.resolve("much"), "much of it\n".repeat(100_000));
      tmux("load-buffer", much.toString(), ";", "paste-buffer");
      long before = System.nanoTime();
      tmux("send-keys", "C-\\");
      until("whose host does not answer; come back with");
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
      type("stty -g >after; cmp before after && echo same terminal");
      assertThat(until("same terminal")).doesNotContain("differ");
    } finally {
      signal("CONT", host);
    }
  }

  /** The process that has the session. */
  private long host() throws Exception {
    String shown = run(List.of(program.launcher(), "session", "show", "--json", "draws"));
    Matcher pid = Pattern.compile("\"pid\":([0-9]+)").matcher(shown);
    assertThat(pid.find()).as(shown).isTrue();
    return ProcessHandle.of(Long.parseLong(pid.group(1)))
        .orElseThrow()
        .parent()
        .orElseThrow()
        .pid();
  }

  @Test
  @Tag("SES-10")
  void whatAProgramPrintedStaysWhenItHasEnded() throws Exception {
    type("c run --name brief -- sh -c 'echo said at once'");
    String at = until("ended with exit code 0");
    assertThat(at).containsPattern("(?m)^said at once\\R\\[session \\S+ ended .* session logs ");
    prompt();
    type("clear; c run --name later -- sh -c 'echo first; read line; echo got $line; exit 3'");
    until("first");
    type("it");
    String later = until("ended with exit code 3");
    assertThat(later).containsPattern("(?m)^first\\Rit\\Rgot it\\R\\[session \\S+ ended");
    prompt();
    type(
        "clear; c run --name full -- sh -c"
            + " 'printf \"\\033[?1049h\\033[2J\\033[3;4Hits last screen\"; read line; exit 4'");
    until("its last screen");
    type("");
    assertThat(until("ended with exit code 4")).contains("   its last screen\n");
    run(List.of(program.launcher(), "session", "stop", "--now", "brief", "later", "full"));
  }
}
