package comity.memory;

import comity.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Codex: a line is {@code {"timestamp","type","payload"}}; what was said is a {@code response_item}
 * whose payload is a message. Older files have the payload alone in a line. What {@code event_msg}
 * says again is passed over.
 */
final class CodexForm extends TranscriptForm {
  /** What the program gives the model in the user's name. */
  private static final Pattern NOT_TYPED =
      Pattern.compile(
          "\\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|collaboration_mode"
              + "|skills_instructions|apps_instructions|plugins_instructions|INSTRUCTIONS|user_shell_command)\\b"
              + "|# AGENTS\\.md instructions).*",
          Pattern.DOTALL);

  @Override
  void line(String line, int number, Consumer<Turn> turns) {
    object(line).ifPresent(object -> read(object, number, turns));
  }

  private void read(JsonObject line, int number, Consumer<Turn> turns) {
    String type = line.string("type").orElse("");
    Optional<JsonObject> payload = line.object("payload");
    if (type.equals("session_meta")) {
      inSession(payload.flatMap(meta -> meta.string("id")));
      return;
    }
    if (type.isEmpty() && line.get("instructions") != null) {
      inSession(line.string("id"));
      return;
    }
    JsonObject item = payload.orElse(line);
    if (payload.isPresent() && !type.equals("response_item")) {
      return;
    }
    String id = item.string("id").orElse("line-" + number);
    switch (item.string("type").orElse("")) {
      case "message" -> message(item, id, line, turns);
      case "function_call_output", "custom_tool_call_output", "local_shell_call_output" -> {
        String output = output(item);
        if (!output.isBlank()) {
          turns.accept(new Turn(id, Turn.Role.TOOL, time(line), output));
        }
      }
      default -> {
        // Calls, thoughts and what is not known here.
      }
    }
  }

  private static void message(JsonObject item, String id, JsonObject line, Consumer<Turn> turns) {
    String text = text(item.get("content"), List.of("input_text", "output_text", "text"));
    String role = item.string("role").orElse("");
    if (text.isBlank()) {
      return;
    }
    if (role.equals("assistant")) {
      turns.accept(new Turn(id, Turn.Role.ASSISTANT, time(line), text.strip()));
    } else if (role.equals("user") && !NOT_TYPED.matcher(text).matches()) {
      turns.accept(new Turn(id, Turn.Role.USER, time(line), text.strip()));
    }
  }

  private static String output(JsonObject item) {
    return item.object("output")
        .map(output -> text(output.get("content"), List.of("text", "input_text", "output_text")))
        .orElseGet(() -> text(item.get("output"), List.of("text", "input_text", "output_text")));
  }
}
