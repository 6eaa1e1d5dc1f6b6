package comity.sessions;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The hooks of a provider in the form in which its program takes them with its start (SES-26). */
public final class LaunchHooks {
  private static final Pattern CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private LaunchHooks() {}

  /** The command of the hook of one event. */
  public static String command(Provider provider, String launcher, String event) {
    return HookCommand.of(
        launcher,
        provider.name(),
        provider.hooks().namesEvent() ? Optional.of(event) : Optional.empty());
  }

  /** Settings of Claude Code, as JSON on one line. */
  static String settings(Provider provider, String launcher) {
    JsonObject events = JsonObject.empty();
    for (Map.Entry<String, String> each : provider.hooks().events().entrySet()) {
      JsonObject hook =
          JsonObject.empty()
              .with("type", "command")
              .with("command", command(provider, launcher, each.getValue()))
              .with("timeout", HookCommand.PATIENCE_SECONDS);
      events =
          events.with(
              each.getKey(),
              JsonArray.of(List.of(JsonObject.empty().with("hooks", JsonArray.of(List.of(hook))))));
    }
    return Json.text(JsonObject.empty().with("hooks", events));
  }

  /** The value of Codex's {@code -c}: the hooks, and that they are trusted. */
  static String override(Provider provider, String launcher) {
    Map<String, String> events = provider.hooks().events();
    String hooks =
        events.entrySet().stream()
            .map(each ->
                "%s=[{hooks=[{type=\"command\",command=%s,timeout=%d}]}]"
                    .formatted(
                        each.getKey(),
                        toml(command(provider, launcher, each.getValue())),
                        HookCommand.PATIENCE_SECONDS))
            .collect(Collectors.joining(","));
    String trust =
        events.entrySet().stream()
            .map(each ->
                "\"/<session-flags>/config.toml:%s:0:0\"={trusted_hash=\"%s\"}"
                    .formatted(
                        snake(each.getKey()),
                        trustHash(each.getKey(), command(provider, launcher, each.getValue()))))
            .collect(Collectors.joining(","));
    return "hooks={" + hooks + ",state={" + trust + "}}";
  }

  /**
   * What Codex keeps of a hook that its person trusts: it runs no other (0.171.0).
   *
   * @param event its name, {@code SessionStart}
   */
  public static String trustHash(String event, String command) {
    JsonObject hook =
        JsonObject.empty()
            .with("async", false)
            .with("command", command)
            .with("timeout", HookCommand.PATIENCE_SECONDS)
            .with("type", "command");
    byte[] identity =
        Json.canonical(
            JsonObject.empty()
                .with("event_name", snake(event))
                .with("hooks", JsonArray.of(List.of(hook))));
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(identity));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /** Codex's key of an event: {@code session_start}. */
  public static String snake(String event) {
    return CAPITAL.matcher(event).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  /** A basic string of TOML; a command of ours has no control characters but perhaps in a path. */
  private static String toml(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7F) {
        out.append("\\u%04X".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
