package comity.sessions;

import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.Optional;
import java.util.Set;

/**
 * What a hook was given on its standard input: an event of the Muster agent protocol (SES-3), or
 * what a provider itself says to its hooks (SES-4).
 */
public sealed interface CaptureEvent {
  /**
   * Of the input: what a provider says of one event is short, but may hold what a tool answered.
   */
  int MAX_BYTES = 1 << 20;

  /** The provider of agents that are none of those below. */
  String CUSTOM = "custom";

  /** Whose own payloads are known. */
  Set<String> BUILT_IN =
      Set.of(
          "claude",
          "codex",
          "gemini",
          "qwen",
          "opencode",
          "copilot",
          "cursor",
          "pi",
          "amp",
          "kimi");

  /**
   * It tells of a session.
   *
   * @param nativeId the provider's id of the conversation; fit to be an argument of a command
   * @param transcript the path of the conversation's record, where it is told
   */
  record Told(HookEvent event, String nativeId, Optional<String> transcript)
      implements CaptureEvent {}

  /** It is in order, and nothing is to be kept of it. */
  record Ignored() implements CaptureEvent {}

  /**
   * It is not in order.
   *
   * @param why in one line, without what was given
   */
  record Refused(String why) implements CaptureEvent {}

  /**
   * Reads one.
   *
   * @param input at most one byte longer than {@link #MAX_BYTES}
   * @param provider its word
   * @param event what the provider calls the event, where its payload has no name for it
   */
  static CaptureEvent read(byte[] input, String provider, Optional<String> event) {
    if (input.length > MAX_BYTES) {
      return new Refused("the input is longer than " + (MAX_BYTES >> 20) + " MiB");
    }
    return switch (Json.read(input)) {
      case JsonReading.Malformed(String why, long offset) ->
          new Refused("the input is no JSON: " + why + " at byte " + offset);
      case JsonReading.Read(JsonObject json) ->
          json.get("version") == null ? ofProvider(json, provider, event) : versioned(json);
      case JsonReading.Read(JsonValue other) ->
          new Refused("the input is no JSON object but " + other.kind());
    };
  }

  private static CaptureEvent versioned(JsonObject json) {
    if (!(json.get("version") instanceof JsonNumber number) || number.asLong().orElse(0) != 1) {
      return new Refused("the event's version is not 1, the only one that is known");
    }
    if (!json.string("event").equals(Optional.of("session_started"))) {
      return new Refused("the event is not session_started, the only one of version 1");
    }
    return told(HookEvent.STARTED, json, "session_id");
  }

  private static CaptureEvent ofProvider(JsonObject json, String provider, Optional<String> event) {
    if (!BUILT_IN.contains(provider)) {
      return new Refused("the event has no version, which provider " + provider + " must give");
    }
    Optional<String> name =
        json.string("hook_event_name")
            .or(() -> json.string("event"))
            .or(() -> event)
            .filter(text -> !text.isBlank());
    Optional<HookEvent> happened =
        name.isEmpty() ? Optional.of(HookEvent.STARTED) : HookEvent.named(name.get());
    if (happened.isEmpty()) {
      return new Ignored();
    }
    return told(
        happened.get() == HookEvent.NOTIFICATION && isPermission(json)
            ? HookEvent.PERMISSION
            : happened.get(),
        json,
        idName(json));
  }

  private static String idName(JsonObject json) {
    for (String name : new String[] {"session_id", "sessionId", "sessionID"}) {
      if (json.get(name) != null) {
        return name;
      }
    }
    // Cursor's.
    return json.get("conversation_id") == null ? "session_id" : "conversation_id";
  }

  /** Claude Code and Gemini tell by a notification, too, that they ask whether they may. */
  private static boolean isPermission(JsonObject json) {
    return json.string("notification_type")
        .filter(type -> type.equals("permission_prompt") || type.equals("ToolPermission"))
        .isPresent();
  }

  private static CaptureEvent told(HookEvent event, JsonObject json, String name) {
    if (!(json.get(name) instanceof JsonString(String id))) {
      return new Refused(name + " is missing or no string");
    }
    Optional<String> flaw = CaptureWords.idFlaw(id);
    if (flaw.isPresent()) {
      return new Refused(flaw.get());
    }
    Optional<String> transcript =
        json.string("transcript_path")
            .or(() -> json.string("transcriptPath"))
            .filter(path -> CaptureWords.flaw("", path, HookReport.MAX_PATH).isEmpty());
    return new Told(event, id, transcript);
  }
}
