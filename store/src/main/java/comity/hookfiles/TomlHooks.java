package comity.hookfiles;

import comity.control.ConfigFault;
import comity.control.ConfigValue;
import comity.files.TomlFile;
import comity.sessions.Hook;
import comity.sessions.HookCommand;
import comity.sessions.Provider;
import comity.sessions.ProviderHooks;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comity's tables at the end of a file of TOML: hooks of Kimi, and Codex's trust in hooks that
 * stand in its {@code hooks.json}. They are known by their form, which is always the same.
 */
final class TomlHooks {
  private static final Pattern HOOK =
      Pattern.compile(
          "\\R?\\R\\[\\[hooks\\]\\]\\Revent = \"([A-Za-z]+)\"\\Rcommand = \"((?:[^\"\\\\\\r\\n]|\\\\.)*)\"\\R"
              + "timeout = ([0-9]{1,9})(?=\\R|$)");

  private static final Pattern TRUST =
      Pattern.compile(
          "\\R?\\R\\[hooks\\.state\\.\"((?:[^\"\\\\\\r\\n]|\\\\.)*)\"\\]\\Rtrusted_hash ="
              + " \"(sha256:[0-9a-f]{64})\"(?=\\R|$)");

  private TomlHooks() {}

  /** Why a text is no TOML; empty where it is. */
  static Optional<String> flaw(byte[] bytes) {
    return switch (TomlFile.read(bytes)) {
      case TomlFile.Reading.Read _ -> Optional.empty();
      case TomlFile.Reading.Malformed malformed -> {
        ConfigFault first = malformed.faults().getFirst();
        yield Optional.of(
            "it is no TOML, line %d, column %d: %s"
                .formatted(first.line(), first.column(), first.message()));
      }
    };
  }

  /** The hooks of Comity's that a text has. */
  static List<Hook> hooks(String text) {
    return ours(text).stream()
        .map(each -> {
          String command = unquoted(each.group(2));
          return new Hook(each.group(1), command, HookCommand.duty(command).orElseThrow());
        })
        .toList();
  }

  private static List<MatchResult> ours(String text) {
    Matcher matcher = HOOK.matcher("\n" + text);
    return matcher.results().filter(each -> HookCommand.isOurs(unquoted(each.group(2)))).toList();
  }

  /** Whether a text has all hooks as they are now, and no others of Comity's. */
  static boolean isComplete(String text, Provider provider, String launcher) {
    List<Hook> wanted = ProviderHooks.inFile(provider, launcher);
    List<Hook> found = hooks(text);
    boolean patient =
        ours(text).stream()
            .allMatch(each ->
                HookCommand.duty(unquoted(each.group(2)))
                    .filter(duty -> Integer.parseInt(each.group(3)) >= duty.patience())
                    .isPresent());
    return patient && found.size() == wanted.size() && Set.copyOf(found).equals(Set.copyOf(wanted));
  }

  /** The text with all hooks at its end. */
  static String withHooks(String text, Provider provider, String launcher) {
    return appended(
        text,
        ProviderHooks.inFile(provider, launcher).stream()
            .map(each ->
                "[[hooks]]\nevent = \"%s\"\ncommand = %s\ntimeout = %d\n"
                    .formatted(each.event(), quoted(each.command()), each.duty().patience()))
            .collect(Collectors.joining("\n")));
  }

  /** The text without hooks of Comity's. */
  static String withoutHooks(String text) {
    return without(text, ours(text));
  }

  /**
   * The text with Codex's trust at its end.
   *
   * @param trust the hash of each hook by its place in a file of hooks
   */
  static String withTrust(String text, Map<String, String> trust) {
    return trust.isEmpty()
        ? text
        : appended(
            text,
            trust.entrySet().stream()
                .map(each ->
                    "[hooks.state.%s]\ntrusted_hash = \"%s\"\n"
                        .formatted(quoted(each.getKey()), each.getValue()))
                .collect(Collectors.joining("\n")));
  }

  /** The text without trust in those hooks. */
  static String withoutTrust(String text, Map<String, String> trust) {
    List<MatchResult> ours =
        TRUST
            .matcher("\n" + text)
            .results()
            .filter(each -> each.group(2).equals(trust.get(unquoted(each.group(1)))))
            .toList();
    return without(text, ours);
  }

  /** What a text trusts and does not switch off, however it is written: hashes by places. */
  static Map<String, String> trust(String text) {
    Map<String, String> found = new LinkedHashMap<>();
    if (TomlFile.read(text.getBytes(StandardCharsets.UTF_8)) instanceof TomlFile.Reading.Read read
        && read.file().members().get("hooks") instanceof ConfigValue.Table hooks
        && hooks.members().get("state") instanceof ConfigValue.Table state) {
      state
          .members()
          .forEach((place, value) -> {
            if (value instanceof ConfigValue.Table of
                && of.members().get("trusted_hash") instanceof ConfigValue.Text hash
                && !(of.members().get("enabled")
                        instanceof ConfigValue.Truth(boolean on, int _, int _)
                    && !on)) {
              found.put(place, hash.value());
            }
          });
    }
    return found;
  }

  private static String appended(String text, String tables) {
    boolean windows = text.contains("\r\n");
    String gap = text.isEmpty() ? "" : text.endsWith("\n") ? "\n" : "\n\n";
    String more = gap + tables;
    return text + (windows ? more.replace("\n", "\r\n") : more);
  }

  /** Places are those of the text with a line end before it. */
  private static String without(String text, List<MatchResult> places) {
    String left = "\n" + text;
    for (MatchResult each : places.reversed()) {
      left = left.substring(0, each.start()) + left.substring(each.end());
    }
    return left.startsWith("\n") ? left.substring(1) : left.replaceFirst("^\\R", "");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String unquoted(String text) {
    return text.replaceAll("\\\\(.)", "$1");
  }
}
