package comity.sessions;

import comity.json.FlatObject;
import comity.json.JsonNumber;
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
    FlatObject.Reading reading = FlatObject.read(input);
    // No pattern switch: the JVM takes longer to make one than to do all the rest.
    if (reading instanceof FlatObject.Reading.Malformed(String reason)) {
      return new Refused("the input is no JSON object: " + reason);
    }
    FlatObject json = ((FlatObject.Reading.Read) reading).object();
    return json.has("version") ? versioned(json) : ofProvider(json, provider, event);
  }

  private static CaptureEvent versioned(FlatObject json) {
    if (!json.number("version").map(CaptureEvent::isOne).orElse(false)) {
      return new Refused("the event's version is not 1, the only one that is known");
    }
    if (!json.string("event").equals(Optional.of("session_started"))) {
      return new Refused("the event is not session_started, the only one of version 1");
    }
    return told(HookEvent.STARTED, json, "session_id");
  }

  private static boolean isOne(JsonNumber version) {
    return version.digits().equals("1") || version.asLong().orElse(0) == 1;
  }

  private static CaptureEvent ofProvider(FlatObject json, String provider, Optional<String> event) {
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

  private static String idName(FlatObject json) {
    for (String name : new String[] {"session_id", "sessionId", "sessionID"}) {
      if (json.has(name)) {
        return name;
      }
    }
    // Cursor's.
    return json.has("conversation_id") ? "conversation_id" : "session_id";
  }

  /** Claude Code and Gemini tell by a notification, too, that they ask whether they may. */
  private static boolean isPermission(FlatObject json) {
    return json.string("notification_type")
        .filter(type -> type.equals("permission_prompt") || type.equals("ToolPermission"))
        .isPresent();
  }

  private static CaptureEvent told(HookEvent event, FlatObject json, String name) {
    Optional<String> id = json.string(name);
    if (id.isEmpty()) {
      return new Refused(name + " is missing or no string");
    }
    Optional<String> flaw = CaptureWords.idFlaw(id.get());
    if (flaw.isPresent()) {
      return new Refused(flaw.get());
    }
    Optional<String> transcript =
        json.string("transcript_path")
            .or(() -> json.string("transcriptPath"))
            .filter(path -> CaptureWords.flaw("", path, HookReport.MAX_PATH).isEmpty());
    return new Told(event, id.get(), transcript);
  }
}
