package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
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
  /** Often enough to see a race, few enough for the time there is. */
  private static final int ROUNDS = 3;

  /** An agent that shows nothing for so long has drawn its screen. */
  private static final Duration QUIET = Duration.ofMillis(500);

  /** From the byte that tells of a state to whoever watches. */
  private static final Duration AT_ONCE = Duration.ofMillis(100);

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
      ground.close();
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
    String[] found = new String[1];
    terminal.until(
        "the answer to " + prompt,
        text -> {
          List<String> asked = unchecked();
          for (int i = asked.size() - 1; i >= before; i--) {
            if (exact.matcher(asked.get(i)).find()
                && text.contains(
                    AgentGround.read(asked.get(i)).string("answer").orElseThrow())) {
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
      throw new java.io.UncheckedIOException(e);
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

  private String restore(String session) throws IOException, InterruptedException {
    AgentGround.Ran ran = ground.comity("session", "restore", session, "--json");
    assertThat(ran.code()).as(ran.toString()).isZero();
    return ran.out();
  }

  private JsonObject exited(String session) throws IOException, InterruptedException {
    JsonObject shown =
        ground.await(
            session,
            "it has ended",
            each -> each.string("activity").orElse("").equals("exited"));
    assertThat(shown.string("state")).contains("open");
    return shown;
  }

  private Map<Path, String> configuration() throws IOException {
    Map<Path, String> all = new HashMap<>();
    for (Path file : agent().configuration(ground.place())) {
      all.put(file, Files.readString(file));
    }
    return all;
  }

  private long pid(String session) throws IOException {
    return ground.show(session).get("pid") instanceof JsonNumber pid
        ? pid.asLong().orElseThrow()
        : 0;
  }

  /** One process of the session is its agent's, below one root. */
  private void oneWriter(String session) throws IOException, InterruptedException {
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
    }
    AgentGround.kill(pid(session));
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
      System.out.println(agent().provider() + " states: " + changes);
      assertThat(changes).extracting(StateWatch.Change::activity).doesNotContain("attention");
      // Hooks tell of what was before they were started.
      List<Duration> late =
          changes.stream()
              .filter(change -> !change.evidence().startsWith("hook"))
              .map(StateWatch.Change::late)
              .sorted()
              .toList();
      assertThat(late.get(late.size() / 2)).as("%s", changes).isLessThan(AT_ONCE);
    }
  }

  @Test
  @Tag("SES-5")
  void aShorterContextIsTheSameConversation() throws IOException, InterruptedException {
    Assumptions.assumeTrue(agent().compact().isPresent(), "it has no such command");
    String session = ground.begin();
    try (Terminal terminal = ready(session)) {
      turn(terminal, "remember " + word());
      turn(terminal, "and " + word());
      resumable(session);
      waiting(session);
      terminal.settled(QUIET);
      int before = ground.asked().size();
      terminal.enter(agent().compact().get());
      ground.eventually("the model sums up", () -> ground.asked().size() > before);
      waiting(session);
      terminal.settled(QUIET);
      String prompt = "after " + word();
      turn(terminal, prompt);
      keeps(resumable(session).string("native_id").orElseThrow(), prompt);
    }
  }

  @Test
  @Tag("SES-5")
  void oneThatIsNestedChangesNothing() throws IOException, InterruptedException {
    boolean byLaunch = !agent().hooksInFiles();
    if (byLaunch) {
      assertThat(ground.comity("hooks", "setup", agent().provider()).code()).isZero();
    }
    String session = ground.begin();
    try (Terminal terminal = ready(session)) {
      turn(terminal, "outer " + word());
      JsonObject outer = resumable(session);
      String id = outer.string("native_id").orElseThrow();
      String prompt = word();
      shell(terminal, nested(ground.place(), agent(), prompt));
      ground.eventually(
          "the nested one asks the model",
          () -> ground.asked().stream().anyMatch(each -> each.contains(prompt)));
      ground.eventually(
          "the nested one ends",
          () ->
              AgentGround.processes(session).stream()
                  .noneMatch(pid -> AgentGround.words(pid).contains(prompt)));
      assertThat(ground.show(session).string("native_id")).contains(id);
      String more = "more " + word();
      turn(terminal, more);
      assertThat(resumable(session).string("native_id")).contains(id);
      keeps(id, more);
    } finally {
      if (byLaunch) {
        assertThat(ground.comity("hooks", "remove", agent().provider()).code()).isZero();
      }
    }
  }

  /** The command that asks an agent once; a login shell may find no program of the place's bin. */
  static String nested(RealAgent.Place place, RealAgent agent, String prompt) {
    List<String> words = new ArrayList<>(agent.command());
    words.set(0, place.bin().resolve(words.getFirst()).toString());
    words.addAll(agent.printing());
    words.add(prompt);
    return String.join(" ", words);
  }

  /** A line for the shell that agents start when a prompt begins so. */
  void shell(Terminal terminal, String line) throws IOException, InterruptedException {
    terminal.type("!");
    terminal.settled(QUIET);
    terminal.enter(line);
  }

  @Test
  @Tag("SES-4")
  @Tag("SES-5")
  void theRightIdEveryTime() throws IOException, InterruptedException {
    Set<String> ids = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      String session = ground.begin();
      String prompt = "round " + word();
      try (Terminal terminal = ready(session)) {
        turn(terminal, prompt);
      }
      String id = resumable(session).string("native_id").orElseThrow();
      keeps(id, prompt);
      ids.add(id);
      assertThat(ground.comity("session", "stop", "--now", session).code()).isZero();
    }
    assertThat(ids).hasSize(ROUNDS);
  }

  @Test
  @Tag("SES-25")
  void twoPanesKeepTheirOwn() throws IOException, InterruptedException {
    List<String> sessions = new ArrayList<>();
    List<String> prompts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      sessions.add(ground.begin());
      prompts.add("pane " + word());
    }
    try (Terminal one = ready(sessions.getFirst());
        Terminal two = ready(sessions.getLast())) {
      turn(two, prompts.getLast());
      turn(one, prompts.getFirst());
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        ids.add(resumable(sessions.get(i)).string("native_id").orElseThrow());
        keeps(ids.get(i), prompts.get(i));
      }
      assertThat(ids.getFirst()).isNotEqualTo(ids.getLast());
      String more = "more " + word();
      turn(one, more);
      keeps(ids.getFirst(), more);
      assertThat(ground.show(sessions.getFirst()).string("native_id")).contains(ids.getFirst());
      assertThat(ground.show(sessions.getLast()).string("native_id")).contains(ids.getLast());
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

  @Test
  @Tag("SES-17")
  @Tag("SES-27")
  void oneThatHadNoTurnRunsAgain() throws IOException, InterruptedException {
    String session = ground.begin();
    try (Terminal terminal = ready(session)) {
      terminal.enter(agent().exit());
      exited(session);
    }
    AgentGround.Ran ran = ground.comity("session", "restore", session, "--json");
    if (ran.code() != 0) {
      // An agent that never told an id: nothing can be taken up, and it says so.
      assertThat(ground.show(session).string("native_id")).isEmpty();
      assertThat(ran.toString()).contains("never told");
      return;
    }
    String prompt = "first " + word();
    try (Terminal terminal = ground.attachOnceReady(session, agent().ready())) {
      turn(terminal, prompt);
      keeps(resumable(session).string("native_id").orElseThrow(), prompt);
      oneWriter(session);
    }
  }
}
