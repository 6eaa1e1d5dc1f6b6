package comity.sessionfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Provider;
import comity.sessions.Resuming;
import comity.sessions.Resuming.Conversation;
import comity.sessions.Resuming.Step;
import comity.sessions.Resuming.Tried;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ladder by which a session comes back. */
final class ResumingTest {
  private static Provider provider(String name) {
    return ProviderFiles.shipped().named(name).orElseThrow();
  }

  private static Conversation conversation(String word) {
    return switch (word) {
      case "unknown" -> new Conversation.Unknown();
      case "provisional" -> new Conversation.Provisional("U");
      case "confirmed" -> new Conversation.Confirmed("U");
      case "resumable" -> new Conversation.Resumable("U");
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static Set<Tried> tried(String word) {
    return switch (word) {
      case "nothing" -> EnumSet.noneOf(Tried.class);
      case "gone" -> EnumSet.of(Tried.RESUME_GONE);
      case "taken" -> EnumSet.of(Tried.ID_TAKEN);
      case "both" -> EnumSet.of(Tried.RESUME_GONE, Tried.ID_TAKEN);
      case "failed" -> EnumSet.of(Tried.FAILED);
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static String word(Step step) {
    return switch (step) {
      case Step.ByResume(String id) -> "resume " + id;
      case Step.Again(String id) -> "again " + id;
      case Step.New(String told) -> told.isBlank() ? "untold" : "new";
      case Step.Stopped(String reason, String todo) ->
          reason.isBlank() || todo.isBlank() ? "untold" : "stopped";
    };
  }

  @ParameterizedTest
  @CsvSource({
    "claude, unknown, nothing, stopped",
    "claude, provisional, nothing, again U",
    "claude, provisional, taken, resume U",
    "claude, provisional, both, new",
    "claude, provisional, failed, stopped",
    "claude, confirmed, nothing, resume U",
    "claude, confirmed, gone, again U",
    "claude, confirmed, both, new",
    "claude, confirmed, failed, stopped",
    "claude, resumable, nothing, resume U",
    "claude, resumable, gone, stopped",
    "claude, resumable, both, stopped",
    "pi, confirmed, nothing, resume U",
    "pi, confirmed, gone, again U",
    "pi, confirmed, both, new",
    "pi, resumable, both, stopped",
    "codex, unknown, nothing, stopped",
    "codex, confirmed, nothing, resume U",
    "codex, confirmed, gone, stopped",
    "codex, resumable, nothing, resume U",
    "custom, confirmed, nothing, stopped",
    "custom, resumable, nothing, stopped"
  })
  @Tag("SES-17")
  @Tag("SES-18")
  @Tag("SES-27")
  void eachStepFollowsFromWhatIsKnown(String name, String state, String tried, String step) {
    assertThat(word(Resuming.next(provider(name), false, conversation(state), tried(tried))))
        .isEqualTo(step);
  }

  @Test
  @Tag("SES-27")
  void aConversationWithATurnIsNeverReplaced() {
    for (Provider each : ProviderFiles.shipped().all()) {
      for (boolean template : new boolean[] {true, false}) {
        for (String tried : new String[] {"nothing", "gone", "taken", "both", "failed"}) {
          assertThat(Resuming.next(each, template, new Conversation.Resumable("U"), tried(tried)))
              .as("%s %s %s", each.name(), template, tried)
              .isNotInstanceOfAny(Step.New.class, Step.Again.class);
        }
      }
    }
  }

  @Test
  @Tag("SES-19")
  void aResumeCommandOfTheirOwnIsAWay() {
    assertThat(
            Resuming.next(
                provider("custom"), true, new Conversation.Confirmed("U"), tried("nothing")))
        .isEqualTo(new Step.ByResume("U"));
  }

  @Test
  @Tag("SES-27")
  void whatAnAgentSaysAtItsEndIsUnderstood() {
    Provider claude = provider("claude");
    Step resume = new Step.ByResume("U");
    assertThat(Resuming.heard(claude, resume, 1, "No conversation found with session ID: U"))
        .isEqualTo(Optional.of(Tried.RESUME_GONE));
    assertThat(
            Resuming.heard(
                claude, new Step.Again("U"), 1, "Error: Session ID U is already in use."))
        .isEqualTo(Optional.of(Tried.ID_TAKEN));
    assertThat(Resuming.heard(claude, resume, 1, "segmentation fault"))
        .isEqualTo(Optional.of(Tried.FAILED));
    assertThat(Resuming.heard(claude, resume, 0, "bye")).isEmpty();
    assertThat(Resuming.heard(claude, resume, 0, "> why: No conversation found?"))
        .as("its person left it")
        .isEmpty();
  }
}
