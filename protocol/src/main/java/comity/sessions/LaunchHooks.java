package comity.sessions;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The hooks of a provider in the form in which its program takes them with its start (SES-26). */
public final class LaunchHooks {
  private static final Pattern CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private LaunchHooks() {}

  /** Settings of Claude Code, as JSON on one line. */
  static String settings(Provider provider, String launcher, Set<HookDuty> duties) {
    JsonObject events = JsonObject.empty();
    for (Map.Entry<String, List<Hook>> each :
        byEvent(ProviderHooks.withStart(provider, launcher, duties)).entrySet()) {
      List<JsonObject> groups = new ArrayList<>();
      for (Hook hook : each.getValue()) {
        JsonObject entry =
            JsonObject.empty()
                .with("type", "command")
                .with("command", hook.command())
                .with("timeout", hook.duty().patience());
        // What can't be asked must not be taken for a yes.
        entry = hook.duty() == HookDuty.GUARD ? entry.with("onFailure", "block") : entry;
        groups.add(JsonObject.empty().with("hooks", JsonArray.of(List.of(entry))));
      }
      events = events.with(each.getKey(), JsonArray.of(groups));
    }
    return Json.text(JsonObject.empty().with("hooks", events));
  }

  private static Map<String, List<Hook>> byEvent(List<Hook> hooks) {
    return hooks.stream()
        .collect(Collectors.groupingBy(Hook::event, LinkedHashMap::new, Collectors.toList()));
  }

  /** The value of Codex's {@code -c}: the hooks, and that they are trusted. */
  static String override(Provider provider, String launcher, Set<HookDuty> duties) {
    List<String> hooks = new ArrayList<>();
    List<String> trust = new ArrayList<>();
    byEvent(ProviderHooks.withStart(provider, launcher, duties))
        .forEach((event, here) -> {
          List<String> groups = new ArrayList<>();
          for (Hook hook : here) {
            trust.add(
                "\"/<session-flags>/config.toml:%s:%d:0\"={trusted_hash=\"%s\"}"
                    .formatted(snake(event), groups.size(), trustHash(hook)));
            groups.add(
                "{hooks=[{type=\"command\",command=%s,timeout=%d}]}"
                    .formatted(toml(hook.command()), hook.duty().patience()));
          }
          hooks.add(event + "=[" + String.join(",", groups) + "]");
        });
    return "hooks={" + String.join(",", hooks) + ",state={" + String.join(",", trust) + "}}";
  }

  /** What Codex keeps of a hook that its person trusts: it runs no other (0.171.0). */
  public static String trustHash(Hook trusted) {
    JsonObject hook =
        JsonObject.empty()
            .with("async", false)
            .with("command", trusted.command())
            .with("timeout", trusted.duty().patience())
            .with("type", "command");
    byte[] identity =
        Json.canonical(
            JsonObject.empty()
                .with("event_name", snake(trusted.event()))
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
