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

  /** What memory does about it (MEM-16). */
  public enum Effect {
    /** What was said since is kept for a flush. */
    KEPT,
    /** The memory that is open is flushed; the context stays, and with it what was spent of it. */
    FLUSHED,
    /** All that was open in the session is flushed; the context goes, so it may be read anew. */
    FLUSHED_ANEW,
    /** All that was open in the session is flushed, and nothing is open any more. */
    FLUSHED_CLOSED,
    NOTHING
  }

  /** What memory does about it. */
  public Effect effect() {
    return switch (kind) {
      case COMPACTING -> Effect.FLUSHED_ANEW;
      case ENDED -> Effect.FLUSHED_CLOSED;
      case PROMPT -> isRemem() ? Effect.FLUSHED : Effect.KEPT;
      case ANSWERED -> Effect.KEPT;
      case OTHER -> Effect.NOTHING;
    };
  }

  /** Whether the person asks for a flush. */
  public boolean isRemem() {
    return kind == Kind.PROMPT && Remem.isAsked(prompt);
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
