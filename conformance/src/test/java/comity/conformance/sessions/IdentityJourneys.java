package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** What can go wrong with the ids of conversations: two at once, one within another, none yet. */
abstract class IdentityJourneys extends AgentJourneys {
  /** Often enough to see a race, few enough for the time there is. */
  private static final int ROUNDS = 3;

  /** Nor does it matter whether a hub comes and goes meanwhile. */
  @Test
  @Tag("SES-4")
  @Tag("SES-5")
  @Tag("SES-10")
  @Tag("SES-28")
  void theRightIdEveryTime() throws IOException, InterruptedException {
    Set<String> ids = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      String session = ground().begin();
      String prompt = "round " + word();
      try (Terminal terminal = ready(session)) {
        if (round > 0) {
          assertThat(ground().comity("up").code()).isZero();
          AgentGround.kill(ground().running("serve").getFirst());
        }
        turn(terminal, prompt);
        if (round > 1) {
          assertThat(ground().comity("up").code()).isZero();
          String more = "more " + word();
          assertThat(turn(terminal, more)).contains(prompt);
          assertThat(ground().comity("down").code()).isZero();
        }
      }
      String id = resumable(session).string("native_id").orElseThrow();
      keeps(id, prompt);
      ids.add(id);
      assertThat(ground().comity("session", "stop", "--now", session).code()).isZero();
    }
    assertThat(ids).hasSize(ROUNDS);
  }

  @Test
  @Tag("SES-25")
  void twoPanesKeepTheirOwn() throws IOException, InterruptedException {
    List<String> sessions = new ArrayList<>();
    List<String> prompts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      sessions.add(ground().begin());
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
      assertThat(ground().show(sessions.getFirst()).string("native_id")).contains(ids.getFirst());
      assertThat(ground().show(sessions.getLast()).string("native_id")).contains(ids.getLast());
    }
  }

  @Test
  @Tag("SES-5")
  void aShorterContextIsTheSameConversation() throws IOException, InterruptedException {
    String shorter =
        agent()
            .compact()
            .orElseThrow(
                () -> new TestAbortedException("it makes no context of a few turns shorter"));
    String session = ground().begin();
    try (Terminal terminal = ready(session)) {
      turn(terminal, "remember " + word());
      turn(terminal, "and " + word());
      String id = resumable(session).string("native_id").orElseThrow();
      waiting(session);
      terminal.settled(QUIET);
      int before = ground().asked().size();
      terminal.enter(shorter);
      ground().eventually("the model sums up", () -> ground().asked().size() > before);
      waiting(session);
      terminal.settled(QUIET);
      String prompt = "after " + word();
      turn(terminal, prompt);
      assertThat(resumable(session).string("native_id")).contains(id);
      keeps(id, prompt);
    }
  }

  @Test
  @Tag("SES-5")
  void oneThatIsNestedChangesNothing() throws IOException, InterruptedException {
    boolean byLaunch = !agent().hooksInFiles();
    if (byLaunch) {
      assertThat(ground().comity("hooks", "setup", agent().provider()).code()).isZero();
    }
    try {
      nestedChangesNothing(agent());
    } finally {
      if (byLaunch) {
        assertThat(ground().comity("hooks", "remove", agent().provider()).code()).isZero();
      }
    }
  }

  @Test
  @Tag("SES-5")
  void oneOfAnotherMakerThatIsNestedChangesNothing() throws IOException, InterruptedException {
    RealAgent other = agent().provider().equals("claude") ? new GeminiAgent() : new ClaudeAgent();
    ground().also(other);
    try {
      nestedChangesNothing(other);
    } finally {
      assertThat(ground().comity("hooks", "remove", other.provider()).code()).isZero();
    }
  }

  private void nestedChangesNothing(RealAgent inner) throws IOException, InterruptedException {
    String session = ground().begin();
    try (Terminal terminal = ready(session)) {
      turn(terminal, "outer " + word());
      String id = resumable(session).string("native_id").orElseThrow();
      String prompt = word();
      shell(terminal, nested(ground().place(), inner, prompt));
      ground()
          .eventually(
              "the nested one asks the model",
              () -> ground().asked().stream().anyMatch(each -> each.contains(prompt)));
      ground()
          .eventually(
              "the nested one ends",
              () ->
                  AgentGround.processes(session).stream()
                      .noneMatch(pid -> AgentGround.words(pid).contains(prompt)));
      assertThat(ground().show(session).string("native_id")).contains(id);
      terminal.type(agent().leavesShell());
      terminal.settled(QUIET);
      String more = "more " + word();
      turn(terminal, more);
      assertThat(resumable(session).string("native_id")).contains(id);
      keeps(id, more);
    }
  }

  /**
   * The line that asks an agent once. It runs a script: agents keep some variables from their
   * shells, and a line that begins with a slash is a command of theirs.
   */
  static String nested(RealAgent.Place place, RealAgent agent, String prompt) throws IOException {
    StringBuilder script = new StringBuilder("set -e\n");
    agent
        .environment(place)
        .forEach((name, value) -> script.append("export %s='%s'\n".formatted(name, value)));
    script.append("exec ").append(place.bin().resolve(agent.command().getFirst()));
    List<String> words = new ArrayList<>(agent.command().subList(1, agent.command().size()));
    words.addAll(agent.printing());
    words.add(prompt);
    words.forEach(word -> script.append(" '").append(word).append('\''));
    Files.writeString(place.work().resolve(prompt + ".sh"), script.append('\n'));
    return "sh " + prompt + ".sh";
  }

  /** A line for the shell that agents start when a prompt begins so. */
  void shell(Terminal terminal, String line) throws IOException, InterruptedException {
    terminal.type("!");
    terminal.settled(QUIET);
    terminal.enter(line);
  }

  @Test
  @Tag("SES-17")
  @Tag("SES-27")
  void oneThatHadNoTurnRunsAgain() throws IOException, InterruptedException {
    String session = ground().begin();
    try (Terminal terminal = ready(session)) {
      terminal.enter(agent().exit());
      exited(session);
    }
    AgentGround.Ran ran = ground().comity("session", "restore", session, "--json");
    if (ran.code() != 0) {
      // An agent that never told an id: nothing can be taken up, and it says so.
      assertThat(ground().show(session).string("native_id")).isEmpty();
      assertThat(ran.toString()).contains("never told");
      return;
    }
    String prompt = "first " + word();
    try (Terminal terminal = ground().attachOnceReady(session, agent().ready())) {
      turn(terminal, prompt);
      keeps(resumable(session).string("native_id").orElseThrow(), prompt);
      oneWriter(session);
    }
  }
}
