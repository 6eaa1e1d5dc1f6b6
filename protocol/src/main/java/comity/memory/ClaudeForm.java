package comity.memory;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Claude Code: a line is an object with {@code type}, {@code uuid}, {@code timestamp} and a {@code
 * message} whose content is a text or blocks. Results of tools come as messages of the user.
 */
final class ClaudeForm extends TranscriptForm {
  /** What nobody said here: asides of the program, summaries of what was said before, subagents. */
  private static final Set<String> NOT_SAID =
      Set.of(
          "isMeta",
          "isSidechain",
          "isCompactSummary",
          "isVisibleInTranscriptOnly",
          "isApiErrorMessage");

  /** What the program puts into a message of the user, in tags. */
  private static final Pattern TAGGED =
      Pattern.compile(
          "<(?<tag>system-reminder|command-name|command-message|command-args|command-contents"
              + "|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout"
              + "|bash-stderr|task-notification|user-prompt-submit-hook|ide_[a-z_]+)>"
              + "(?s:.*?)(?:</\\k<tag>>|\\z)");

  @Override
  void line(String line, int number, Consumer<Turn> turns) {
    object(line).ifPresent(object -> read(object, number, turns));
  }

  private void read(JsonObject object, int number, Consumer<Turn> turns) {
    inSession(object.string("sessionId"));
    String type = object.string("type").orElse("");
    if (NOT_SAID.stream().anyMatch(flag -> is(object, flag))
        || !List.of("user", "assistant").contains(type)) {
      return;
    }
    JsonObject message = object.object("message").orElse(JsonObject.empty());
    String id = object.string("uuid").orElse("line-" + number);
    if (type.equals("user")) {
      String result = results(message.get("content"));
      if (!result.isBlank()) {
        turns.accept(new Turn(id, Turn.Role.TOOL, time(object), result));
      }
    }
    String text = TAGGED.matcher(text(message.get("content"), List.of("text"))).replaceAll("");
    if (!text.isBlank()) {
      Turn.Role role = type.equals("user") ? Turn.Role.USER : Turn.Role.ASSISTANT;
      turns.accept(new Turn(id, role, time(object), text.strip()));
    }
  }

  private static String results(@Nullable JsonValue content) {
    List<String> results = new ArrayList<>();
    if (content instanceof JsonArray blocks) {
      for (JsonValue block : blocks.elements()) {
        if (block instanceof JsonObject object
            && object.string("type").equals(Optional.of("tool_result"))) {
          results.add(text(object.get("content"), List.of("text")));
        }
      }
    }
    return String.join("\n", results).strip();
  }
}
