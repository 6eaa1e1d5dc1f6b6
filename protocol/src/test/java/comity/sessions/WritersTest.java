package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Session.NativeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SES-27")
final class WritersTest {
  private static Session session(String id, String provider, Optional<String> conversation) {
    return new Session(
        id,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        provider,
        "/",
        CommandForm.of(List.of(provider, "-v")),
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
    assertThat(Writers.other(one, List.of(one, same))).contains(same);
    assertThat(Writers.other(one, List.of(one))).as("itself").isEmpty();
    assertThat(Writers.other(one, List.of(session("bbbbbb", "codex", Optional.of("c-1")))))
        .as("an id is its provider's")
        .isEmpty();
    assertThat(Writers.other(one, List.of(session("bbbbbb", "claude", Optional.of("c-2")))))
        .isEmpty();
    Session unknown = session("cccccc", "claude", Optional.empty());
    assertThat(Writers.other(unknown, List.of(session("dddddd", "claude", Optional.empty()))))
        .as("what is not known is not the same")
        .isEmpty();
  }

  @Test
  void aCommandThatNamesAnOpenConversationIsSeen() {
    Session open = session("aaaaaa", "claude", Optional.of("c-1"));
    CommandForm resumes = CommandForm.of(List.of("claude", "--resume", "c-1"));
    assertThat(Writers.chosen(resumes, "claude", List.of(open))).contains(open);
    assertThat(Writers.chosen(resumes, "codex", List.of(open))).isEmpty();
    assertThat(Writers.chosen(CommandForm.of(List.of("claude", "hi")), "claude", List.of(open)))
        .isEmpty();
  }
}
