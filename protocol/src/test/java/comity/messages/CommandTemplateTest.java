package comity.messages;

import static comity.messages.CommandTemplate.Placeholder.CONVERSATION_ID;
import static comity.messages.CommandTemplate.Placeholder.PROMPT_FILE;
import static comity.messages.CommandTemplate.Placeholder.RUN_DIR;
import static comity.messages.CommandTemplate.Placeholder.SESSION_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.messages.CommandTemplate.Filling;
import comity.messages.CommandTemplate.Placeholder;
import comity.messages.CommandTemplate.Reading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTemplateTest {

  private static final Map<Placeholder, String> VALUES =
      Map.of(
          SESSION_ID, "s-1",
          PROMPT_FILE, "/run/a b/prompt.txt",
          RUN_DIR, "/run/a b",
          CONVERSATION_ID, "c-1");

  @Test
  void fillsWholeWordsAndPartsOfWords() {
    CommandTemplate template =
        accepted("claude", "-p", "--resume", "{session_id}", "--in={prompt_file}:{run_dir}", "");
    assertThat(filled(template, VALUES))
        .containsExactly(
            "claude", "-p", "--resume", "s-1", "--in=/run/a b/prompt.txt:/run/a b", "");
  }

  @Test
  void whatIsPutInIsNotLookedAtAgain() {
    String evil = "{run_dir} $0 \\1 $(id) ; \"'*";
    assertThat(
            filled(
                accepted("p", "a{session_id}b{conversation_id}"),
                Map.of(SESSION_ID, evil, CONVERSATION_ID, "c")))
        .containsExactly("p", "a" + evil + "bc");
  }

  @Test
  void otherBracesAreLeftAlone() {
    String[] words = {
      "jq", "{}", "{\"a\": {\"b\": 1}}", "{a,b}", "{ session_id }", "{1}", "${x", "{{.N}}"
    };
    assertThat(filled(accepted(words), Map.of())).containsExactly(words);
  }

  @Test
  void refusesAnUnknownPlaceholderByName() {
    assertThat(CommandTemplate.read(List.of("claude", "-p", "--resume={sesion_id}")))
        .isEqualTo(
            new Reading.Refused(
                2,
                "{sesion_id} is no placeholder; there are {session_id}, {prompt_file}, {run_dir},"
                    + " {conversation_id}"));
    assertThat(CommandTemplate.read(List.of("x", "{SESSION_ID}")))
        .isInstanceOf(Reading.Refused.class);
  }

  @Test
  void refusesWhatNamesNoProgram() {
    assertThat(CommandTemplate.read(List.of()))
        .isEqualTo(new Reading.Refused(0, "no program is named"));
    assertThat(CommandTemplate.read(List.of(" ", "x")))
        .isEqualTo(new Reading.Refused(0, "no program is named"));
    assertThat(CommandTemplate.read(List.of("{run_dir}/tool")))
        .isEqualTo(new Reading.Refused(0, "the program itself cannot be a placeholder: {run_dir}"));
    assertThat(CommandTemplate.read(List.of("x", "a\0b")))
        .isEqualTo(new Reading.Refused(1, "a word has a NUL character in it"));
    assertThatThrownBy(() -> new CommandTemplate(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesAValueThatIsMissingOrWouldActAsSomethingElse() {
    CommandTemplate template = accepted("claude", "--resume", "{session_id}");
    assertThat(template.fill(Map.of(RUN_DIR, "/run")))
        .isEqualTo(new Filling.Refused("the value of {session_id} is not known"));
    assertThat(template.fill(Map.of(SESSION_ID, "--dangerously-skip-permissions")))
        .isEqualTo(
            new Filling.Refused(
                "the value of {session_id} begins with a dash and would be taken as an option"));
    assertThat(template.fill(Map.of(SESSION_ID, "a\u001bb")))
        .isEqualTo(new Filling.Refused("the value of {session_id} has a control character in it"));
    assertThat(filled(accepted("claude", "--resume={session_id}"), Map.of(SESSION_ID, "-x")))
        .containsExactly("claude", "--resume=-x");
  }

  @Test
  void tellsWhatItUses() {
    CommandTemplate template = accepted("claude", "--session-id={session_id}");
    assertThat(template.uses(SESSION_ID)).isTrue();
    assertThat(template.uses(RUN_DIR)).isFalse();
  }

  private static CommandTemplate accepted(String... words) {
    return switch (CommandTemplate.read(List.of(words))) {
      case Reading.Accepted(CommandTemplate template) -> template;
      case Reading.Refused refused -> throw new AssertionError(refused);
    };
  }

  private static List<String> filled(CommandTemplate template, Map<Placeholder, String> values) {
    return switch (template.fill(values)) {
      case Filling.Filled(List<String> argv) -> argv;
      case Filling.Refused refused -> throw new AssertionError(refused);
    };
  }
}
