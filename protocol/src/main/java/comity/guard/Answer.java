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

  /**
   * It may not be. Where the exit code alone says so, nothing that a person's shell prints as it
   * starts can spoil the answer.
   */
  public static Answer denied(Provider provider, Verdict.Refused verdict) {
    return no(provider, text(verdict));
  }

  private static Answer no(Provider provider, String why) {
    return switch (provider) {
      case CLAUDE, CODEX, QWEN -> new Answer("", why, BLOCKED);
      // Reads standard output where there is any, and else the other.
      case GEMINI -> new Answer(why, "", BLOCKED);
      case CURSOR ->
          new Answer(
              Json.text(
                  JsonObject.empty()
                      .with("permission", "deny")
                      .with("user_message", why)
                      .with("agent_message", why)),
              why,
              BLOCKED);
      // Goes on whatever the exit code, unless it reads a denial.
      case COPILOT ->
          new Answer(
              Json.text(
                  JsonObject.empty()
                      .with("permissionDecision", "deny")
                      .with("permissionDecisionReason", why)),
              "",
              0);
      case OPENCODE, PI ->
          new Answer(Json.text(JsonObject.empty().with("block", true).with("reason", why)), "", 0);
    };
  }

  /**
   * It can't be told whether it may be, so it may not.
   *
   * @param provider empty where not even that is known
   */
  public static Answer failed(Optional<Provider> provider, String why) {
    String text = "[" + FAILED + "] " + why + ". The guard denies what it can't judge.";
    return switch (provider.orElse(Provider.CLAUDE)) {
      case COPILOT -> new Answer(no(Provider.COPILOT, text).out(), text, 0);
      case GEMINI -> no(Provider.GEMINI, text);
      case CLAUDE, CODEX, QWEN, CURSOR, OPENCODE, PI -> new Answer("", text, BLOCKED);
    };
  }

  /** The rule in brackets, why, and what to do instead. */
  private static String text(Verdict.Refused verdict) {
    return "[" + verdict.rule() + "] " + verdict.reason() + ". " + verdict.instead() + ".";
  }
}
