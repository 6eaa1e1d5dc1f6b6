package comity.guard;

import comity.json.Json;
import comity.json.JsonObject;
import comity.roles.Isolation.Verdict;
import java.util.Optional;

/**
 * What the hook says and with which exit code it ends.
 *
 * <p>Where nothing is against it the answer is empty: the provider goes on as it would without the
 * hook, and asks its user where it would ask. An answer that allows would skip that question.
 *
 * @param out for standard output; may be empty
 * @param error for standard error; may be empty
 * @param code 0, or 2 which providers take as a no
 */
public record Answer(String out, String error, int code) {
  /** The rule by which what can't be judged is refused. */
  public static final String FAILED = "guard-failed";

  private static final int BLOCKED = 2;

  /** Nothing is against it. */
  public static Answer allowed(Provider provider) {
    return provider == Provider.CURSOR
        ? new Answer(Json.text(JsonObject.empty().with("permission", "allow")), "", 0)
        : new Answer("", "", 0);
  }

  /** It may not be. */
  public static Answer denied(Provider provider, Verdict.Refused verdict) {
    return new Answer(Json.text(denial(provider, text(verdict))), "", 0);
  }

  /**
   * It can't be told whether it may be, so it may not. Most providers take exit code 2 for that,
   * whatever stands on standard output; Copilot goes on unless it reads a denial.
   *
   * @param provider empty where not even that is known
   */
  public static Answer failed(Optional<Provider> provider, String why) {
    String text = "[" + FAILED + "] " + why + ". The guard denies what it can't judge.";
    return provider
        .filter(each -> each == Provider.COPILOT)
        .map(each -> new Answer(Json.text(denial(each, text)), text, 0))
        .orElseGet(() -> new Answer("", text, BLOCKED));
  }

  /** The rule in brackets, why, and what to do instead. */
  private static String text(Verdict.Refused verdict) {
    return "[" + verdict.rule() + "] " + verdict.reason() + ". " + verdict.instead() + ".";
  }

  private static JsonObject denial(Provider provider, String reason) {
    JsonObject none = JsonObject.empty();
    return switch (provider) {
      case CLAUDE, CODEX, QWEN ->
          none.with(
              "hookSpecificOutput",
              none.with("hookEventName", "PreToolUse")
                  .with("permissionDecision", "deny")
                  .with("permissionDecisionReason", reason));
      case GEMINI -> none.with("decision", "deny").with("reason", reason);
      case COPILOT ->
          none.with("permissionDecision", "deny").with("permissionDecisionReason", reason);
      case CURSOR ->
          none.with("permission", "deny")
              .with("user_message", reason)
              .with("agent_message", reason);
      case OPENCODE, PI -> none.with("block", true).with("reason", reason);
    };
  }
}
