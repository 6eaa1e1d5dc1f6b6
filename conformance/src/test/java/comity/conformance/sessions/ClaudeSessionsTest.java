package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claude Code in sessions, and what may go on beside it. */
final class ClaudeSessionsTest extends GuardedJourneys {
  @Override
  RealAgent agent() {
    return new ClaudeAgent();
  }

  @Test
  @Tag("SES-4")
  void theIdIsTheOneThatAHookOfThePersonsOwnHears() throws IOException, InterruptedException {
    String session = ground().begin();
    try (Terminal terminal = ready(session)) {
      turn(terminal, "heard " + word());
      JsonObject shown = ground().shown(session);
      String heard =
          Files.readAllLines(ClaudeAgent.heard(ground().place())).stream()
              .filter(line -> !line.isBlank())
              .toList()
              .getLast();
      assertThat(shown.string("native_id")).isEqualTo(AgentGround.read(heard).string("session_id"));
      assertThat(shown.string("native_id")).isPresent();
    }
  }

  @Test
  @Tag("SES-5")
  void anAgentThatAShellRunsDoesNotMakeItsSessionIts() throws IOException, InterruptedException {
    assertThat(ground().comity("hooks", "setup", "claude").code()).isZero();
    String session = AgentGround.begun(ground().comity("run", "--detach", "--json", "--", "bash"));
    try (Terminal terminal = ground().attach(session)) {
      String prompt = word();
      terminal.enter("claude -p " + prompt);
      ground()
          .eventually(
              "it asks its model",
              () -> ground().asked().stream().anyMatch(each -> each.contains(prompt)));
      terminal.until("it answers", text -> text.contains("answer-"));
      JsonObject shown = ground().shown(session);
      assertThat(shown.string("provider")).contains("custom");
      assertThat(shown.string("native_id")).isEmpty();
    } finally {
      assertThat(ground().comity("hooks", "remove", "claude").code()).isZero();
    }
  }
}
