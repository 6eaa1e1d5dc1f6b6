package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Session.NativeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("SES-27")
final class WritersTest {
  private static Provider provider(String name) {
    return new Provider(
        name,
        name,
        List.of(name),
        new Provider.Start(List.of(), true, List.of(), Map.of()),
        new Provider.Resume(
            List.of("threads", "continue", Provider.PLACEHOLDER), List.of(), List.of()),
        new Provider.Options(
            Set.of(), Set.of(), Set.of(), Set.of("--resume", "-r", "resume"), Set.of(), false),
        new Provider.Hooks(HooksByLaunch.NONE, Map.of(), false, Set.of(), Optional.empty()),
        Fallback.NONE);
  }

  private static Session session(String id, String provider, Optional<String> conversation) {
    return session(id, provider, conversation, CommandForm.of(List.of(provider, "-v")));
  }

  private static Session session(
      String id, String provider, Optional<String> conversation, CommandForm command) {
    return new Session(
        id,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        provider,
        "/",
        command,
        Optional.empty(),
        Session.State.OPEN,
        conversation.map(own -> new NativeId(own, NativeId.Standing.CONFIRMED, Optional.empty())),
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void theConversationOfAnotherSessionIsNotTakenUp() {
    Session one = session("aaaaaa", "claude", Optional.of("c-1"));
    Session same = session("bbbbbb", "claude", Optional.of("c-1"));
    assertThat(Writers.other(one, provider("claude"), List.of(one, same))).contains(same);
    assertThat(Writers.other(one, provider("claude"), List.of(one))).as("itself").isEmpty();
    assertThat(
            Writers.other(
                one, provider("claude"), List.of(session("bbbbbb", "codex", Optional.of("c-1")))))
        .as("an id is its provider's")
        .isEmpty();
    assertThat(
            Writers.other(
                one, provider("claude"), List.of(session("bbbbbb", "claude", Optional.of("c-2")))))
        .isEmpty();
    Session unknown = session("cccccc", "claude", Optional.empty());
    assertThat(
            Writers.other(
                unknown,
                provider("claude"),
                List.of(session("dddddd", "claude", Optional.empty()))))
        .as("what is not known is not the same")
        .isEmpty();
  }

  @Test
  void aCommandThatNamesAnOpenConversationIsSeen() {
    Session open = session("aaaaaa", "claude", Optional.of("c-1"));
    CommandForm resumes = CommandForm.of(List.of("claude", "--resume", "c-1"));
    assertThat(Writers.chosen(resumes, provider("claude"), List.of(open))).contains(open);
    assertThat(Writers.chosen(resumes, provider("codex"), List.of(open))).isEmpty();
    assertThat(
            Writers.chosen(
                CommandForm.of(List.of("claude", "hi")), provider("claude"), List.of(open)))
        .isEmpty();
  }

  /** Before its first hook was called, only its command tells. */
  @ParameterizedTest
  @CsvSource({
    "claude --resume conv-two",
    "claude --model opus --resume=conv-two hello",
    "claude -r 'conv-two'",
    "claude resume conv-two",
    "claude threads continue conv-two",
  })
  void aConversationThatOnlyACommandNamesIsSeen(String line) {
    CommandForm command = CommandForm.of(List.of(line));
    Session starts = session("aaaaaa", "claude", Optional.empty(), command);
    Session ended = session("bbbbbb", "claude", Optional.of("conv-two"));
    assertThat(Writers.other(ended, provider("claude"), List.of(starts))).contains(starts);
    assertThat(Writers.chosen(command, provider("claude"), List.of(starts))).contains(starts);
    Session another = session("cccccc", "claude", Optional.of("conv-three"), command);
    assertThat(Writers.other(ended, provider("claude"), List.of(another)))
        .as("it has told another since")
        .isEmpty();
  }

  @Test
  void wordsThatNameNoConversationAreNone() {
    Session one =
        session("aaaaaa", "claude", Optional.empty(), CommandForm.of(List.of("claude hi")));
    assertThat(
            Writers.chosen(
                CommandForm.of(List.of("claude", "hi")), provider("claude"), List.of(one)))
        .isEmpty();
  }
}
