package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.Eventually;
import comity.conformance.messages.Homes;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.panes.HostClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * What reports of real hooks make of sessions, and which conversation belongs to which: an agent
 * that is a script calls {@code comity hook capture} for each line that it is typed.
 */
@Timeout(240)
class ConversationIdentityTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

  @TempDir private Path folder;
  private Home home;
  private HostProcess host;
  private String agent;

  @BeforeEach
  void start() throws IOException {
    Hooks hooks = Hooks.in(folder.toRealPath());
    home = HostProcess.home(folder.toRealPath());
    agent =
        Homes.script(
                Files.createDirectory(folder.resolve("bin")).resolve("talker"),
                """
                echo "begun with $*;"
                while read -r event id; do
                  [ "$event" = exit ] && exit 0
                  printf '{"session_id":"%s","hook_event_name":"%s"}' "$id" "$event" |
                    'LAUNCHER' hook capture --provider claude --process-id $$
                  echo "told $event $?."
                done
                """
                    .replace("LAUNCHER", hooks.launcher()))
            .toString();
    Files.writeString(
        home.root().resolve("providers.toml"), "[claude]\nprograms = [\"claude\", \"talker\"]\n");
    host = HostProcess.start(home);
  }

  @AfterEach
  void end() {
    host.close();
  }

  private JsonObject begin(Optional<String> name, String... more) throws IOException {
    String[] words = new String[more.length + 1];
    words[0] = agent;
    System.arraycopy(more, 0, words, 1, more.length);
    return host.done(HostProcess.begin(folder, name, ENVIRONMENT, HostProcess.SIZE, words));
  }

  private JsonObject show(String called) throws IOException {
    return host.done(new Ask.Show(called));
  }

  private static String nativeId(JsonObject shown) {
    return shown.string("native_id").orElseThrow();
  }

  private static String id(JsonObject shown) {
    return HostProcess.id(shown);
  }

  /** Has the session's agent report an event of a conversation. */
  private void report(String session, String event, String conversation) throws Exception {
    try (HostClient client = host.client();
        Terminal terminal = new Terminal(client, session)) {
      terminal.type(event + " " + conversation + "\r");
      terminal.until("the hook was called", shown -> shown.contains("told " + event + " 0."));
    }
  }

  /** Has its agent end by itself. */
  private void leave(String session) throws Exception {
    try (HostClient client = host.client();
        Terminal terminal = new Terminal(client, session)) {
      terminal.type("exit\r");
      Eventually.is(() -> show(session).string("activity").filter("exited"::equals).isPresent());
    }
  }

  /** What its agent was run with last. */
  private String arguments(String session) throws Exception {
    try (HostClient client = host.client();
        Terminal terminal = new Terminal(client, session)) {
      String shown = terminal.until("it began", text -> text.contains("};"));
      String joined = shown.replace("\n", "");
      return joined.substring(joined.lastIndexOf("begun with "));
    }
  }

  @Test
  @Tag("SES-9")
  @Tag("SES-14")
  void hooksTellWhatTheAgentIsAt() throws Exception {
    JsonObject begun = begin(Optional.empty());
    String session = id(begun);
    String conversation = nativeId(begun);
    record Expected(String event, String activity, String evidence) {}
    for (Expected each :
        List.of(
            new Expected("SessionStart", "waiting", "hook started"),
            new Expected("UserPromptSubmit", "working", "hook prompted"),
            new Expected("PreToolUse", "working", "hook tool"),
            new Expected("PermissionRequest", "attention", "hook permission"),
            new Expected("PostToolUse", "working", "hook tool"),
            new Expected("Stop", "waiting", "hook stopped"),
            new Expected("Notification", "attention", "hook notified"))) {
      report(session, each.event(), conversation);
      Eventually.is(
          () -> show(session).string("evidence").filter(each.evidence()::equals).isPresent());
      assertThat(show(session).string("activity")).contains(each.activity());
    }
    assertThat(show(session).string("native_id_state")).contains("resumable");
    HostProcess.Ended waited =
        HostProcess.run(home, "session", "wait", session, "--until", "attention");
    assertThat(waited.out()).isEqualTo("attention  hook notified\n");
  }

  /** As where editors and agents watch all that a user's programs may. */
  @Test
  @Tag("SES-6")
  void hooksAreHeardWhereNothingMoreCanBeWatched() throws Exception {
    List<String> unwatched =
        List.of(
            "unshare",
            "--user",
            "--map-root-user",
            "sh",
            "-c",
            "echo 0 >/proc/sys/user/max_inotify_instances && exec \"$@\"",
            "sh");
    if (new ProcessBuilder("unshare", "-r", "true").start().waitFor() != 0) {
      throw new TestAbortedException("user namespaces can't be made here");
    }
    host.close();
    host = HostProcess.start(home, unwatched);
    JsonObject begun = begin(Optional.empty());
    String session = id(begun);
    report(session, "UserPromptSubmit", nativeId(begun));
    Eventually.is(
        () -> show(session).string("native_id_state").filter("resumable"::equals).isPresent());
    assertThat(show(session).string("activity")).contains("working");
    assertThat(HostProcess.errors(home)).contains("it is looked at time and again instead");
  }

  @Test
  @Tag("SES-16")
  void aNameThatIsTheIdOfAConversationLeadsToItsOwnSession() throws Exception {
    String one = id(begin(Optional.empty()));
    String first = nativeId(show(one));
    report(one, "UserPromptSubmit", first);
    JsonObject begun = begin(Optional.of(first));
    String two = id(begun);
    String second = nativeId(begun);
    assertThat(second).isNotEqualTo(first);
    assertThat(id(show(first))).isEqualTo(two);
    report(two, "UserPromptSubmit", second);
    leave(two);
    assertThat(
            host.done(new Ask.Restore(Optional.of(first), ENVIRONMENT, Ask.Answered.STARTED))
                .string("id"))
        .contains(two);
    assertThat(arguments(two)).contains("--resume " + second).doesNotContain(first);
    assertThat(nativeId(show(one))).isEqualTo(first);
    assertThat(show(one).string("activity")).contains("working");
  }

  @Test
  @Tag("SES-16")
  void aNameThatIsUsedAgainLeadsToTheOneThatHasItNow() throws Exception {
    String old = id(begin(Optional.of("api")));
    String before = nativeId(show(old));
    report(old, "UserPromptSubmit", before);
    JsonObject _ = host.done(new Ask.Stop(old, Ask.Ending.AT_ONCE));
    String now = id(begin(Optional.of("api")));
    String conversation = nativeId(show(now));
    report(now, "UserPromptSubmit", conversation);
    leave(now);
    HostProcess.Ended restored = HostProcess.run(home, "session", "restore", "api");
    assertThat(restored.out()).isEqualTo("session " + now + " runs again\n");
    assertThat(arguments(now)).contains("--resume " + conversation).doesNotContain(before);
    assertThat(show(old).string("state")).contains("closed");
    assertThat(nativeId(show(old))).isEqualTo(before);
  }

  @Test
  @Tag("SES-18")
  void oneThatEndsAtOnceIsNotSaidToRun() throws Exception {
    String session = id(begin(Optional.of("api")));
    String conversation = nativeId(show(session));
    report(session, "UserPromptSubmit", conversation);
    leave(session);
    Files.writeString(Path.of(agent), "#!/bin/sh\nexit 127\n");
    HostProcess.Ended one = HostProcess.run(home, "session", "restore", "api");
    assertThat(one.code()).isEqualTo(1);
    assertThat(one.out()).isEmpty();
    assertThat(one.err()).contains("Claude Code ended at once", "comity session logs");
    HostProcess.Ended all = HostProcess.run(home, "session", "restore");
    assertThat(all.code()).isEqualTo(1);
    assertThat(all.out()).startsWith("session " + session + " stays stopped: Claude Code ended at");
    HostProcess.Ended resumed = HostProcess.run(home, "session", "resume", "api", "--detach");
    assertThat(resumed.code()).isEqualTo(1);
    assertThat(HostProcess.run(home, "session", "list").out())
        .as("the list says why")
        .contains("\n" + session + ": Claude Code ended at once");
    assertThat(nativeId(show(session))).isEqualTo(conversation);
  }

  @Test
  @Tag("SES-27")
  void aConversationThatIsOpenIsNotTakenUpByAnother() throws Exception {
    String one = id(begin(Optional.empty()));
    String conversation = nativeId(show(one));
    report(one, "UserPromptSubmit", conversation);
    for (List<String> command :
        List.of(
            List.of(agent, "--resume", conversation),
            List.of(agent + " --resume='" + conversation + "'"),
            List.of(agent, "--session-id", conversation))) {
      String[] words = {"run", "--detach", "--"};
      String[] all = Stream.concat(Arrays.stream(words), command.stream()).toArray(String[]::new);
      HostProcess.Ended refused = HostProcess.run(home, all);
      assertThat(refused.code()).as("%s", command).isEqualTo(1);
      assertThat(refused.err()).contains("its conversation is open in session " + one);
    }
    assertThat(HostProcess.running(one)).isNotEmpty();
    assertThat(HostProcess.left(home)).hasSameSizeAs(HostProcess.running(one));
  }

  @Test
  @Tag("SES-27")
  void aSessionIsNotRestoredWhileAnotherHasItsConversation() throws Exception {
    String one = id(begin(Optional.empty()));
    String conversation = nativeId(show(one));
    report(one, "UserPromptSubmit", conversation);
    leave(one);
    String two = id(begin(Optional.empty(), "--resume", conversation));
    report(two, "SessionStart", conversation);
    Eventually.is(() -> show(two).string("native_id").filter(conversation::equals).isPresent());
    Reply refused;
    try (HostClient client = host.client()) {
      refused = client.ask(new Ask.Restore(Optional.of(one), ENVIRONMENT, Ask.Answered.STARTED));
    }
    assertThat(refused)
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            told -> assertThat(told.why()).isEqualTo("its conversation is open in session " + two));
    HostProcess.Ended all = HostProcess.run(home, "session", "restore");
    assertThat(all.code()).isEqualTo(1);
    assertThat(all.out()).contains("session " + one + " stays stopped: its conversation is open");
    assertThat(show(one).string("note").orElse("")).contains("open in session " + two);
    JsonObject _ = host.done(new Ask.Stop(two, Ask.Ending.AT_ONCE));
    HostProcess.Ended some = HostProcess.run(home, "session", "restore", "none", one);
    assertThat(some.code()).isEqualTo(3);
    assertThat(some.out())
        .startsWith("session none was not restored: there is no session none; see: ")
        .endsWith("\nsession " + one + " runs again\n");
    assertThat(arguments(one)).contains("--resume " + conversation);
  }
}
