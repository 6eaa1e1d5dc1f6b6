package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.sessions.Hooks.Ended;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** What is wrong around a hook: it ends soon, says so in one line, and leaves nothing behind. */
class CaptureFaultsTest {
  private static final String EVENT = "{\"session_id\":\"0b1e\"}";
  private static final long SELF = ProcessHandle.current().pid();

  /** Inputs that are not in order. */
  enum Wrong {
    EMPTY(""),
    BLANK(" \n\t"),
    GARBAGE("\u0007garbage\u001b]0;x\u0007"),
    CUT_OFF("{\"session_id\":\"0b1e\""),
    TRAILING("{\"session_id\":\"0b1e\"} {}"),
    ARRAY("[{\"session_id\":\"0b1e\"}]"),
    STRING("\"0b1e\""),
    NUL("{\"session_id\":\"0b1e\"}\u0000"),
    NUL_IN_ID("{\"session_id\":\"0b\\u00001e\"}"),
    BYTE_ORDER_MARK("\ufeff{\"session_id\":\"0b1e\"}"),
    DEEP("[".repeat(200_000)),
    DEEP_OBJECT("{\"a\":".repeat(100) + "1" + "}".repeat(100)),
    DUPLICATE_KEY("{\"session_id\":\"a\",\"session_id\":\"b\"}"),
    INVALID_UTF8("{\"session_id\":\"\u00e9\"}", "ISO-8859-1"),
    UTF16("{\"session_id\":\"0b1e\"}", "UTF-16LE"),
    WRONG_VERSION("{\"version\":2,\"event\":\"session_started\",\"session_id\":\"0b1e\"}"),
    VERSION_TEXT("{\"version\":\"1\",\"event\":\"session_started\",\"session_id\":\"0b1e\"}"),
    WRONG_EVENT("{\"version\":1,\"event\":\"session_ended\",\"session_id\":\"0b1e\"}"),
    NO_EVENT("{\"version\":1,\"session_id\":\"0b1e\"}"),
    NO_ID("{\"hook_event_name\":\"Stop\"}"),
    NULL_ID("{\"session_id\":null}"),
    NUMERIC_ID("{\"session_id\":42}"),
    BLANK_ID("{\"session_id\":\"  \"}"),
    OPTION_ID("{\"session_id\":\"--dangerously-skip-permissions\"}"),
    HUGE_ID("{\"session_id\":\"" + "x".repeat(257) + "\"}"),
    LINES_IN_ID("{\"session_id\":\"a\\nb\"}"),
    TOO_LONG(EVENT + " ".repeat((1 << 20) + 1 - EVENT.length())),
    FAR_TOO_LONG(EVENT + " ".repeat(5 << 20));

    private final String text;
    private final String charset;

    Wrong(String text) {
      this(text, "UTF-8");
    }

    Wrong(String text, String charset) {
      this.text = text;
      this.charset = charset;
    }

    byte[] input() {
      return text.getBytes(Charset.forName(charset));
    }
  }

  @TempDir private Path folder;

  private Hooks hooks() throws IOException {
    return Hooks.in(folder);
  }

  private static void isRefused(Ended ended, String why) {
    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("comity: hook capture: ").contains(why).hasLineCount(1);
    assertThat(ended.err().strip().chars()).noneMatch(Character::isISOControl);
  }

  private static void isSilent(Ended ended) {
    assertThat(ended).isEqualTo(new Ended(0, "", ""));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("SES-3")
  void inputThatIsNotInOrder(Wrong wrong) throws Exception {
    Hooks hooks = hooks();
    isRefused(hooks.run(hooks.command(), wrong.input()), "");
    assertThat(hooks.inbox()).doesNotExist();
  }

  @Test
  @Tag("SES-3")
  void aMebibyteIsTaken() throws Exception {
    Hooks hooks = hooks();
    byte[] input = new byte[1 << 20];
    Arrays.fill(input, (byte) ' ');
    System.arraycopy(EVENT.getBytes(StandardCharsets.UTF_8), 0, input, 0, EVENT.length());
    isSilent(hooks.run(hooks.command(), input));
    assertThat(hooks.taken()).extracting(HookReport::nativeId).containsExactly("0b1e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--provider claude",
        "--process-id 1",
        "--provider claude --process-id",
        "--provider claude --process-id 0",
        "--provider claude --process-id -1",
        "--provider claude --process-id abc",
        "--provider claude --process-id 99999999999999999999999",
        "--provider claude --process-id 2147483646",
        "--provider claude --process-id 1 --parent-process-id 1",
        "--provider claude --process-id 1 --parent-process-id -7",
        "--provider Claude --process-id 1",
        "--provider ../claude --process-id 1",
        "--provider= --process-id 1",
        "--provider somebody --process-id 1",
        "--provider claude --process-id 1 --unknown 1",
        "--provider claude --process-id 1 more"
      })
  @Tag("SES-2")
  void commandLinesThatAreNotInOrder(String options) throws Exception {
    Hooks hooks = hooks();
    isRefused(hooks.capture(EVENT, options.split(" ", -1)), "");
    assertThat(hooks.inbox()).doesNotExist();
  }

  @Test
  @Tag("SES-5")
  void aProcessThatHasEnded() throws Exception {
    Hooks hooks = hooks();
    Process ended = new ProcessBuilder("true").start();
    assertThat(ended.waitFor(10, TimeUnit.SECONDS)).isTrue();
    isRefused(
        hooks.capture(EVENT, "--provider", "claude", "--process-id", "" + ended.pid()),
        "there is no process " + ended.pid());
  }

  /** The whole program does the same where a global option asks for it. */
  @Test
  @Tag("SES-2")
  void byTheWholeProgram() throws Exception {
    Hooks hooks = hooks().without("COMITY_HOME");
    String home = hooks.home().toString();
    String pid = "" + SELF;
    isSilent(hooks.capture(EVENT, "--home", home, "--provider", "claude", "--process-id", pid));
    assertThat(hooks.taken()).hasSize(1);
    isRefused(hooks.capture("{}", "--home", home, "--provider", "pi", "--process-id", pid), "id");
    Ended wrong = hooks.capture(EVENT, "--home", home, "--nothing");
    assertThat(wrong.code()).as("2 would stop Claude Code").isEqualTo(1);
    isSilent(
        hooks
            .without("MUSTER_AGENT_SESSION_ID")
            .capture(EVENT, "--home", home, "--provider", "claude", "--process-id", pid));
    assertThat(hooks.files()).isEmpty();
  }

  @Test
  @Tag("SES-2")
  void withoutTheVariableNothingIsDone() throws Exception {
    for (String unset : List.of("MUSTER_AGENT_SESSION_ID", "HOME")) {
      Hooks hooks = Hooks.in(Files.createDirectory(folder.resolve(unset)));
      hooks.without("MUSTER_AGENT_SESSION_ID").without(unset);
      // Nothing is there that could be started.
      Files.delete(hooks.checkout().resolve("build/app/comity.jar"));
      Files.delete(hooks.checkout().resolve("scripts/jdk.bash"));
      Hooks.Started started = hooks.start(hooks.command("--nothing", "garbage"));
      // Its input stays open, so it reads none.
      isSilent(started.ended());
      assertThat(hooks.files()).isEmpty();
    }
  }

  @Test
  @Tag("SES-2")
  void byItsOtherName() throws Exception {
    Hooks hooks = hooks();
    List<String> command = new ArrayList<>(hooks.command());
    command.set(0, hooks.checkout().resolve("muster").toString());
    isSilent(hooks.run(command, EVENT.getBytes(StandardCharsets.UTF_8)));
    assertThat(hooks.taken()).hasSize(1);
    assertThat(hooks.run(command, new byte[0]).err()).startsWith("muster: hook capture: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec \"$@\" <&-",
        "exec \"$@\" </",
        "exec \"$@\" </dev/null",
        "exec \"$@\" </dev/zero",
        "yes | \"$@\"",
        "exec \"$@\" < <(printf '{\"session_id\":'; exec tail -f /dev/null)"
      })
  @Tag("SES-7")
  void inputThatEndsNeverOrIsNone(String script) throws Exception {
    Hooks hooks = hooks();
    isRefused(shell(hooks, script), "the input ");
    assertThat(hooks.inbox()).doesNotExist();
  }

  /** A file that is opened must not take the place of a stream that is closed. */
  @ParameterizedTest
  @ValueSource(strings = {">&-", "2>&-", ">&- 2>&-", ">/dev/full 2>/dev/full"})
  @Tag("SES-7")
  void outputThatIsClosed(String closed) throws Exception {
    Hooks hooks = hooks();
    isSilent(shell(hooks, "exec \"$@\" <<<'" + EVENT + "' " + closed));
    assertThat(hooks.taken()).hasSize(1);
    Ended refused = shell(hooks, "exec \"$@\" <<<'{}' " + closed);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(hooks.files()).isEmpty();
  }

  @Test
  @Tag("SES-7")
  void optionsThatOthersSetForEveryJvm() throws Exception {
    Hooks hooks =
        hooks()
            .with("JAVA_TOOL_OPTIONS", "-Dnothing=1")
            .with("_JAVA_OPTIONS", "-Dnothing=1")
            .with("JDK_JAVA_OPTIONS", "-Dnothing=1")
            .with("JAVA_HOME", "/nowhere");
    isSilent(hooks.capture(EVENT));
  }

  @Test
  @Tag("SES-6")
  void aHomeOfAnyName() throws Exception {
    Path home = Files.createDirectories(folder.resolve("größe 語 \"'"));
    Hooks hooks = hooks().with("COMITY_HOME", home.toString()).with("LC_ALL", "C");
    isSilent(hooks.capture(EVENT));
    assertThat(home.resolve("sessions/inbox").toFile().list()).hasSize(1);
  }

  @Test
  @Tag("SES-6")
  void theHomeOfTheUser() throws Exception {
    Hooks hooks = hooks().without("COMITY_HOME").with("HOME", folder.toString());
    isRefused(hooks.capture(EVENT), ".comity is not there");
    Files.createDirectory(folder.resolve(".comity"));
    isSilent(hooks.capture(EVENT));
    assertThat(folder.resolve(".comity/sessions/inbox").toFile().list()).hasSize(1);
    assertThat(Files.getPosixFilePermissions(folder.resolve(".comity/sessions/inbox")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  @Tag("SES-6")
  void homesThatAreNone() throws Exception {
    Hooks hooks = hooks();
    Path file = Files.writeString(folder.resolve("file"), "mine");
    isRefused(hooks.with("COMITY_HOME", file.toString()).capture(EVENT), "is no folder");
    Path missing = folder.resolve("missing");
    isRefused(hooks.with("COMITY_HOME", missing.toString()).capture(EVENT), "is not there");
    assertThat(missing).doesNotExist();
    isRefused(hooks.with("COMITY_HOME", "/proc/self").capture(EVENT), "");
    isRefused(hooks.with("COMITY_HOME", file + "/home").capture(EVENT), "");
    assertThat(file).hasContent("mine");
  }

  @Test
  @Tag("SES-6")
  void somethingElseInPlaceOfTheInbox() throws Exception {
    Hooks hooks = hooks();
    Files.writeString(hooks.inbox(), "mine");
    isRefused(hooks.capture(EVENT), "inbox is no folder");
    assertThat(hooks.inbox()).hasContent("mine");
    Files.delete(hooks.inbox());
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(hooks.inbox(), elsewhere);
    isRefused(hooks.capture(EVENT), "inbox leads elsewhere");
    assertThat(elsewhere).isEmptyDirectory();
    Files.delete(hooks.inbox());
    Files.createSymbolicLink(hooks.inbox(), folder.resolve("nowhere"));
    isRefused(hooks.capture(EVENT), "inbox");
    Files.delete(hooks.inbox());
    Files.createDirectory(hooks.inbox());
    for (int n = 0; n < CaptureInbox.MAX_WAITING; n++) {
      Files.createFile(hooks.inbox().resolve("f" + n));
    }
    isRefused(hooks.capture(EVENT), "it is full");
    assertThat(hooks.files()).hasSize(CaptureInbox.MAX_WAITING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "ro", "ro-new"})
  @Tag("SES-6")
  void disksThatTakeNoMore(String kind) throws Exception {
    Hooks hooks = hooks();
    if (hooks.run(List.of("unshare", "-rm", "true"), new byte[0]).code() != 0) {
      throw new TestAbortedException("user and mount namespaces can't be made here");
    }
    String script =
        """
        home=$1 kind=$2 count=$3; shift 3
        mount -t tmpfs -o size=16k,mode=700 none "$home" || exit 99
        mkdir -m 700 "$home/sessions" || exit 98
        [ $kind = ro-new ] || mkdir -m 700 "$home/sessions/inbox" || exit 97
        case $kind in
          full) head -c 100000 /dev/zero >"$home/fill" 2>/dev/null ;;
          *) mount -o remount,ro "$home" || exit 96 ;;
        esac
        "$@"; code=$?
        find "$home/sessions" -type f | wc -l >"$count"
        exit $code
        """;
    Path count = folder.resolve("count");
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "-rm",
                "sh",
                "-c",
                script,
                "sh",
                hooks.home().toString(),
                kind,
                count.toString()));
    command.addAll(hooks.command());
    isRefused(hooks.run(command, EVENT.getBytes(StandardCharsets.UTF_8)), "inbox");
    assertThat(Files.readString(count).strip()).isEqualTo("0");
  }

  /** What is told before it stays before it, though the clock now says otherwise. */
  @Test
  @Tag("SES-6")
  void aClockThatWasSetBack() throws Exception {
    Hooks hooks = hooks();
    isSilent(hooks.capture("{\"session_id\":\"before\"}"));
    Path before = hooks.inbox().resolve(hooks.files().getFirst());
    Files.move(before, before.resolveSibling("9000000000000000-1.json"));
    isSilent(hooks.capture("{\"session_id\":\"after\"}"));
    assertThat(hooks.taken()).extracting(HookReport::nativeId).containsExactly("before", "after");
  }

  @Test
  @Tag("SES-9")
  void whatTellsNothingIsNotKept() throws Exception {
    Hooks hooks = hooks();
    isSilent(hooks.capture("{\"session_id\":\"a\",\"hook_event_name\":\"SubagentStop\"}"));
    assertThat(hooks.files()).isEmpty();
    isSilent(
        hooks.capture(
            "{\"sessionId\":\"a\",\"cwd\":\"/\"}",
            "--provider=copilot",
            "--process-id=" + SELF,
            "--event=agentStop"));
    assertThat(hooks.taken()).extracting(HookReport::event).containsExactly(HookEvent.STOPPED);
  }

  private static Ended shell(Hooks hooks, String script) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    command.addAll(hooks.command());
    return hooks.run(command, new byte[0]);
  }
}
