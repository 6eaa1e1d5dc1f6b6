package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a person does with any real agent in a session, from its start to what comes after a crash.
 * Each agent has a class of its own that says which one it is.
 */
@Tag("long-agents")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
abstract class AgentJourneys {
  /** An agent that shows nothing for so long has drawn its screen. */
  static final Duration QUIET = Duration.ofMillis(500);

  /** From the byte that tells of a state to whoever watches. */
  private static final Duration AT_ONCE = Duration.ofMillis(100);

  private static final Duration ENTER_AGAIN = Duration.ofSeconds(8);

  private static final int ENTERS = 3;

  /** What answers to queries look like in a prompt that they were typed into. */
  private static final Pattern ANSWERS =
      Pattern.compile(
          "rgb:[0-9a-f]|\\[\\?[0-9;]+[cu]|[0-9]+;[0-9]+R|7501;|\\]1[01];|>\\|[a-z]|p=title");

  private final AtomicInteger count = new AtomicInteger();
  private AgentGround ground = unmade();
  private boolean made;

  /** The agent. */
  abstract RealAgent agent();

  @SuppressWarnings("NullAway")
  private static AgentGround unmade() {
    return null;
  }

  @BeforeAll
  void make(@TempDir Path folder) throws IOException, InterruptedException {
    ground = AgentGround.make(agent(), folder);
    made = true;
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    if (made && !ground.hosts().isEmpty()) {
      for (JsonObject session : ground.sessions()) {
        if (session.string("state").orElse("").equals("open")) {
          AgentGround.Ran ran =
              ground.comity("session", "stop", "--now", session.string("id").orElseThrow());
          assertThat(ran.code()).as(ran.toString()).isZero();
        }
      }
    }
  }

  @AfterAll
  void end() throws IOException, InterruptedException {
    if (made) {
      ground.end();
    }
  }

  AgentGround ground() {
    return ground;
  }

  /** A word that nothing else says. */
  String word() {
    return "heron" + count.incrementAndGet() + "q";
  }

  /** Attached, once the agent takes prompts. */
  Terminal ready(String session) throws IOException, InterruptedException {
    Terminal terminal = ground.attach(session);
    terminal.until(agent().ready(), text -> text.contains(agent().ready()));
    String text = terminal.settled(QUIET);
    assertThat(ANSWERS.matcher(text).find()).as("answers in the prompt:\n" + text).isFalse();
    return terminal;
  }

  /** Asks for something and waits for what the model answers; what the model was sent is given. */
  String turn(Terminal terminal, String prompt) throws IOException, InterruptedException {
    int before = ground.asked().size();
    terminal.enter(prompt);
    // Alone, or in lines of its own: nothing else was in the prompt.
    Pattern exact = Pattern.compile("(\"|\\\\n)" + Pattern.quote(prompt) + "(\"|\\\\n)");
    // On a loaded machine an agent may take the Enter for a part of what was typed.
    for (int tries = 0;
        tries < ENTERS
            && !terminal.within(
                ENTER_AGAIN,
                _ -> unchecked().stream().anyMatch(each -> exact.matcher(each).find()));
        tries++) {
      terminal.type("\r");
    }
    String[] found = new String[1];
    terminal.until(
        "the answer to " + prompt,
        text -> {
          List<String> asked = unchecked();
          for (int i = asked.size() - 1; i >= before; i--) {
            if (exact.matcher(asked.get(i)).find()
                && text.contains(AgentGround.read(asked.get(i)).string("answer").orElseThrow())) {
              found[0] = asked.get(i);
              return true;
            }
          }
          return false;
        });
    return found[0];
  }

  private List<String> unchecked() {
    try {
      return ground.asked();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The session once its conversation can be taken up. */
  JsonObject resumable(String session) throws IOException, InterruptedException {
    return ground.await(
        session,
        "a conversation that can be taken up",
        shown -> shown.string("native_id_state").orElse("").equals("resumable"));
  }

  /** The session once it waits for its next task. */
  JsonObject waiting(String session) throws IOException, InterruptedException {
    return ground.await(
        session, "it waits", shown -> shown.string("activity").orElse("").equals("waiting"));
  }

  /** The agent itself keeps that conversation under that id. */
  void keeps(String id, String prompt) throws IOException, InterruptedException {
    ground.eventually(
        "the agent's own record of " + id + " has " + prompt,
        () -> !AgentGround.holding(agent().conversations(ground.place()), id, prompt).isEmpty());
  }

  String restore(String session) throws IOException, InterruptedException {
    AgentGround.Ran ran = ground.comity("session", "restore", session, "--json");
    assertThat(ran.code()).as(ran.toString()).isZero();
    return ran.out();
  }

  JsonObject exited(String session) throws IOException, InterruptedException {
    JsonObject shown =
        ground.await(
            session, "it has ended", each -> each.string("activity").orElse("").equals("exited"));
    assertThat(shown.string("state")).contains("open");
    return shown;
  }

  private Map<Path, String> configuration() throws IOException {
    Map<Path, String> all = new HashMap<>();
    for (Path file : agent().configuration(ground.place())) {
      all.put(file, agent().persons(Files.readString(file)));
    }
    return all;
  }

  private long pid(String session) throws IOException {
    return ground.show(session).get("pid") instanceof JsonNumber pid
        ? pid.asLong().orElseThrow()
        : 0;
  }

  /** One process of the session is its agent's, below one root. */
  void oneWriter(String session) throws IOException, InterruptedException {
    long root = pid(session);
    ground.eventually(
        "all processes of the session are below " + root,
        () -> AgentGround.processes(session).stream().allMatch(pid -> isBelow(pid, root)));
  }

  private static boolean isBelow(long pid, long root) {
    return pid == root
        || ProcessHandle.of(pid)
            .map(each ->
                each.parent().map(parent -> isBelow(parent.pid(), root)).orElse(!each.isAlive()))
            .orElse(true);
  }

  @Test
  @Tag("SES-18")
  @Tag("SES-21")
  @Tag("SES-26")
  @Tag("SES-27")
  void itsConversationComesBack() throws IOException, InterruptedException {
    Map<Path, String> before = configuration();
    String session = ground.begin();
    String first = "remember " + word();
    String id;
    try (Terminal terminal = ready(session)) {
      turn(terminal, first);
      id = resumable(session).string("native_id").orElseThrow();
      waiting(session);
      keeps(id, first);
      terminal.enter(agent().exit());
      exited(session);
    }
    String second = "again " + word();
    restore(session);
    try (Terminal terminal = ready(session)) {
      assertThat(turn(terminal, second)).as("ended by itself").contains(first);
      assertThat(resumable(session).string("native_id")).contains(id);
      waiting(session);
      String asked = "meanwhile " + word();
      terminal.enter(asked);
      ground.eventually(
          "the model is asked",
          () -> ground.asked().stream().anyMatch(each -> each.contains(asked)));
      AgentGround.kill(pid(session));
    }
    exited(session);
    restore(session);
    String third = "more " + word();
    try (Terminal terminal = ready(session)) {
      assertThat(turn(terminal, third)).as("killed").contains(first, second);
      assertThat(resumable(session).string("native_id")).contains(id);
      waiting(session);
    }
    for (long host : ground.hosts()) {
      AgentGround.kill(host);
    }
    restore(session);
    String fourth = "last " + word();
    try (Terminal terminal = ready(session)) {
      oneWriter(session);
      assertThat(turn(terminal, fourth)).as("its host was killed").contains(first, second, third);
      assertThat(resumable(session).string("native_id")).contains(id);
      keeps(id, fourth);
    }
    assertThat(configuration()).as("files that a person wrote").isEqualTo(before);
  }

  @Test
  @Tag("SES-13")
  @Tag("SES-14")
  void itsStateIsSeenAtOnce() throws IOException, InterruptedException {
    String session = ground.begin();
    try (StateWatch watch = new StateWatch(ground.client());
        Terminal terminal = ready(session)) {
      waiting(session);
      int before = watch.of(session).size();
      turn(terminal, "state " + word());
      ground.eventually(
          "it worked and waits",
          () -> {
            List<String> states =
                watch.of(session).stream().skip(before).map(StateWatch.Change::activity).toList();
            return states.contains("working") && states.getLast().equals("waiting");
          });
      List<StateWatch.Change> changes = watch.of(session);
      assertThat(changes).extracting(StateWatch.Change::activity).doesNotContain("attention");
      // Hooks tell of what was before they were started, and the watch began after the session.
      List<Duration> late =
          changes.stream()
              .filter(change -> !change.evidence().startsWith("hook"))
              .filter(change -> !change.evidence().equals("start"))
              .map(StateWatch.Change::late)
              .sorted()
              .toList();
      System.out.printf(
          "%s: %s, late by %s ms%n",
          agent().provider(),
          changes.stream().map(each -> each.activity() + " by " + each.evidence()).toList(),
          late.stream().map(Duration::toMillis).toList());
      assertThat(late).as("%s", changes).isNotEmpty();
      assertThat(late.get(late.size() / 2)).as("%s", changes).isLessThan(AT_ONCE);
    }
  }

  @Test
  @Tag("SES-5")
  void aClearedOneHasTheNewId() throws IOException, InterruptedException {
    String session = ground.begin();
    try (Terminal terminal = ready(session)) {
      String first = "remember " + word();
      turn(terminal, first);
      String old = resumable(session).string("native_id").orElseThrow();
      waiting(session);
      terminal.settled(QUIET);
      terminal.enter(agent().clear());
      terminal.until("the answer is cleared", text -> !text.contains(first));
      terminal.settled(QUIET);
      String second = "else " + word();
      assertThat(turn(terminal, second)).doesNotContain(first);
      JsonObject now =
          ground.await(
              session,
              "another id",
              shown ->
                  !shown.string("native_id").orElse(old).equals(old)
                      && shown.string("native_id_state").orElse("").equals("resumable"));
      keeps(now.string("native_id").orElseThrow(), second);
    }
  }
}
