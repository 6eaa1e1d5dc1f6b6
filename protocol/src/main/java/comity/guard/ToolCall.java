package comity.guard;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a provider is about to use, as its hook tells it.
 *
 * @param folder the working folder, where the provider tells it
 * @param session the provider's own id of its session
 * @param arguments of the tool
 */
public record ToolCall(
    Provider provider,
    Optional<String> folder,
    Optional<String> session,
    String tool,
    JsonObject arguments) {

  /** What came of reading what the hook was given. */
  public sealed interface Reading {
    /** It is the use of a tool. */
    record Read(ToolCall call) implements Reading {}

    /**
     * It is not, or none that is understood; {@code why} is for a person.
     *
     * @param provider where that at least is known
     */
    record Malformed(Optional<Provider> provider, String why) implements Reading {}
  }

  /**
   * Reads what a hook was given.
   *
   * @param told the provider, where whoever configured the hook told it
   */
  public static Reading read(byte[] input, Optional<Provider> told) {
    if (!(Json.read(input) instanceof JsonReading.Read(JsonObject payload))) {
      return new Reading.Malformed(told, "The hook was given no JSON object");
    }
    Provider provider = told.orElseGet(() -> provider(payload));
    return switch (provider) {
      case COPILOT -> copilot(payload);
      case CURSOR -> cursor(payload);
      case OPENCODE ->
          call(provider, payload, "tool", payload.get("args"), payload.string("sessionID"));
      case PI ->
          call(provider, payload, "toolName", payload.get("input"), payload.string("sessionId"));
      case CLAUDE, CODEX, GEMINI, QWEN ->
          call(provider, payload, "tool_name", payload.get("tool_input"), session(payload));
    };
  }

  private static Optional<String> session(JsonObject payload) {
    return payload.string("session_id");
  }

  /** Each provider's payload has something that the others' have not. */
  private static Provider provider(JsonObject payload) {
    String event = payload.string("hook_event_name").orElse("");
    if (payload.get("cursor_version") != null
        || event.startsWith("before")
        || event.equals("preToolUse")) {
      return Provider.CURSOR;
    }
    if (payload.get("toolArgs") != null || payload.get("toolName") != null) {
      return payload.get("input") != null ? Provider.PI : Provider.COPILOT;
    }
    if (payload.get("tool") != null && payload.get("args") != null) {
      return Provider.OPENCODE;
    }
    if (event.equals("BeforeTool")) {
      return Provider.GEMINI;
    }
    if (payload.get("turn_id") != null) {
      return Provider.CODEX;
    }
    // Qwen's answer is the same as Claude Code's.
    return Provider.CLAUDE;
  }

  /** Its events in Pascal case have the fields of Claude Code. */
  private static Reading copilot(JsonObject payload) {
    return payload.get("tool_name") == null
        ? call(
            Provider.COPILOT,
            payload,
            "toolName",
            payload.get("toolArgs"),
            payload.string("sessionId"))
        : call(Provider.COPILOT, payload, "tool_name", payload.get("tool_input"), session(payload));
  }

  private static Reading cursor(JsonObject payload) {
    Optional<String> session = payload.string("conversation_id");
    return switch (payload.string("hook_event_name").orElse("")) {
      case "beforeShellExecution" ->
          new Reading.Read(
              new ToolCall(Provider.CURSOR, folder(payload), session, "shell", payload));
      case "beforeReadFile", "beforeTabFileRead" ->
          new Reading.Read(
              new ToolCall(Provider.CURSOR, folder(payload), session, "read_file", payload));
      default -> call(Provider.CURSOR, payload, "tool_name", payload.get("tool_input"), session);
    };
  }

  private static Optional<String> folder(JsonObject payload) {
    return payload
        .string("cwd")
        .filter(text -> !text.isEmpty())
        .or(() -> payload.string("directory"))
        .or(() ->
            payload.get("workspace_roots") instanceof JsonArray roots
                    && !roots.elements().isEmpty()
                    && roots.elements().getFirst() instanceof JsonString(String first)
                ? Optional.of(first)
                : Optional.empty());
  }

  private static Reading call(
      Provider provider,
      JsonObject payload,
      String nameOfTool,
      @Nullable JsonValue given,
      Optional<String> session) {
    Optional<String> tool = payload.string(nameOfTool).filter(name -> !name.isBlank());
    if (tool.isEmpty()) {
      return new Reading.Malformed(
          Optional.of(provider), "The hook was not told which tool is used");
    }
    Optional<JsonObject> arguments = arguments(given);
    return arguments.isEmpty()
        ? new Reading.Malformed(Optional.of(provider), "The tool's arguments are no JSON object")
        : new Reading.Read(
            new ToolCall(provider, folder(payload), session, tool.get(), arguments.get()));
  }

  /** Some give them as text; a patch may be given as it is. */
  private static Optional<JsonObject> arguments(@Nullable JsonValue given) {
    return switch (given) {
      case null -> Optional.of(JsonObject.empty());
      case JsonObject object -> Optional.of(object);
      case JsonString(String text)
          when Json.read(text) instanceof JsonReading.Read(JsonObject object) ->
          Optional.of(object);
      case JsonString(String text) -> Optional.of(JsonObject.empty().with("input", text));
      default -> Optional.empty();
    };
  }
}
