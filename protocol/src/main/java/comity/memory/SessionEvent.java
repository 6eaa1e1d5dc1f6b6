package comity.memory;

import comity.json.JsonObject;
import java.util.Optional;

/**
 * What a provider's hook tells of its session (MEM-16).
 *
 * @param session the provider's own id of it
 * @param transcript the path of its transcript
 * @param prompt what the person said, where that is the event; else empty
 */
public record SessionEvent(Kind kind, String session, Optional<String> transcript, String prompt) {
  /** What happened. */
  public enum Kind {
    /** The context is about to be compacted. */
    COMPACTING,
    /** The session is over. */
    ENDED,
    /** The person said something. */
    PROMPT,
    /** The agent has answered. */
    ANSWERED,
    /** Nothing that matters here. */
    OTHER
  }

  /** Reads what a hook was given; empty where it is no event. */
  public static Optional<SessionEvent> read(JsonObject payload) {
    return payload
        .string("hook_event_name")
        .map(name ->
            new SessionEvent(
                kind(name),
                payload.string("session_id").orElse(""),
                payload.string("transcript_path").filter(path -> !path.isBlank()),
                payload.string("prompt").orElse("")));
  }

  private static Kind kind(String name) {
    return switch (name) {
      case "PreCompact", "PreCompress" -> Kind.COMPACTING;
      case "SessionEnd" -> Kind.ENDED;
      case "UserPromptSubmit", "BeforeAgent" -> Kind.PROMPT;
      case "Stop", "AfterAgent" -> Kind.ANSWERED;
      default -> Kind.OTHER;
    };
  }

  /** Whose transcript it is, as its path tells. */
  public Optional<Transcript.Format> format() {
    return transcript.map(path -> {
      String name = path.substring(path.lastIndexOf('/') + 1);
      if (name.startsWith("rollout-")) {
        return Transcript.Format.CODEX;
      }
      return path.contains("/chats/") ? Transcript.Format.GEMINI : Transcript.Format.CLAUDE;
    });
  }
}
