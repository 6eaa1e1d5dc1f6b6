package comity.sessions;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a provider's hook tells of (SES-9). */
public enum HookEvent {
  /** A conversation begins, goes on, or takes the place of another. */
  STARTED(Activity.Hook.STARTED),
  /** A person asked for something. */
  PROMPTED(Activity.Hook.PROMPTED),
  /** A tool is about to be used, or was. */
  TOOL(Activity.Hook.TOOL),
  /** The agent asks whether it may. */
  PERMISSION(Activity.Hook.PERMISSION),
  /** The agent wants to be looked at. */
  NOTIFICATION(Activity.Hook.NOTIFIED),
  /** The context is about to be made shorter; nothing tells when that is over. */
  COMPACTING(null),
  /** The turn has ended. */
  STOPPED(Activity.Hook.STOPPED),
  /** The conversation is over; the agent may begin another. */
  ENDED(null);

  private final Activity.@Nullable Hook activity;

  HookEvent(Activity.@Nullable Hook activity) {
    this.activity = activity;
  }

  /** What it says of the agent's activity; empty where it says nothing. */
  public Optional<Activity.Hook> activity() {
    return Optional.ofNullable(activity);
  }

  /** Whether there is a turn in the conversation then, so that it can be resumed (SES-17). */
  boolean isOfTurn() {
    return switch (this) {
      case PROMPTED, TOOL, STOPPED -> true;
      case STARTED, PERMISSION, NOTIFICATION, COMPACTING, ENDED -> false;
    };
  }

  /** As a report has it. */
  public String word() {
    return switch (this) {
      case STARTED -> "started";
      case PROMPTED -> "prompted";
      case TOOL -> "tool";
      case PERMISSION -> "permission";
      case NOTIFICATION -> "notification";
      case COMPACTING -> "compacting";
      case STOPPED -> "stopped";
      case ENDED -> "ended";
    };
  }

  /** The one of that word. */
  static Optional<HookEvent> of(String word) {
    return switch (word) {
      case "started" -> Optional.of(STARTED);
      case "prompted" -> Optional.of(PROMPTED);
      case "tool" -> Optional.of(TOOL);
      case "permission" -> Optional.of(PERMISSION);
      case "notification" -> Optional.of(NOTIFICATION);
      case "compacting" -> Optional.of(COMPACTING);
      case "stopped" -> Optional.of(STOPPED);
      case "ended" -> Optional.of(ENDED);
      default -> Optional.empty();
    };
  }

  /**
   * What providers call it: Claude Code, Codex and Qwen {@code SessionStart}, Gemini {@code
   * BeforeAgent}, Copilot and Cursor {@code sessionStart}, OpenCode {@code session.created}.
   *
   * @return empty for what tells nothing that matters here, such as a sub-agent's end
   */
  static Optional<HookEvent> named(String name) {
    String plain = name.replace(".", "").replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    return Optional.ofNullable(
        switch (plain) {
          case "sessionstart", "sessionstarted", "sessioncreated" -> STARTED;
          case "userpromptsubmit", "userpromptsubmitted", "beforeagent", "beforesubmitprompt" ->
              PROMPTED;
          case "pretooluse",
              "posttooluse",
              "posttoolusefailure",
              "beforetool",
              "aftertool",
              "toolexecutebefore",
              "toolexecuteafter",
              "beforeshellexecution",
              "aftershellexecution",
              "beforemcpexecution",
              "aftermcpexecution",
              "beforereadfile",
              "afterfileedit" ->
              TOOL;
          case "permissionrequest", "permissionasked" -> PERMISSION;
          case "notification" -> NOTIFICATION;
          case "precompact", "precompress" -> COMPACTING;
          case "stop", "afteragent", "agentstop", "sessionidle" -> STOPPED;
          case "sessionend" -> ENDED;
          default -> null;
        });
  }
}
